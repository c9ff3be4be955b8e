import { indentOf, type OpenBlock } from './failureBlock';
import { isDetail, isQuotedCode } from './linePatterns';

/**
 * Limits of one block: lines; message lines among them, which leaves room for values and differences; undecided lines
 * after an empty line.
 */
const MAX_LINES = 60;
const MAX_WORDS = 40;
const MAX_DOUBTFUL = 30;
/** A quoted line of code with its line number, as compilers print it. */
const NUMBERED = /^\s{0,8}\d{1,7}(?:\s|$)/;
/** A property on one line: `status: 404,`. */
const PROPERTY = /^\s{1,40}(?:[\w$-]{1,80}|'[^']{1,80}'|"[^"]{1,80}"): \S/;
/** Frames that end a message of several paragraphs, unlike frames that a program lists itself. */
const STACK_OF_MESSAGE = /^\s{1,40}(?:at|❯|#) /;

/**
 * Adds a line that is not a frame to the block if it belongs to it. Returns true if the line certainly belongs to it.
 */
export function addLine(open: OpenBlock, line: string, isAfterEmpty: boolean): boolean {
  if (open.phase === 'properties') return addProperty(open, line);
  if (line.trim() === '') {
    if (open.phase === 'speaking') open.phase = phaseAfterEmptyLine(open);
    return false;
  }
  if (belongsTo(open, line)) return keepLine(open, line);
  if (open.phase === 'speaking') open.phase = 'silent';
  if (open.phase !== 'waiting') return false;
  if (isQuotedCode(line) || NUMBERED.test(line)) {
    open.phase = 'silent';
    return false;
  }
  if (isAfterEmpty && open.place === undefined && indentOf(line) > open.indent) {
    open.phase = 'speaking';
    return keepLine(open, line);
  }
  if (open.doubtful.size < MAX_DOUBTFUL) {
    open.doubtful.add(open.lines.length);
    open.lines.push(line);
  }
  return false;
}

/** Records that a frame ended the message; doubtful lines above it belong to the message. */
export function markFrame(open: OpenBlock, line: string): void {
  if (open.frames.length === 0 && STACK_OF_MESSAGE.test(line)) open.doubtful.clear();
  open.phase = /\{\s{0,8}$/.test(line) ? 'properties' : 'silent';
  open.level = undefined;
}

/**
 * Adds a property of the error, which Node.js prints in braces after the stack. Properties of more than one line are
 * not kept.
 */
function addProperty(open: OpenBlock, line: string): boolean {
  const indent = indentOf(line);
  open.level ??= indent;
  if (line.trim() === '' || indent === 0 || indent < open.level) {
    open.phase = 'silent';
    return false;
  }
  return indent === open.level && PROPERTY.test(line) && keepLine(open, line);
}

function keepLine(open: OpenBlock, line: string): boolean {
  const kept = open.lines.length - open.doubtful.size;
  if (kept >= (isDetail(line) ? MAX_LINES : MAX_WORDS)) return false;
  open.lines.push(line);
  return true;
}

/** Whether a line after the first belongs to the same block. */
function belongsTo(open: OpenBlock, line: string): boolean {
  if (isQuotedCode(line)) return false;
  const isSpeaking = open.phase === 'speaking';
  if (open.kind === 'test') {
    if (isSpeaking && isComment(open, line)) return true;
    return indentOf(line) > open.indent && (isSpeaking || isDetail(line));
  }
  return (isSpeaking && !endsItself(open)) || isDetail(line);
}

/** Whether the line is a comment of a TAP test: bats and Perl print a test's message there, indented or in brackets. */
function isComment({ lines }: OpenBlock, line: string): boolean {
  return /^#(?: {2,20}\S| \()/.test(line) && /^\s{0,20}not ok /.test(lines[0] ?? '');
}

/** Returns the phase after an empty line in the message: after a colon or a title, the message continues. */
function phaseAfterEmptyLine(open: OpenBlock): OpenBlock['phase'] {
  if (isTitle(open) && open.lines.length === 1) return 'speaking';
  if (open.lines.at(-1)?.trimEnd().endsWith(':') === true) return 'speaking';
  const hasParagraphs = open.kind === 'error' ? !/^E /.test(open.lines[0] ?? '') : isTitle(open);
  return hasParagraphs && open.frames.length === 0 ? 'waiting' : 'silent';
}

/** Whether the block starts with a test's title that is followed by an empty line and the message (jest). */
function isTitle({ lines }: OpenBlock): boolean {
  return /^\s*●/.test(lines[0] ?? '');
}

/**
 * Whether the message ends with its first line: lines after a Python error with a message are output of the program.
 */
function endsItself({ lines, frames }: OpenBlock): boolean {
  const [head = ''] = lines;
  const isPython = frames.some((frame) => frame.outermostFirst && frame.file.endsWith('.py'));
  return isPython && !head.startsWith('E ') && !/:\s{0,8}$/.test(head);
}
