import {
  countsFailures,
  diagnosticPlace,
  isBareError,
  isDetail,
  isException,
  endsBlock,
  isQuotedCode,
  goTestPlace,
  isRule,
  isSummary,
  mayMatter,
  namesError,
  namesFailedTest,
} from './linePatterns';
import { beginsTraceback, parseFrame, type ParsedFrame, type StackFrame } from './stackFrames';

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

/** Blocks that are kept: so many from the beginning and as many from the end. */
const MAX_BLOCKS = 300;
/** Lines and frames that one block keeps, and lines after its first that are searched for more of it. */
const MAX_LINES = 60;
const MAX_FRAMES = 60;
const MAX_REACH = 120;

/** What Python prints between two exceptions of which the second came of the first. */
const CHAINED = /^[\s|]{0,40}(?:During handling of the above|The above exception was the direct)/;

interface Draft {
  readonly kind: BlockKind;
  readonly lines: string[];
  readonly frames: ParsedFrame[];
  code: string;
  place: StackFrame | undefined;
  /** Columns before the first line's text. */
  readonly indent: number;
  /** Lines read since the first. */
  reach: number;
  /** Still in the words of the message, which no empty line has ended. */
  speaking: boolean;
  superseded: boolean;
}

/**
 * The lines that say what failed, of any tool, in blocks; empty when there are none. Of very many
 * blocks the first and the last are kept. One pass, forwards.
 */
export function failureBlocks(lines: readonly string[]): readonly FailureBlock[] {
  const reader = new Reader();
  for (const line of lines) reader.read(line);
  return reader.blocks();
}

class Reader {
  private readonly first: FailureBlock[] = [];
  private last: FailureBlock[] = [];
  private open: Draft | undefined;
  /** Frames and code seen before the error they belong to. */
  private frames: ParsedFrame[] = [];
  private code = '';
  /** Columns before a Python traceback; undefined outside of one. */
  private traceback: number | undefined;
  /** The first line of a traceback that is no frame, and not surely its error. */
  private doubtful: string | undefined;
  /** A line that holds nothing but a path, under which a linter prints rows. */
  private heading = '';
  private previous = '';

  read(line: string): void {
    // The name of an exception alone in its line is an error once its stack follows.
    if (/^\s{1,20}at /.test(line) && isBareError(this.previous)) this.start('error', this.previous);
    if (this.open === undefined && this.traceback === undefined && !mayMatter(line)) {
      this.remember(line);
      return;
    }
    if (this.traceback !== undefined) this.readTraceback(line);
    else if (!this.begins(line)) this.continueBlock(line);
    this.remember(line);
  }

  blocks(): readonly FailureBlock[] {
    this.settle();
    this.close();
    return [...this.first, ...this.last.slice(-MAX_BLOCKS)];
  }

  private remember(line: string): void {
    this.previous = line;
    if (line.startsWith('>  ')) this.code = line.slice(1).trim();
    if (/^(?:\/|[A-Za-z]:[\\/]|\.{0,2}\/)?[^\s:]{1,400}\.\w{1,8}$/.test(line)) this.heading = line;
  }

  /**
   * Inside of a Python traceback: frames and code, until the error itself. What the program printed
   * elsewhere may stand between them, so a line that could be either is one only if no more of the
   * traceback follows.
   */
  private readTraceback(line: string): void {
    const frame = parseFrame(line);
    if (frame !== undefined) {
      this.keepFrame(frame);
      this.code = '';
      this.doubtful = undefined;
    } else if (beginsTraceback(line)) {
      this.settle();
      this.startTraceback(line);
    } else if (line.trim() === '' || isRule(line)) {
      this.settle();
    } else if (indentOf(line) > (this.traceback ?? 0)) {
      if (this.code === '' && !/^[\s|~^]*$/.test(line)) this.code = line.trim();
    } else if (isException(line)) {
      this.endTraceback(line);
    } else {
      this.doubtful ??= line;
    }
  }

  private settle(): void {
    if (this.doubtful !== undefined) this.endTraceback(this.doubtful);
    this.traceback = undefined;
  }

  private endTraceback(line: string): void {
    this.traceback = undefined;
    this.doubtful = undefined;
    this.start('error', line);
  }

  private startTraceback(line: string): void {
    this.close();
    this.frames = [];
    this.code = '';
    this.traceback = indentOf(line);
  }

  /** True when the line begins a block of its own or a traceback. */
  private begins(line: string): boolean {
    if (!mayMatter(line)) return false;
    if (beginsTraceback(line)) {
      this.startTraceback(line);
      return true;
    }
    if (this.beginsPytestError(line)) return true;
    // pytest puts the place under its message, in the form of a diagnostic.
    if (this.open?.lines[0]?.startsWith('E ') === true && parseFrame(line) !== undefined)
      return false;
    const kind = kindOf(line);
    if (kind === undefined) return false;
    if (kind === 'test' && /^_{3,} /.test(line)) this.frames = [];
    this.start(kind, line);
    return true;
  }

