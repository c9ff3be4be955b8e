import type { ParsedFrame, StackFrame } from './stackFrames';

/** What a block says: an error, the name of a failed test, or counts. */
export type BlockKind = 'error' | 'test' | 'counts';

/** Lines that belong together: an error with its values and its stack, a failed test's name, counts. */
export interface FailureBlock {
  readonly kind: BlockKind;
  readonly lines: readonly string[];
  /** Innermost first. */
  readonly stack: readonly StackFrame[];
  /** The place that a compiler, a linter or a test's message names. */
  readonly place: StackFrame | undefined;
  /** The line of code that failed, where the stack shows it (Python). */
  readonly code: string;
  /** Another error came of it, which says how it ended (chained exceptions of Python). */
  readonly superseded: boolean;
}

/**
 * What the next line of a block can be: `speaking`, more of the message; `waiting`, a further
 * paragraph after an empty line; `properties`, a property after the stack; `silent`, only values
 * and differences.
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
  /** Lines read since the first. */
  reach: number;
  phase: BlockPhase;
  /** Which of the lines are kept in doubt: paragraphs of the message if a stack comes, else nothing. */
  readonly doubtful: Set<number>;
  /** Columns before the properties behind the stack, once the first was seen. */
  level: number | undefined;
  superseded: boolean;
}

/** Closes a block: drops doubtful lines and orders its frames. */
export function closeBlock(open: OpenBlock): FailureBlock {
  const { superseded, place, frames } = open;
  const lines = open.lines.filter((_, index) => !open.doubtful.has(index));
  const kind = hasErrorBelowName(open) ? 'error' : open.kind;
  const code = open.kind === 'error' ? open.code : '';
  return { kind, lines, stack: toInnermostFirst(frames), place, code, superseded };
}

/** Columns before the text of a line. */
export function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** A failed test with what it said right under its name. */
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
