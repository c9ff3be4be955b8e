import { isDetail, isQuotedCode } from './linePatterns';
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
  /** Still in the words of the message, which no empty line has ended. */
  speaking: boolean;
  superseded: boolean;
}

/** The block as it stands once nothing more belongs to it. */
export function closedBlock(open: OpenBlock): FailureBlock {
  const { lines, superseded, place, frames } = open;
  const kind = isTold(open) ? 'error' : open.kind;
  const code = open.kind === 'error' ? open.code : '';
  return { kind, lines, stack: innermostFirst(frames), place, code, superseded };
}

/** True when a line after the first is more of the same block. */
export function belongsTo(open: OpenBlock, line: string): boolean {
  if (isQuotedCode(line)) return false;
  if (open.kind === 'test') {
    return indentOf(line) > open.indent && (open.speaking || isDetail(line));
  }
  return (open.speaking && !endsItself(open)) || isDetail(line);
}

/** True for a test's name under which an empty line comes before the message (jest). */
export function isTitle({ lines }: OpenBlock): boolean {
  return lines.length === 1 && /^\s*●/.test(lines[0] ?? '');
}

/** Columns before the text of a line. */
export function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** A failed test with what it said right under its name. */
function isTold({ kind, lines }: OpenBlock): boolean {
  if (kind !== 'test' || lines.length < 2) return false;
  const [name = '', said = ''] = lines;
  return /^\s*(?:●|--- FAIL)|> .{1,300} FAILED$/.test(name) || said.includes('Failure/Error:');
}

/** After a Python traceback whose error has a message, what follows is what the program printed. */
function endsItself({ lines, frames }: OpenBlock): boolean {
  const [head = ''] = lines;
  const isPython = frames.some((frame) => frame.outermostFirst && frame.file.endsWith('.py'));
  return isPython && !head.startsWith('E ') && !/:\s{0,8}$/.test(head);
}

function innermostFirst(frames: readonly ParsedFrame[]): readonly StackFrame[] {
  const ordered = frames.some((frame) => frame.outermostFirst) ? frames.toReversed() : frames;
  return ordered.map((each) => ({
    file: each.file,
    ...(each.line === undefined ? {} : { line: each.line }),
    ...(each.function === undefined ? {} : { function: each.function }),
  }));
}
