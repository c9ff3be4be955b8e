import { addLine, markFrame } from './blockLines';
import {
  closeBlock,
  indentOf,
  type BlockKind,
  type FailureBlock,
  type OpenBlock,
} from './failureBlock';
import {
  diagnosticPlace,
  endsBlock,
  placeInMessage,
  isBareError,
  isException,
  isQuotedCode,
  isRule,
  isSummary,
  isCandidateLine,
  namesError,
  namesFailedTest,
} from './linePatterns';
import { PlaceAbove } from './placeAbove';
import { beginsTraceback, parseFrame, type ParsedFrame, type StackFrame } from './stackFrames';
import { isWrapper, WrapperContext } from './wrapperContext';

/** Limits of one block: frames, and lines after its first line that are searched for more of it. */
const MAX_FRAMES = 60;
const MAX_REACH = 120;
/** Cost of reading a line closely in addition to its length, in characters. */
const LINE_COST = 40;
/** Line that Python prints between two chained exceptions. */
const CHAINED = /^[\s|]{0,40}(?:During handling of the above|The above exception was the direct)/;
/** Prefix that sbt and docker add to the output of other programs. */
const PREFIX = /^(?:\[info\] |#\d{1,4} (?:\d{1,6}\.\d{1,3} |(?=ERROR: )))/;
const PATH = /^(?:[A-Za-z]:)?[^\s:]{1,400}\.\w{1,8}$/;

/** Groups lines into blocks. Call `read` for each line in order, then `end`. */
export class BlockReader {
  readonly blocks: FailureBlock[] = [];
  /** Cost of the lines read closely, in characters. */
  effort = 0;
  private open: OpenBlock | undefined;
  /** Frames and code read before their error. */
  private frames: ParsedFrame[] = [];
  private code = '';
  /** Indentation of the Python traceback that is being read, in columns; undefined outside of one. */
  private traceback: number | undefined;
  /** First line of a traceback that is not a frame and may be its error. */
  private doubtful: string | undefined;
  /** File that a linter names above its rows. */
  private heading = '';
  private previous = '';
  private readonly above = new PlaceAbove();
  private readonly context = new WrapperContext();
  /** Index of the first wrapper in `blocks`. */
  private wrapper: number | undefined;
  private hasCause = false;

  read(printed: string): void {
    const line = withoutPrefix(printed);
    const isIdle = this.open === undefined && this.traceback === undefined;
    if (!isIdle || isCandidateLine(line) || this.isUnderBareError(line)) {
      this.effort += line.length + LINE_COST;
      this.readClosely(line);
    }
    if (line.startsWith('>  ')) this.code = line.slice(1).trim();
    this.above.read(line);
    this.context.read(line);
    this.previous = line;
  }

  /** Closes the last block, and adds the surrounding lines to the first wrapper if no block names the cause. */
  end(): void {
    this.finishTraceback();
    this.close();
    const bare =
      this.hasCause || this.wrapper === undefined ? undefined : this.blocks[this.wrapper];
    if (bare === undefined || this.wrapper === undefined) return;
    this.blocks[this.wrapper] = { ...bare, lines: [...bare.lines, ...this.context.lines()] };
  }

  private readClosely(line: string): void {
    if (this.isUnderBareError(line)) this.start('error', this.previous);
    if (this.traceback !== undefined) this.readTraceback(line);
    else if (!this.tryStart(line)) this.continueBlock(line);
  }

  /** Whether a stack follows a line that holds only the name of an exception: that line is then an error. */
  private isUnderBareError(line: string): boolean {
    return /^\s{1,20}at /.test(line) && isBareError(this.previous);
  }

  /**
   * Reads a line inside a Python traceback: frames and code, until the error. Output of the program may be interleaved,
   * so an ambiguous line counts as the error only if the traceback does not continue.
   */
  private readTraceback(line: string): void {
    const frame = parseFrame(line);
    if (frame !== undefined) {
      this.keepFrame(frame);
      this.code = '';
      this.doubtful = undefined;
    } else if (beginsTraceback(line)) {
      this.finishTraceback();
      this.startTraceback(line);
    } else if (line.trim() === '' || isRule(line)) {
      this.finishTraceback();
    } else if (indentOf(line) > (this.traceback ?? 0)) {
      if (this.code === '' && !/^[\s|~^]*$/.test(line)) this.code = line.trim();
    } else if (isException(line)) {
      this.endTraceback(line);
    } else {
      this.doubtful ??= line;
    }
  }

  private finishTraceback(): void {
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

  /** Starts a block or a traceback if the line begins one; returns whether it does. */
  private tryStart(line: string): boolean {
    if (!isCandidateLine(line)) return false;
    if (beginsTraceback(line)) {
      this.startTraceback(line);
      return true;
    }
    const kind = this.kindOf(line);
    if (kind === undefined) return false;
    if (/^_{3,} /.test(line)) this.frames = [];
    this.start(kind, line);
    return true;
  }

  private kindOf(line: string): BlockKind | undefined {
    if (isQuotedCode(line)) return undefined;
    // pytest marks every line of a message by `E`, and prints the place below it like a diagnostic.
    if (/^E {2}/.test(line)) return /^E {2}/.test(this.previous) ? undefined : 'error';
    const isUnderPytest = this.open?.lines[0]?.startsWith('E  ') === true;
    if (isUnderPytest && parseFrame(line) !== undefined) return undefined;
    // With -v, Go prints the message before the name of the test.
    if (this.open === undefined && isGoMessage(line)) return 'error';
    if (/^✖ \d{1,9} problems? /.test(line)) return 'counts';
    if (namesFailedTest(line)) return 'test';
    if (isSummary(line)) return 'counts';
    return namesError(line) ? 'error' : undefined;
  }

  private continueBlock(line: string): void {
    const frame = parseFrame(line, this.previous);
    const { open } = this;
    if (frame !== undefined) {
      if (open !== undefined && takesFrame(open, frame)) markFrame(open, line);
      this.keepFrame(frame);
    }
    if (frame !== undefined || open === undefined) return;
    open.reach += 1;
    if (CHAINED.test(line)) open.superseded = true;
    if (endsBlock(line) || open.reach > MAX_REACH) this.close();
    else if (addLine(open, line, this.previous.trim() === '')) open.place ??= this.placeIn(line);
  }

  private keepFrame(frame: ParsedFrame): void {
    const { open } = this;
    if (open !== undefined && takesFrame(open, frame)) {
      if (open.frames.length < MAX_FRAMES) open.frames.push(frame);
    } else if (frame.outermostFirst) {
      // Python prints frames before their error, pytest after the name of the test.
      if (this.frames.length >= MAX_FRAMES) this.frames.shift();
      this.frames.push(frame);
    }
  }

  private start(kind: BlockKind, line: string): void {
    this.close();
    const isError = kind === 'error';
    const above = isError ? this.above.take() : undefined;
    const own = parseFrame(line);
    this.open = {
      kind,
      lines: [line],
      frames: [...(isError ? this.frames : []), ...(own === undefined ? [] : [own])],
      code: this.code,
      place: this.placeIn(line) ?? above,
      indent: indentOf(line),
      reach: 0,
      phase: isWrapper(line) ? 'silent' : 'speaking',
      doubtful: new Set(),
      level: undefined,
      superseded: false,
    };
    if (isError) {
      this.frames = [];
      this.code = '';
    }
    this.noteWrapper(kind, line);
    if (kind === 'counts') this.close();
  }

  private noteWrapper(kind: BlockKind, line: string): void {
    if (kind === 'counts' || this.hasCause) return;
    if (!isWrapper(line)) this.hasCause = true;
    else if (this.wrapper === undefined) {
      this.wrapper = this.blocks.length;
      this.context.mark();
    }
  }

  /** Place that a diagnostic names; a linter names the file in a line above its rows. */
  private placeIn(line: string): StackFrame | undefined {
    if (PATH.test(this.previous)) this.heading = this.previous;
    const place = diagnosticPlace(line) ?? placeInMessage(line);
    return place === undefined ? undefined : { file: place.file ?? this.heading, line: place.line };
  }

  private close(): void {
    if (this.open !== undefined) this.blocks.push(closeBlock(this.open));
    this.open = undefined;
  }
}

/** Python prints frames before their error; pytest prints them between the name of the test and the error. */
function takesFrame(open: OpenBlock, frame: ParsedFrame): boolean {
  return !(open.kind === 'test' && frame.outermostFirst);
}

function withoutPrefix(line: string): string {
  return line.startsWith('[info') || line.startsWith('#') ? line.replace(PREFIX, '') : line;
}

function isGoMessage(line: string): boolean {
  return placeInMessage(line)?.file?.endsWith('_test.go') === true;
}
