import type { Step } from '../../../model/steps/step';
import { withoutEscapes } from '../../output/outputLines';

/**
 * What a result tells: `nothing` (empty, or only wrappers), `done` (it worked, and nothing more), `failure`
 * (it did not), `answer` (anything else).
 */
export type ResultKind = 'nothing' | 'done' | 'failure' | 'answer';

/** Characters at both ends of a result that are read. */
const MAX_READ = 400;
/** Characters before a failure with which a result begins, marks and brackets. */
const BEGINNING = 8;
/** Longest result that can say nothing but that it worked. */
const MAX_SHORT = 400;

/** Marks that some agents put around a result: they say nothing. */
const WRAPPERS =
  /<(returncode|exit_code)>\s?0\s?<\/\1>|<\/?(?:output|returncode|stdout|stderr|result|system|error|exit_code)>|\[?(?:exit code|exit_code|returncode)\s?[:=]?\s?0\]?|\(no output\)|\(\s*command\s*\)|\(empty\)|\(Bash completed with no output\)|your command ran successfully and did not produce any output\.?|command (?:completed|executed|ran)(?: successfully)?(?: with no output)?\.?/gi;
const BAD_CODE =
  /<returncode>\s?-?[1-9]\d{0,9}\s?<\/returncode>|\b(?:exit(?:ed)?(?: with)?(?: code| status)?|returncode|return code|exit_code)["']?\s?[:=]?\s?-?[1-9]\d{0,4}\b/i;
/** The whole of what a program says that could not do its work; some agents give no exit code and call it a success. */
const PROGRAM_FAILED =
  /^(?:curl: \(\d{1,3}\) |npm (?:error|ERR!) code |(?:[\w.+-]{1,40}: ){1,2}(?:line \d{1,6}: )?(?:cannot [a-z ]{1,30} )?['"‘]?[^\n'"’:]{1,300}['"’]?: (?:No such file or directory|Permission denied|Is a directory|Not a directory|command not found|Read-only file system)\s{0,10}$)/;
/** As make says it; by itself, as what begins with a mark would slow down all else. */
const MAKE_FAILED = /\*\*\* \[[^\]\n]{1,200}\] Error [1-9]/;
/** As programs say it at the beginning of a line, or after the name of the program. */
const FAILURE =
  /(?:^|\n|: |\. )\W{0,4}(?:\w{1,40}(?:Error|Exception)\b|error\b|errors? in\b|failure\b|failed\b|fatal\b|traceback \(most|panic|unknown (?:command|option|argument)|invalid\b|cannot\b|can't\b|could not\b|unable to\b|no such\b|not found\b|permission denied|command not found|segmentation fault|assertion ?(?:failed|error)|syntax ?error|no replacement was performed|did not\b|does not\b|Errors?:(?! ?(?:\(?none\b|0\b|$))|Failed (?:to|with)\b|Failure:|Fatal\b|Traceback \(most|Unknown (?:command|option|argument)|Invalid\b|Cannot\b|Can't\b|Could not\b|Unable to\b|No such\b|Permission denied|Segmentation fault|Assertion failed|Syntax error)|\b(?:FAILED|BUILD FAILED|ERROR|did not (?:match|appear|target|apply)|not found|no replacement|was not|is not (?:valid|allowed|unique|a)|must (?:be|have|contain|match|provide)|expected\b.{1,60}\b(?:got|but|found)|please (?:provide|use|try|check|specify)|try again|[1-9]\d{0,5} (?:failing|failed|failures?|errors?)|too (?:much|many|large|long))\b/;
/** A test that failed, or how many did, as test runners say it at the beginning of a line. */
const FAILED_TESTS =
  /^[ \t]{0,20}(?:(?:#|ℹ) fail {1,2}[1-9]|not ok \d(?!.{0,300}# (?:TODO|SKIP)\b)|[✖✗✘✕] \S|--- FAIL: |FAIL\t|Failed! |FAILURES!$)|"Action":"fail"|<!-- fail [1-9]|<testsuites?\b.{0,300} failures="[1-9]/m;
const FAILED_COUNT = /\b[1-9]\d{0,5} (?:tests? )?(?:fail(?:ing|ed|ures?)|errors?)\b/;
/** Lines that only warn or tell, or name a test that passed, whatever has failed in them: what was asked for went on. */
const HARMLESS_LINES =
  /^(?:.{0,300}\b[A-Z]\w{0,40}Warning:|\W{0,3}(?:[\d:.,TZ -]{4,30}\W{0,3})?(?:npm )?(?:[^\s:]{1,200}:(?:\d{1,7}:){0,2} ?)?(?:WARN(?:ING)?|INFO|DEBUG|NOTICE|[Ww]arning:)(?![\w])|[ \t]{0,40}(?:[✔✓√]|ok \d|PASS(?:ED)?\b|= (?:help|note):)).*$/gm;
/** Of what ran tests: that some passed. */
const PASSED =
  /(?:^|[\n =])[1-9]\d{0,6} (?:tests? )?pass(?:ed|ing)\b|\btest result: ok\b|\bBUILD SUCCESS|(?:^|\n)(?:OK \([1-9]|# pass [1-9])/;
/** Of the same: that something did not, or went wrong besides. */
const BROKEN =
  /\b[1-9]\d{0,5} (?:tests? )?(?:fail(?:ing|ed|ures?)|errors?|broken)\b|\b(?:FAIL(?:ED|URES?|S)?|fail|failures?|errors?)[ :=]{1,4}[1-9]|\b(?:FAIL(?:ED)?|ERR(?:OR|!)|Error \d|BUILD FAILURE|Traceback|fatal:|panic)|Error:|error(?: TS\d|\[|:)/;
const WORKED =
  /\b(?:success(?:ful|fully)?|succeeded|updated|has been (?:edited|updated|created|written|modified|saved)|created|written|wrote|applied|saved|modified|inserted|replaced|deleted|removed|done|ok|okay|completed?|added|installed)\b/i;

/** Whether a failure has a word to say besides that it is one: a search without matches fails, too. */
export function hasFailureText(failure: string): boolean {
  const said = failure.length <= MAX_SHORT ? stripWrappers(failure) : failure;
  return /\p{L}{2}/u.test(said);
}

/** Whether a result gives a code of failure. */
export function hasFailureCode(result: string): boolean {
  return (
    containsFailureCode(result.slice(0, MAX_READ)) || containsFailureCode(result.slice(-MAX_READ))
  );
}

/** Whether it names an exit code that is no success: what was called has run. */
export function containsFailureCode(text: string): boolean {
  return BAD_CODE.test(text) || (text.includes('*** [') && MAKE_FAILED.test(text));
}

/** Whether a result begins with a failure, or gives a code of one; words in the middle may stand in what was read. */
export function startsWithFailure(result: string): boolean {
  if (hasFailureCode(result)) return true;
  const said = stripWrappers(result.slice(0, MAX_READ));
  const found = FAILURE.exec(said);
  return (found !== null && found.index <= BEGINNING) || PROGRAM_FAILED.test(said);
}

/** A result without the marks and the exit code that some agents put around it. */
export function stripWrappers(result: string): string {
  return result.replace(BAD_CODE, '').replace(WRAPPERS, '').trim();
}

/** What kind of result a step has. Reads the ends of long results only; never throws. */
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

/** That nothing was printed, or that it worked, is said in the same few words again and again. */
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

/** Slices share the text they are of: to put them together would copy them. */
function hasFailureAtEnds(result: string): boolean {
  if (result.length <= 2 * MAX_READ) return isFailureText(withoutEscapes(result));
  return (
    isFailureText(withoutEscapes(result.slice(0, MAX_READ))) ||
    isFailureText(withoutEscapes(result.slice(-MAX_READ)))
  );
}

/** Whether test runners say that a test failed. */
export function hasFailedTests(text: string): boolean {
  return matchesFailedTests(text) || FAILED_COUNT.test(text);
}

/** What every such text has is found in no time. */
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