  /** pytest marks every line of a message by `E`: the first begins a block. */
  private beginsPytestError(line: string): boolean {
    if (!/^E {2}/.test(line) || /^E {2}/.test(this.previous)) return false;
    this.start('error', line);
    return true;
  }

  private continueBlock(line: string): void {
    const frame = parseFrame(line);
    if (frame !== undefined) {
      this.keepFrame(frame);
      return;
    }
    const { open } = this;
    if (open === undefined) return;
    open.reach += 1;
    if (CHAINED.test(line)) open.superseded = true;
    if (endsBlock(line) || open.reach > MAX_REACH) this.close();
    else if (line.trim() === '') open.speaking = open.speaking && isTitle(open);
    else if (!belongs(open, line)) open.speaking = false;
    else if (open.lines.length < MAX_LINES) this.add(open, line);
  }

  private add(open: Draft, line: string): void {
    open.lines.push(line);
    const place = goTestPlace(line);
    if (place !== undefined) open.place ??= place;
  }

  private keepFrame(frame: ParsedFrame): void {
    const { open } = this;
    // pytest shows the outer frames between the test's name and its error.
    if (open === undefined || (open.kind === 'test' && frame.outermostFirst)) {
      if (this.frames.length >= MAX_FRAMES) this.frames.shift();
      this.frames.push(frame);
      return;
    }
    open.speaking = false;
    if (open.frames.length < MAX_FRAMES) open.frames.push(frame);
  }

  private start(kind: BlockKind, line: string): void {
    this.close();
    const frames = kind === 'error' ? this.frames : [];
    if (kind === 'error') this.frames = [];
    const own = parseFrame(line);
    if (own !== undefined) frames.push(own);
    const place = this.placeIn(line);
    const { code } = this;
    if (kind === 'error') this.code = '';
    const rest = {
      code,
      place,
      indent: indentOf(line),
      reach: 0,
      speaking: true,
      superseded: false,
    };
    this.open = { kind, lines: [line], frames, ...rest };
    if (kind === 'counts') this.close();
  }

  /** Where a diagnostic says it is; a linter names the file in a line above. */
  private placeIn(line: string): StackFrame | undefined {
    const place = diagnosticPlace(line);
    return place === undefined ? undefined : { file: place.file ?? this.heading, line: place.line };
  }

  private close(): void {
    const { open } = this;
    this.open = undefined;
    if (open === undefined) return;
    const stack = innermostFirst(open.frames);
    const code = open.kind === 'error' ? open.code : '';
    const { lines, superseded, place } = open;
    const kind = isTold(open) ? 'error' : open.kind;
    const block = { kind, lines, stack, place, code, superseded };
    if (this.first.length < MAX_BLOCKS) this.first.push(block);
    else this.last.push(block);
    if (this.last.length > 2 * MAX_BLOCKS) this.last = this.last.slice(-MAX_BLOCKS);
  }
}

function kindOf(line: string): BlockKind | undefined {
  if (/^✖ \d{1,9} problems? /.test(line)) return 'counts';
  if (namesFailedTest(line)) return 'test';
  if (isSummary(line)) return 'counts';
  return namesError(line) ? 'error' : undefined;
}

/** True when a line after the first is more of the same block. */
function belongs(open: Draft, line: string): boolean {
  if (isQuotedCode(line)) return false;
  if (open.kind === 'test')
    return indentOf(line) > open.indent && (open.speaking || isDetail(line));
  const isDeeper = open.speaking && !endsItself(open);
  return isDeeper || isDetail(line);
}

/** A test's name with its message under it, after an empty line. */
function isTitle({ lines }: Draft): boolean {
  return lines.length === 1 && /^\s*●/.test(lines[0] ?? '');
}

/** A failed test with what it said right under its name. */
function isTold({ kind, lines }: Draft): boolean {
  return kind === 'test' && lines.length > 1 && /^\s*(?:●|--- FAIL)/.test(lines[0] ?? '');
}

/** After a Python traceback whose error has a message, what follows is what the program printed. */
function endsItself({ lines, frames }: Draft): boolean {
  const [head = ''] = lines;
  const isPython = frames.some((frame) => frame.outermostFirst && frame.file.endsWith('.py'));
  return isPython && !head.startsWith('E ') && !/:\s*$/.test(head);
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function innermostFirst(frames: readonly ParsedFrame[]): readonly StackFrame[] {
  const ordered = frames.some((frame) => frame.outermostFirst) ? frames.toReversed() : frames;
  return ordered.map((each) => ({
    file: each.file,
    ...(each.line === undefined ? {} : { line: each.line }),
    ...(each.function === undefined ? {} : { function: each.function }),
  }));
}

/** True when the blocks say that something failed: an error, a test, or a count of failures. */
export function sayFailure(blocks: readonly FailureBlock[]): boolean {
  return blocks.some(({ kind, lines: [line = ''] }) => kind !== 'counts' || countsFailures(line));
}
