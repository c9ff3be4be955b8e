import { LEADING_TIME } from '../../output/leadingTime';

/**
 * Patterns for single lines of test programs, compilers, linters and shells. Every pattern is anchored or bounded, so
 * that matching is linear in the length of a hostile line.
 */

/** Matches every line that one of the patterns below may match, and few others; it runs on the whole output. */
const CANDIDATE =
  /rror|RROR|xception|[Ff]ail|FAIL|[Pp]anic|FATAL|[Ff]atal|xpect|eceived|Traceback|denied|refused|ould not|annot|can't|nable to|not found|No such|No module|passed|passing|pending|kipped|not ok|illed|Aborted|Segm|core dumped|CRIT|ERR!|unresolved|undefined|[✖✗✕×✘❌●ℹ❯]|:\d+:\d|^ {1,8}\d+:\d|\.{3} |^_{3}|^E {2}|^# |^-{3,4} |^\s{0,8}\d{1,4}\) |\*{3} |Ran \d|roblems?|[Tt]ests?:? |<<<|FAIL|Interrupt|Exit|#\w+ \[|imed out|imeout|rspec|_test\.go:\d|^e: |^CONFLICT/;

/** False if the line cannot describe a failure. Cheap: called for every line. */
export function isCandidateLine(line: string): boolean {
  return CANDIDATE.test(line);
}

const ERROR_NAME =
  '(?:[A-Za-z_$][\\w$]{0,80}(?:\\.|::)){0,10}[\\w$]{0,80}?(?:Error|Exception|Failure|Failed|Fault|Interrupt|Panic)';

/** `Error: …`, `pkg.SomeException: …`, `AssertionError [ERR_ASSERTION]: …`, also after lead-in words of programs. */
const NAMED_ERROR = new RegExp(
  '^(?:(?:Uncaught|Unhandled|Caused by:|Exception in thread "[^"]{0,80}"|error:|Error:|E {1,8}|\\(in promise\\)|[A-Z][\\w\' ]{0,60}:) ?){0,3}' +
    `${ERROR_NAME}(?: \\[[\\w-]{1,60}\\])?:(?:\\s|$)`,
);
const BARE_ERROR = new RegExp(`^(?:Caused by: )?${ERROR_NAME}$`);

/** `error: …`, `error[E0308]: …`, `[ERROR] …`, `FATAL …`, `npm ERR! …`, `make: *** …`. */
const ERROR_WORD =
  /^(?:\[?(?:error|Error|ERROR|fatal|Fatal|FATAL|panic|PANIC|critical|CRITICAL|failure|Failure|FAILURE)\]?(?:\[\w{1,20}\])?(?: error)?(?::|\]|!)|(?:ERROR|FATAL|CRITICAL|SEVERE)\s|npm (?:ERR!|error)\s|[\w.-]{1,40}(?:\[\d+\])?: \*\*\* |PHP (?:Fatal|Parse) error|ERR!|❌|✘|Failed to |Could not |Cannot |Can't |Unable to |\w{1,40} failed:|BUILD FAILED|Build failed|FAILED?:|FAILURE\b|[Ee]rror during \w{1,40}:|Failed asserting |(?:Type|Syntax|Parse|Parsing|Module|Build|Runtime) error: |CMake Error\b|CONFLICT \(|Execution failed for task |[\w./-]{1,60}: (?:fatal )?error: |[A-Z][\w:]{0,100}#\w{1,200} \[[^\]\s]{1,300}:\d{1,7}\]:$)/;

