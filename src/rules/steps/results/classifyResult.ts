import type { Step } from '../../../model/steps/step';
import { withoutEscapes } from '../../output/outputLines';

/**
 * Kind of a result: `nothing` (empty or only wrappers), `done` (only says that it worked),
 * `failure`, `answer` (anything else).
 */
export type ResultKind = 'nothing' | 'done' | 'failure' | 'answer';

/** Characters read from each end of a result. */
const MAX_READ = 400;
/** Maximum number of characters (marks, brackets) before a failure at the beginning of a result. */
const BEGINNING = 8;
/** Maximum length of a result that only says that it worked. */
const MAX_SHORT = 400;

/** Wrappers that some agents put around a result; they carry no information. */
const WRAPPERS =
  /\(exit(?: code)? 0\)|<(returncode|exit_code)>\s?0\s?<\/\1>|<\/?(?:output|returncode|stdout|stderr|result|system|error|exit_code)>|\[?(?:exit code|exit_code|returncode)\s?[:=]?\s?0\]?|\(no output\)|\(\s*command\s*\)|\(empty\)|\(Bash completed with no output\)|your command ran successfully and did not produce any output\.?|command (?:completed|executed|ran)(?: successfully)?(?: with no output)?\.?/gi;
const BAD_CODE =
  /<returncode>\s?-?[1-9]\d{0,9}\s?<\/returncode>|\b(?:exit(?:ed)?(?: with)?(?: code| status)?|returncode|return code|exit_code)["']?\s?[:=]?\s?-?[1-9]\d{0,4}\b/i;
/**
 * Complete output of a program that could not do its work; some agents report it as a success
 * without exit code.
 */
const PROGRAM_FAILED =
  /^(?:curl: \(\d{1,3}\) |npm (?:error|ERR!) code |(?:[\w.+-]{1,40}: ){1,2}(?:line \d{1,6}: )?(?:cannot [a-z ]{1,30} )?['"‘]?[^\n'"’:]{1,300}['"’]?: (?:No such file or directory|Permission denied|Is a directory|Not a directory|command not found|Read-only file system)\s{0,10}$)/;
/**
 * Failure as make prints it; a separate pattern, because its leading mark would slow down the
 * others.
 */
const MAKE_FAILED = /\*\*\* \[[^\]\n]{1,200}\] Error [1-9]/;
/** Failure as programs print it at the beginning of a line or after the program's name. */
const FAILURE =
  /(?:^|\n|: |\. )\W{0,4}(?:\w{1,40}(?:Error|Exception)\b|error\b|errors? in\b|failure\b|failed\b|fatal\b|traceback \(most|panic|unknown (?:command|option|argument)|invalid\b|cannot\b|can't\b|could not\b|unable to\b|no such\b|not found\b|permission denied|command not found|segmentation fault|assertion ?(?:failed|error)|syntax ?error|no replacement was performed|did not\b|does not\b|Errors?:(?! ?(?:\(?none\b|0\b|$))|Failed (?:to|with)\b|Failure:|Fatal\b|Traceback \(most|Unknown (?:command|option|argument)|Invalid\b|Cannot\b|Can't\b|Could not\b|Unable to\b|No such\b|Permission denied|Segmentation fault|Assertion failed|Syntax error)|\b(?:FAILED|BUILD FAILED|ERROR|did not (?:match|appear|target|apply)|not found|no replacement|was not|is not (?:valid|allowed|unique|a)|must (?:be|have|contain|match|provide)|expected\b.{1,60}\b(?:got|but|found)|please (?:provide|use|try|check|specify)|try again|[1-9]\d{0,5} (?:failing|failed|failures?|errors?)|too (?:much|many|large|long))\b/;
/** Failed tests as test runners print them at the beginning of a line. */
const FAILED_TESTS =
  /^[ \t]{0,20}(?:(?:#|ℹ) fail {1,2}[1-9]|not ok \d(?!.{0,300}# (?:TODO|SKIP)\b)|[✖✗✘✕] \S|--- FAIL: |FAIL\t|Failed! |FAILURES!$)|"Action":"fail"|<!-- fail [1-9]|<testsuites?\b.{0,300} failures="[1-9]/m;
const FAILED_COUNT = /\b[1-9]\d{0,5} (?:tests? )?(?:fail(?:ing|ed|ures?)|errors?)\b/;
/** Warnings, log lines and names of passed tests, which may contain words of failures. */
const HARMLESS_LINES =
  /^(?:.{0,300}\b[A-Z]\w{0,40}Warning:|\W{0,3}(?:[\d:.,TZ -]{4,30}\W{0,3})?(?:npm )?(?:[^\s:]{1,200}:(?:\d{1,7}:){0,2} ?)?(?:WARN(?:ING)?|INFO|DEBUG|NOTICE|[Ww]arning:)(?![\w])|[ \t]{0,40}(?:[✔✓√]|ok \d|PASS(?:ED)?\b|= (?:help|note):)).*$/gm;
/** Passed tests in the output of a test runner. */
const PASSED =
  /(?:^|[\n =])[1-9]\d{0,6} (?:tests? )?pass(?:ed|ing)\b|\btest result: ok\b|\bBUILD SUCCESS|(?:^|\n)(?:OK \([1-9]|# pass [1-9])/;
/** Failed tests or other errors in the output of a test runner. */
const BROKEN =
  /\b[1-9]\d{0,5} (?:tests? )?(?:fail(?:ing|ed|ures?)|errors?|broken)\b|\b(?:FAIL(?:ED|URES?|S)?|fail|failures?|errors?)[ :=]{1,4}[1-9]|\b(?:FAIL(?:ED)?|ERR(?:OR|!)|Error \d|BUILD FAILURE|Traceback|fatal:|panic)|Error:|error(?: TS\d|\[|:)/;
const WORKED =
  /\b(?:success(?:ful|fully)?|succeeded|updated|has been (?:edited|updated|created|written|modified|saved)|created|written|wrote|applied|saved|modified|inserted|replaced|deleted|removed|done|ok|okay|completed?|added|installed)\b/i;

/**
 * Whether a failure contains words besides its exit code: a search without matches fails without.
 */
export function hasFailureText(failure: string): boolean {
  const said = failure.length <= MAX_SHORT ? stripWrappers(failure) : failure;
  return /\p{L}{2}/u.test(said);
}

/** Whether a result contains a failure exit code at either end. */
export function hasFailureCode(result: string): boolean {
  return (
    containsFailureCode(result.slice(0, MAX_READ)) || containsFailureCode(result.slice(-MAX_READ))
  );
}

/** Whether a text contains a failure exit code: the called program did run. */
export function containsFailureCode(text: string): boolean {
  return BAD_CODE.test(text) || (text.includes('*** [') && MAKE_FAILED.test(text));
}

/**
 * Whether a result starts with a failure or contains a failure exit code; failures in the middle
 * may be quoted content.
 */
export function startsWithFailure(result: string): boolean {
  if (hasFailureCode(result)) return true;
  const said = stripWrappers(result.slice(0, MAX_READ));
  const found = FAILURE.exec(said);
  return (found !== null && found.index <= BEGINNING) || PROGRAM_FAILED.test(said);
}

/** Strips wrappers and exit code from a result. */
export function stripWrappers(result: string): string {
  return result.replace(BAD_CODE, '').replace(WRAPPERS, '').trim();
}

/** Classifies the result of a step. Reads only the ends of long results; never throws. */
export function classifyResult({ result, error }: Pick<Step, 'result' | 'error'>): ResultKind {
  if (error === true) return 'failure';
  if (result.length > MAX_SHORT) return hasFailureAtEnds(result) ? 'failure' : 'answer';
  if (result.length > MAX_CACHED_LENGTH) return classifyShort(result);
  const known = kinds.get(result);
  if (known !== undefined) return known;
  if (kinds.size >= MAX_CACHED) kinds.clear();
  const kind = classifyShort(result);
  kinds.set(result, kind);
  return kind;
}

/** Cache: short results repeat often. */
const kinds = new Map<string, ResultKind>();
const MAX_CACHED = 512;
const MAX_CACHED_LENGTH = 80;

function classifyShort(result: string): ResultKind {
  if (containsFailureCode(result)) return 'failure';
  const said = result.replace(WRAPPERS, '').trim();
  if (said === '') return 'nothing';
  if (hasFailureWords(said)) return 'failure';
  return WORKED.test(said) ? 'done' : 'answer';
}

/** Slices share memory with the text; concatenating them would copy. */
function hasFailureAtEnds(result: string): boolean {
  if (result.length <= 2 * MAX_READ) return isFailureText(withoutEscapes(result));
  return (
    isFailureText(withoutEscapes(result.slice(0, MAX_READ))) ||
    isFailureText(withoutEscapes(result.slice(-MAX_READ)))
  );
}

/** Whether a result begins with words of success: what follows may be content with other words. */
export function saysDone(result: string): boolean {
  const [line = ''] = stripWrappers(result.slice(0, MAX_READ)).split('\n', 1);
  return WORKED.test(line) && !FAILURE.test(line);
}

/** Whether a text reports failed tests. */
export function hasFailedTests(text: string): boolean {
  return matchesFailedTests(text) || FAILED_COUNT.test(text);
}

/** Cheap pre-check before the pattern. */
function matchesFailedTests(text: string): boolean {
  const mayBe =
    text.includes('ail') || text.includes('FAIL') || text.includes('not ok') || CROSS.test(text);
  return mayBe && FAILED_TESTS.test(text);
}

const CROSS = /[✖✗✘✕]/;

function isFailureText(text: string): boolean {
  return containsFailureCode(text) || hasFailureWords(text);
}

function hasFailureWords(text: string): boolean {
  if (matchesFailedTests(text)) return true;
  if (PROGRAM_FAILED.test(text)) return true;
  if (!FAILURE.test(text)) return false;
  const rest = text.replace(HARMLESS_LINES, '');
  return FAILURE.test(rest) && (!PASSED.test(rest) || BROKEN.test(rest));
}
