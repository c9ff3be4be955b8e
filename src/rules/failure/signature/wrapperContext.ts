import { endsBlock } from './linePatterns';

/**
 * Messages of a build tool about a failure of another program: that it failed, and its exit code. On their own they are
 * equal for any two failures.
 */
const WRAPPER =
  /^\s{0,4}(?:Failed to compile\.?$|Build failed\b|BUILD FAILED\b|FAILED?:?$|(?:ERROR: )?(?:failed to solve: )?process "|ERROR: failed to solve: |[\w.-]{1,40}(?:\[\d+\])?: \*\*\* |npm (?:ERR!|error)(?:$| (?:code (?:ELIFECYCLE|\d+)$|errno \d|Test failed|Exit status|Lifecycle script|Error: command failed|in workspace|at location|path |command |A complete log|This is probably))|[\w:[\] ]{0,20}ELIFECYCLE|(?:[Ee]rror:? |ERROR:? |##\[error\])?(?:Process completed with|Command failed with|The command ).{0,300}exit (?:code|status))/;

/** True for an error that only states that something failed. */
export function isWrapper(head: string): boolean {
  return WRAPPER.test(head);
}

/** Maximum number of lines kept before and after the first wrapper. */
const MAX_BEFORE = 15;
const MAX_BEHIND = 15;

/** Keeps the lines around the first wrapper; they contain the cause if no other line names it. */
export class WrapperContext {
  private readonly last: string[] = [];
  private next = 0;
  private before: readonly string[] | undefined;
  private readonly behind: string[] = [];

  /** Call for every line, in order. */
  read(line: string): void {
    if (this.behind.length >= MAX_BEHIND || line.trim() === '') return;
    if (this.before === undefined) {
      this.last[this.next] = line;
      this.next = (this.next + 1) % MAX_BEFORE;
    } else if (isInformative(line)) this.behind.push(line);
  }

  /** Call before the line that is a wrapper. */
  mark(): void {
    if (this.before !== undefined) return;
    const inOrder = [...this.last.slice(this.next), ...this.last.slice(0, this.next)];
    this.before = inOrder.filter(isInformative);
  }

  /** The lines around the first wrapper, in order; empty without one. */
  lines(): readonly string[] {
    return [...(this.before ?? []), ...this.behind];
  }
}

function isInformative(line: string): boolean {
  return !endsBlock(line) && !isWrapper(line);
}