/** Messages of a shell or a system call, after the name of the program. */
const SYSTEM_WORDS =
  /^[^\s"'`=(#][^"'`=(#]{0,200}: (?:[^"'`]{0,300}: )?(?:command not found|not found$|No such file or directory|Permission denied|Operation not permitted|Is a directory|Not a directory|No space left|Connection refused|cannot |can't |can’t |unable to |could not |undefined reference|No module named|syntax error|permission denied|fatal error)/;
const ABRUPT =
  /^(?:Segmentation fault|Killed|Aborted|Terminated|Bus error|Illegal instruction|Out of memory|FATAL ERROR|Command timed out|fatal:|panic:|thread '[^']{0,200}'(?: \(\d+\))? panicked at)|\(core dumped\)|: Assertion [`'"].{1,300}['"] failed\.?$|: undefined reference to /;

const CODE_FILE = String.raw`(?:[A-Za-z]:)?[^\s:()'"]{1,300}\.[A-Za-z]\w{0,7}`;
/** `file:1:2: error: …`, `file(1,2): error TS…`, `file:1: error: …`, `[ERROR] file:[1,2] …`, `e: file: (1, 2): …`. */
const DIAGNOSTIC = new RegExp(
  String.raw`^(?:\[(?:ERROR|error)\] |ERROR in |ERROR: |e: )?((?:file:\/\/)?\/?${CODE_FILE})(?::(\d+):(\d+)|\((\d+)(?:,(\d+))?\)|:(\d+)|:\[(\d+),(\d+)\]|: \((\d+), \d+\)):?( - | )(.*)$`,
);
const HARMLESS = /^(?:warning|warn|note|info|help|hint|remark|debug|\w{0,40}Warning)\b/i;
const SAYS_ERROR = /^(?:[\w-]{1,30} )?(?:fatal )?(?:error|Error|ERROR)\b/;
const SAYS_NAMED_ERROR = new RegExp(`^${ERROR_NAME}\\b`);
/** A row under a file's name, as ESLint prints it. */
const LINTER_ROW = /^ {1,8}(\d+):(\d+)\s+error\s/;

/** A place in the user's code that a diagnostic names. */
export interface DiagnosticPlace {
  /** Undefined if a line above names it. */
  readonly file?: string;
  readonly line: number;
}

/** The place of an error that a line names; undefined if it is not a diagnostic of an error. */
export function diagnosticPlace(line: string): DiagnosticPlace | undefined {
  const row = LINTER_ROW.exec(line);
  if (row !== null) return { line: Number(row[1]) };
  const found = DIAGNOSTIC.exec(line);
  if (found === null) return undefined;
  const [, file = '', one, , two, , three, four, , five, space, message = ''] = found;
  const text = message.trimStart();
  const exact = one ?? two ?? four ?? five;
  const said = SAYS_ERROR.test(text) || SAYS_NAMED_ERROR.test(text);
  const isError = said || (exact !== undefined && two === undefined && !HARMLESS.test(text));
  if (!isError || text === '' || (space === ' ' && message.startsWith(' '))) return undefined;
  return { file, line: Number(exact ?? three) };
}

/** Label that Node.js prints before the cause of an error. */
const CAUSE = /^\[(?:cause|errors)\]: /;

/** Whether a line names an error of an exception, a compiler, a linter or a shell. */
export function namesError(line: string): boolean {
  const text = line.trimStart().replace(LEADING_TIME, '').trimStart().replace(CAUSE, '');
  return (
    NAMED_ERROR.test(text) ||
    (!/^\s{1}/.test(line) && (SYSTEM_WORDS.test(text) || ABRUPT.test(text))) ||
    (ERROR_WORD.test(text) && !/^\w+ = /.test(text)) ||
    diagnosticPlace(line) !== undefined
  );
}

/** Whether a line certainly is the error at the end of a Python traceback, by its name or its module prefix. */
export function isException(line: string): boolean {
  const text = line.replace(/^[\s|]{1,40}/, '');
  return (
    NAMED_ERROR.test(text) ||
    BARE_ERROR.test(text) ||
    /^(?:[a-z_]\w{0,80}\.){1,10}[A-Z]\w{0,80}(?::|$)/.test(text)
  );
}

/** Whether a line holds only the name of an exception: it is an error only if a stack follows. */
export function isBareError(line: string): boolean {
  return BARE_ERROR.test(line.trim());
}

/**
 * Names of failed tests, as common runners print them. `<n>` is the masked ordinal of a test: a line must get the same
 * class before and after `normalise`, or masking it twice would change it.
 */
const FAILED_TEST = [
  /^(?:FAILED|ERROR)\s+[^\s:]{1,300}(?:::|$| - )/, // pytest
  /^FAIL: \S|^ERROR: [\w.]{1,300}(?: \(.{0,300}\))?$/, // unittest
  /^\s*--- FAIL: /, // go test
  /^\s?FAIL\s+\S/, // go test, jest, vitest
  /^\s*not ok (?:\d|<n>)/, // TAP
  /^\s*[✖✗✕×✘] (?!\[ERROR\])\S/, // node:test, jest, vitest; not esbuild
  /^\s*● (?!Console$)\S/, // jest
  /^\s{0,20}(?:\d{1,4}|<n>)\) \S/, // mocha, rspec
  /^test [^.]{1,300}(?:\.[^.]{1,300}){0,20} \.\.\. FAILED/, // cargo test
  /^[^\s(][^()]{0,300}(?: \([^()]{0,300}\))? \.\.\. (?:FAIL|ERROR)$/, // unittest -v
  /^_{3,} .{1,300} _{3,}$/, // pytest
  /^---- .{1,300} stdout ----$/, // cargo test
  /^[^\s>]{1,200} > .{1,300} FAILED$/, // Gradle
  /^rspec \S/,
  /^- .{1,300} \*{3} FAILED \*{3}$/, // ScalaTest
  /^\(fail\) \S/, // bun
  /^\S.{0,300} => (?:\.{0,2}\/|file:\/\/)\S{1,300}:\d{1,7}:\d{1,7}$/, // Deno
  /^\[ {2}FAILED {2}\] /, // googletest
  /^--- \S{1,300}::\S{1,200}$/, // JUnit by Defects4J
  /^(?:\[ERROR\] )?.{1,300}<<< (?:FAILURE|ERROR)!/, // Maven
];

/** Whether a line names a failed test. */
export function namesFailedTest(line: string): boolean {
  return FAILED_TEST.some((pattern) => pattern.test(line));
}

const COUNTED =
  /(?:^|[\s(,])\d+ (?:passed|failed|failing|passing|failures?|errors?|skipped|pending|problems?|examples?|tests? |todo|xfailed|xpassed|deselected)\b/;
const SUMMARY = [
  /^(?:ℹ|#) (?:tests|suites|pass|fail|cancelled|skipped|todo) \d+$/,
  /^(?:\[\w{1,8}\] )?Tests(?: run)?:\s/,
  /^\s*(?:Test Suites|Tests|Test Files|Suites):?\s/,
  /^test result: /,
  /^Ran \d+ tests?/,
  /^(?:FAILED|OK)(?: \(.{1,200}\))?$/,
  /^(?:There (?:are|is|were|was) )?\d+ failing /,
  /^Found \d+ errors?/,
  /^ \d+ (?:pass|fail|skip|todo)$/, // bun
  /^\s{0,3}\d+ FAILED TESTS?$/, // googletest
  /^\S.{0,100} : ok=\d+ .{0,100}\bfailed=\d+/, // Ansible
];
/** Maximum length of a line with counts, in characters. */
const MAX_SUMMARY = 240;

/** Whether a line counts passed and failed tests. */
export function isSummary(line: string): boolean {
  if (line.length > MAX_SUMMARY || !/\d|OK|FAILED/.test(line)) return false;
  return COUNTED.test(line) || SUMMARY.some((pattern) => pattern.test(line));
}

/** Whether a line with counts includes at least one failure. */
export function countsFailures(line: string): boolean {
  return /[1-9]\d{0,9} (?:failed|failing|failures?|fail\b|errors?|problems?|error\b)|failed=[1-9]|(?:[Ff]ailures?|[Ee]rrors?|fail)[:=]? ?[1-9]|FAIL/.test(
    line,
  );
}

const DETAIL =
  /^\s*(?:[-+?|^~>] ?\S|[-+|]\s{2,80}[^\s^~|-]|\|\s{2,200}[\^~-][\^~|\s-]{0,200}[^\s^~|-]|E\s{2}|[Ee]xpect|[Rr]eceived|[Aa]ctual|[Gg]ot\b|[Ww]ant\b|left\b|right\b|[Dd]iff|Mismatch|Max (?:abs|rel)|[xy]: |ACTUAL|DESIRED|First |Second |where |and: |At index|Left contains|Right contains|Extra items|Items in|code: |symbol:|location:|required:|found:|but was)|[^=]===? |!==? | ≠ /;

/** Whether a line adds detail to the error above it: expected and actual values, differences. */
export function isDetail(line: string): boolean {
  return DETAIL.test(line);
}

/** Whether a line is a rule between sections, which ends the message above it. */
export function isRule(line: string): boolean {
  return /^\s{0,4}(?:[=_⎯─*]{5,}|-{5,}|(?:_ ){5,})/.test(line);
}

const GOOD =
  /^\s*(?:[✔✓√]|ok \d|PASS\b|--- PASS|test .{1,300} \.\.\. ok$)|^\[INFO\]|^=== (?:RUN|NAME|CONT|PAUSE)\b/;
const ANOTHER =
  /^\S{1,400}:\s(?:\d{1,7}:\s)?(?:warning|note|In function|In member)\b|^\S{1,400}:\d+: (?:warning|note)\b|^warning\b/;

/** Whether a line ends a block: a success, a warning or a rule between sections. */
export function endsBlock(line: string): boolean {
  return isRule(line) || GOOD.test(line) || ANOTHER.test(line);
}

/** Whether a line is not part of a message: code with line numbers, the markers below it, a numbered stack. */
export function isQuotedCode(line: string): boolean {
  return /^\s*>?\s*\d{1,7} ?\||^[\s|^~]*$|^\s{0,8}\d{1,4}: |^stack backtrace:|^note: run with/.test(
    line,
  );
}

const GO_TEST = /^\s{4,12}([\w./-]{1,200}\.go):(\d{1,7}): /;
const GRADLE_TEST = /^\s{4,12}[\w.$]{1,200} at ([\w$]{1,200}\.(?:java|kt|groovy|scala)):(\d{1,7})$/;
const SCALATEST = /^ {1,12}.{1,400} \(([\w$]{1,100}\.scala):(\d{1,7})\)$/;
const C_ASSERTION =
  /^[^\s:]{1,200}: ([^\s:"'()]{1,300}\.[A-Za-z]\w{0,7}):(\d{1,7}): .{1,300}: Assertion [`'"]/;
/** esbuild, under its message. */
const ESBUILD = /^ {4}([^\s:"'()]{1,300}\.[A-Za-z]\w{0,7}):(\d{1,7}):\d{1,7}:$/;
const MINITEST = /^[A-Z][\w:]{0,100}#\w{1,200} \[([^\]\s]{1,300}):(\d{1,7})\]:$/;

/**
 * The place in a test's message below its name: `    cart_test.go:10: got 3`, `    AssertionError at CartTest.java:3`.
 */
export function placeInMessage(line: string): DiagnosticPlace | undefined {
  const found =
    GO_TEST.exec(line) ??
    GRADLE_TEST.exec(line) ??
    MINITEST.exec(line) ??
    SCALATEST.exec(line) ??
    ESBUILD.exec(line) ??
    C_ASSERTION.exec(line);
  return found === null ? undefined : { file: found[1] ?? '', line: Number(found[2]) };
}
