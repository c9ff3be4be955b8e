/** Assertions, which are findings of a test regardless of what they mention. */
const ASSERTION =
  /\bassert(?:ion\w{0,20}|ed|ing)?\b|Assertion\w{0,20}(?:Error|Exception)|ComparisonFailure|\bexpect(?:ed|s)?\b|\bexpect\(|\bgot\b.{1,300}\bwant\b|\bwant\b.{1,300}\bgot\b/i;

/** Lines that only the project's own code and tests cause. */
const ORDINARY: readonly RegExp[] = [
  /^error\[E\d{1,5}\]|^error: (?:could not compile|cannot find|expected|mismatched)/,
  /\berror TS(?!2307\b|7016\b)\d{1,5}\b/,
  /\bpanicked at\b|^panic: |\bSegmentation fault\b|^fatal error: all goroutines/,
  /^✖ \d{1,7} problems? \(|^\d{1,6}:\d{1,6}\s{1,8}error\s|\bCode style issues\b/,
  /\bcannot find symbol\b|\bCOMPILATION ERROR\b/,
  /[Ee]xceeded timeout of|Timeout of \d{1,9} ?ms exceeded|Test timeout of/,
  /^[^\s:(]{1,300}[:(]\d{1,7}(?:[:,]\d{1,7})?\)?:? (?:fatal )?error\b(?! TS(?:2307|7016)\b)/,
  /^[\w./\\-]{1,300}\.go:\d{1,7}:\d{1,7}: /,
];

/** First line of an error of any class, with a message. */
const HEAD =
  /^(?:E\s{1,12}|Uncaught |Exception in thread "[^"]{1,100}" |Caused by: |\[cause\]: |\d{1,6}\) )?(?:[\w.$]{0,200}(?:Error|Exception|Failure|Fault)|FAILED \S{1,400} - [\w.$]{1,200})(?: \[[\w-]{1,40}\])?: {1,4}\S/;

const WRAPPER =
  /Command failed|exit(?:ed)? (?:with )?(?:code|status)|non-zero exit|ELIFECYCLE|Process completed|Failed to execute goal|Lifecycle script|Execution failed for task|process from config\.webServer|^Error: Cannot find module|Test suite failed to run|^Error: no test specified|^Error: (?:(?:Failed|Unable) to (?:query available|install|download|pull)|Error accessing remote|Download fail|(?:INSTALLATION|UPGRADE) FAILED)/i;

/** Whether the line is an assertion, which is never an external failure. */
export function isAssertion(line: string): boolean {
  return ASSERTION.test(line);
}

/** Whether the line is a runner's message about a failed command, which names no cause. */
export function isWrapper(line: string): boolean {
  return WRAPPER.test(line);
}

/** Whether a line without external failure shows a failure of the project's own. */
export function isOrdinaryFailure(line: string): boolean {
  if (isWrapper(line)) return false;
  return HEAD.test(line) || ORDINARY.some((pattern) => pattern.test(line));
}

const CLAIMS: readonly RegExp[] = [
  /^(\d{1,7}) failing$/,
  /^(?:Tests|Test Suites|Test Files):?\s{1,8}(\d{1,7}) failed\b/,
  /^(?:=+ |ERROR )?.{0,40}?\b(\d{1,7}) (?:failed|errors?)\b.{0,80} in [\d.]{1,12}s/,
  /^(\d{1,7}) failed$/,
  /^(?:# |ℹ )fail (\d{1,7})$/,
  /^test result: FAILED\. .{0,40}?(\d{1,7}) failed/,
  /^\d{1,7} (?:tests? completed|examples?), (\d{1,7}) (?:failed|failures?)/,
];
const SUMS = /(?:FAILED \((.{1,100})\)|Tests run: \d{1,7}, (Failures: \d{1,7}, Errors: \d{1,7}))/;

/** Marks of failed tests, for runners that do not count them. */
const FAIL_MARK = /^(?:(?:✗|✘|✕|×|✖) (?!failing tests|\d|Failed to )|FAIL(?:ED)?: )/;

/** Whether the line marks a failed test or check. */
export function isFailMark(line: string): boolean {
  return FAIL_MARK.test(line);
}

/** The number of failed tests that runners count in the text, or mark; 0 without either. */
export function countClaimedFailures(lines: readonly string[]): number {
  let most = 0;
  let listed = 0;
  let marked = 0;
  for (const line of lines) {
    if (/^(?:--- FAIL: |not ok \d)/.test(line)) listed += 1;
    if (isFailMark(line)) marked += 1;
    if (!/fail|error/i.test(line)) continue;
    for (const claim of CLAIMS) most = Math.max(most, Number(claim.exec(line)?.[1] ?? 0));
    const parts = SUMS.exec(line);
    const numbers =
      (parts?.[1] ?? parts?.[2] ?? '').match(/(?:failures?|errors?)[=:] ?\d{1,7}/gi) ?? [];
    most = Math.max(
      most,
      numbers.reduce((sum, part) => sum + Number(/\d+/.exec(part)?.[0]), 0),
    );
  }
  const counted = Math.max(most, listed);
  return counted > 0 ? counted : marked;
}
