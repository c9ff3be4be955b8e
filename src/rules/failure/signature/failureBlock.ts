import type { ParsedFrame, StackFrame } from './stackFrames';

/** Content of a block: an error, the name of a failed test, or counts. */
export type BlockKind = 'error' | 'test' | 'counts';

/** Lines that belong together: an error with its values and its stack, a failed test's name, counts. */
export interface FailureBlock {
  readonly kind: BlockKind;
  readonly lines: readonly string[];
  /** Innermost first. */
  readonly stack: readonly StackFrame[];
  /** Place that a compiler, a linter or a test's message names. */
  readonly place: StackFrame | undefined;
  /** Line of code that failed, if the stack shows it (Python). */
  readonly code: string;
  /** Whether this error caused a later one (chained exceptions of Python); the later one is the final failure. */
  readonly superseded: boolean;
}

/**
 * What the next line may add to a block: `speaking`, more of the message; `waiting`, a further paragraph after an empty
 * line; `properties`, a property after the stack; `silent`, only values and differences.
 */
type BlockPhase = 'speaking' | 'waiting' | 'properties' | 'silent';

/** A block while its lines are being read. */
export interface OpenBlock {
  readonly kind: BlockKind;
  readonly lines: string[];
  readonly frames: ParsedFrame[];
  readonly code: string;
  place: StackFrame | undefined;
  /** Columns before the first line's text. */
  readonly indent: number;
  /** Number of lines read since the first. */
  reach: number;
  phase: BlockPhase;
  /** Indices of undecided lines: they belong to the message if a stack follows, else they are dropped. */
  readonly doubtful: Set<number>;
  /** Indentation of the properties after the stack, in columns; undefined before the first. */
  level: number | undefined;
  superseded: boolean;
}

/** Closes a block: drops undecided lines and orders its frames. */
export function closeBlock(open: OpenBlock): FailureBlock {
  const { superseded, place, frames } = open;
  const lines = open.lines.filter((_, index) => !open.doubtful.has(index));
  const kind = hasErrorBelowName(open) ? 'error' : open.kind;
  const code = open.kind === 'error' ? open.code : '';
  return { kind, lines, stack: toInnermostFirst(frames), place, code, superseded };
}

/** Indentation of a line, in columns. */
export function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** Whether a failed test's message directly follows its name. */
function hasErrorBelowName({ kind, lines }: OpenBlock): boolean {
  if (kind !== 'test' || lines.length < 2) return false;
  const [name = '', said = ''] = lines;
  return /^\s*(?:●|--- FAIL)|> .{1,300} FAILED$/.test(name) || said.includes('Failure/Error:');
}

function toInnermostFirst(frames: readonly ParsedFrame[]): readonly StackFrame[] {
  const ordered = frames.some((frame) => frame.outermostFirst) ? frames.toReversed() : frames;
  return ordered.map((each) => ({
    file: each.file,
    ...(each.line === undefined ? {} : { line: each.line }),
    ...(each.function === undefined ? {} : { function: each.function }),
  }));
}
