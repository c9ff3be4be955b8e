import { indentOf, type OpenBlock } from './failureBlock';
import { isDetail, isQuotedCode } from './linePatterns';

/** Lines that one block keeps, of them words at most, so that values and differences have room, and lines behind an empty one that it keeps in doubt. */
const MAX_LINES = 60;
const MAX_WORDS = 40;
const MAX_DOUBTFUL = 30;
/** A line of code as compilers quote it, its number in front. */
const NUMBERED = /^\s{0,8}\d{1,7}(?:\s|$)/;
/** `status: 404,`: one property, in one line. */
const PROPERTY = /^\s{1,40}(?:[\w$-]{1,80}|'[^']{1,80}'|"[^"]{1,80}"): \S/;
/** Frames under which a message in several paragraphs has ended, as against those that a program lists. */
const STACK_OF_MESSAGE = /^\s{1,40}(?:at|❯|#) /;

/** Adds a line that is no frame to the block if it belongs to it; true if it certainly does. */
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

/** Node.js prints behind the stack, in braces, what else hangs on an error: of that, what fits in one line. */
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

/** True when a line after the first is more of the same block. */
function belongsTo(open: OpenBlock, line: string): boolean {
  if (isQuotedCode(line)) return false;
  const isSpeaking = open.phase === 'speaking';
  if (open.kind === 'test') {
    if (isSpeaking && isComment(open, line)) return true;
    return indentOf(line) > open.indent && (isSpeaking || isDetail(line));
  }
  return (isSpeaking && !endsItself(open)) || isDetail(line);
}

/** TAP has no place for what a test says: bats and Perl put it into comments, indented or in brackets. */
function isComment({ lines }: OpenBlock, line: string): boolean {
  return /^#(?: {2,20}\S| \()/.test(line) && /^\s{0,20}not ok /.test(lines[0] ?? '');
}

/** What an empty line makes of a block that was speaking: a colon or a title says that more comes. */
function phaseAfterEmptyLine(open: OpenBlock): OpenBlock['phase'] {
  if (isTitle(open) && open.lines.length === 1) return 'speaking';
  if (open.lines.at(-1)?.trimEnd().endsWith(':') === true) return 'speaking';
  const hasParagraphs = open.kind === 'error' ? !/^E /.test(open.lines[0] ?? '') : isTitle(open);
  return hasParagraphs && open.frames.length === 0 ? 'waiting' : 'silent';
}

/** A test's name under which an empty line comes before the message (jest). */
function isTitle({ lines }: OpenBlock): boolean {
  return /^\s*●/.test(lines[0] ?? '');
}

/** After a Python traceback whose error has a message, what follows is what the program printed. */
function endsItself({ lines, frames }: OpenBlock): boolean {
  const [head = ''] = lines;
  const isPython = frames.some((frame) => frame.outermostFirst && frame.file.endsWith('.py'));
  return isPython && !head.startsWith('E ') && !/:\s{0,8}$/.test(head);
}
