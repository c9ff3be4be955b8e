import { outputLines } from '../../output/outputLines';
import { listFailureLines } from '../../failure/external/listFailureLines';
import {
  isCandidateLine,
  isException,
  isQuotedCode,
  isSummary,
  namesError,
  namesFailedTest,
} from '../../failure/signature/linePatterns';
import { isWrapper } from '../../failure/signature/wrapperContext';
import { stripWrappers } from './classifyResult';

/** Characters read from each end of a result. */
const MAX_READ = 1_000;
/** Maximum length of a reason, in characters. */
const MAX_REASON = 400;
/** Maximum number of fields of a JSON answer that are compared. */
const MAX_FIELDS = 8;
/** Minimum length of a line that repeats the arguments. */
const MIN_ECHO = 4;

/** Text of a JSON answer that describes an error. */
const FIELD =
  /["'](?:error|errors|message|detail|details|reason|msg|errorMessage|error_message|error_description|title)["']\s{0,4}:\s{0,4}\[?\s{0,4}(?:"((?:[^"\\\n]|\\.){3,400})"|'((?:[^'\\\n]|\\.){3,400})')/g;
/** A line that only says that something failed, or that frames a result. */
const EMPTY =
  /^\W*(?:(?:an? )?(?:error|errors|failed|failure|fatal|exception|exit(?:ed)?|code|status|with|stdout|stderr|output|result|occurred|command|tool)\W*\d*\W*){0,6}$/i;
/** Heading of a message that follows in the next line. */
const HEADING =
  /^(?:\* What went wrong|Traceback \(most recent|FAILURE: Build failed|COMPILATION ERROR|Caused by:?$)/;
/** A line of metadata around the output of a command. */
const AROUND =
  /^(?:command|directory|cwd|exit code|signal|wall time|chunk id|process group pgid|background pids|original token count|duration)\b\s?:/i;
/** Words of a failure anywhere in a line. */
const SAYS_FAILURE =
  /\b(?:not|no|cannot|can't|couldn't|won't|unable|invalid|illegal|unknown|unsupported|unexpected|unrecognized|missing|required|requires?|must|denied|refused|rejected|forbidden|unauthorized|expected|failed|fails|error|conflict|already|exceeds?|exceeded|too|timed out|only)\b/i;
/** States what was expected and what was there instead. */
const DIFFERENCE =
  /\bexpected\b.{1,200}\b(?:but (?:was|got|found|received)|got|received|actual|instead)\b/i;
/** States what a test expected, below its name. */
const EXPECTATION =
  /^(?:expected|want(?:ed)?)\b[^:]{0,40}: {0,9}\S|^Assertion .{1,80} failed\b|^\S{1,200}\.go:\d{1,7}: \S/i;
/** Frame marks and labels before a message. */
const FRAME = /^(?:[│|>╷╵!✖✗✘×*]\s{0,4}|-(?!-)\s{0,4}|E {2,8}|\[ERROR\] )/;
/** Codes and paths that npm prints above its message. */
const NPM_DETAIL = /^npm (?:ERR!|error) (?:code|errno|syscall|path|cwd|command|dest)\b/;
/** The command line as a shell echoes it. */
const PROMPT = /^(?:[\w.@:~/-]{0,60}[$#%>+]\s)/;

/**
 * Reads the line of a failed result that says why: the message of a JSON answer, the final
 * exception of a traceback, otherwise the first error that is not only a heading, a summary or an
 * echo of the arguments. '' if no line has words. At most 400 characters; reads both ends of
 * a long result.
 */
export function readReasonLine(result: string, args = ''): string {
  const text = stripWrappers(takeEnds(result));
  const stated = readStatedReason(text);
  if (stated !== '') return stated;
  const lines = listFailureLines(outputLines(text)).map((line) => line.text);
  return findReason(lines, args).replace(FRAME, '').trim().slice(0, MAX_REASON);
}

/** Long outputs state their errors at one of the ends. */
function takeEnds(result: string): string {
  if (result.length <= 2 * MAX_READ) return result;
  return `${result.slice(0, MAX_READ)}\n${result.slice(-MAX_READ)}`;
}

/** Reads the longest text of an error field; '' if the text is not JSON. */
function readStatedReason(text: string): string {
  if (!text.includes(':') || !/[{[]/.test(text)) return '';
  const texts: string[] = [];
  for (const [, double, single] of text.matchAll(FIELD)) {
    texts.push(
      (double ?? single ?? '').replace(/\\(?:[nrt]|(.))/g, (_, kept?: string) => kept ?? ' '),
    );
    if (texts.length >= MAX_FIELDS) break;
  }
  return texts.find((each) => each.includes(' ')) ?? texts[0] ?? '';
}

/** Finds the line by the strongest mark of a reason that any line has. */
function findReason(lines: readonly string[], args: string): string {
  const isOwn = (line: string): boolean => isStatement(line) && !isEcho(line, args);
  const find = (isReason: (line: string) => boolean): string | undefined =>
    lines.find((line) => isReason(line) && isOwn(line));
  const thrown = lines.some((line) => line.startsWith('Traceback (most recent'))
    ? lines.findLast((line) => isException(line) && isOwn(line))
    : undefined;
  return (
    thrown ??
    find((line) => line.startsWith('E  ')) ??
    find((line) => DIFFERENCE.test(line)) ??
    find((line) => isCandidateLine(line) && namesError(line.replace(FRAME, ''))) ??
    find((line) => EXPECTATION.test(line)) ??
    find(namesFailedTest) ??
    find((line) => SAYS_FAILURE.test(line)) ??
    lines.find(isOwn) ??
    // A message with numbers may look like a summary, but no other line says why.
    lines.find((line) => !EMPTY.test(line)) ??
    ''
  );
}

function isStatement(line: string): boolean {
  if (EMPTY.test(line) || HEADING.test(line) || AROUND.test(line) || NPM_DETAIL.test(line))
    return false;
  return !isWrapper(line) && !isSummary(line) && !isQuotedCode(line);
}

/** Whether a line only repeats what the arguments contain. */
function isEcho(line: string, args: string): boolean {
  const said = line.replace(PROMPT, '');
  return said.length >= MIN_ECHO && args.includes(said);
}
