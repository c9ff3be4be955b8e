import type { CommandOutput } from './recordedRuns';

/**
 * What a command came to, as far as anybody can tell without knowing signatures: the oracle that
 * they are measured against. It shares no code and no mask with them: the exit code, the numbers
 * in front of "passed", "failed", … in the last lines, the names behind FAILED, FAIL, ERROR and ---,
 * and the last line that begins like an exception.
 */
export interface Outcome {
  readonly end: string;
  readonly counts: string;
  readonly tests: string;
  readonly exception: string;
}

const COUNT =
  /\b(\d+) (passed|failed|failing|passing|errors?|skipped|xfailed|failures?|failing test cases?|tests? ran)\b|\bRan (\d+) tests?|\b(failures|errors|skipped|Failures|Errors)[=:] ?(\d+)/g;
const FAILED = /^(?:FAILED|ERROR|FAIL:|ERROR:|--- FAIL:|---)\s+(\S+)/;
const EXCEPTION =
  /^(?:E\s+|[\s|]*)?(?:Caused by: )?[\w.$]*(?:Error|Exception|Failure|Warning|Interrupt|Exit|DoesNotExist|ImproperlyConfigured|Failed)\b(?:$|[:\s(].*)/;
/** Closing lines that are searched for numbers. */
const CLOSING = 40;

/** Reads the outcome off an output. */
export function outcomeOf({ text, code, timedOut }: CommandOutput): Outcome {
  // eslint-disable-next-line no-control-regex -- colours begin with one
  const colours = /\u001b\[[\d;]*m/g;
  const lines = text.split('\n').map((line) => line.replace(colours, '').trimEnd());
  const closing = lines.slice(-CLOSING).join('\n');
  const tests = new Set(lines.flatMap((line) => FAILED.exec(line)?.[1] ?? []));
  return {
    end: timedOut ? 'time-out' : String(code ?? 'not recorded'),
    counts: [...closing.matchAll(COUNT)].map(([found]) => found).join(', '),
    tests: [...tests].sort().join(' '),
    exception: lines.findLast((line) => EXCEPTION.test(line))?.trim() ?? '',
  };
}

/** True for an output of a failure: by the exit code; where a pipe hid that, by what was printed. */
export function isFailure(output: CommandOutput, command: string): boolean {
  if (output.timedOut || (output.code ?? 0) !== 0) return true;
  if (output.code === 0 && !command.includes('|')) return false;
  const { counts, tests } = outcomeOf(output);
  const failing = /[1-9]\d* (?:failed|failing|errors?|failures?)|(?:failures|errors)=[1-9]/i;
  return failing.test(counts) || tests !== '' || output.text.includes('\nTraceback (most recent');
}

/** True unless the outcomes differ in more than digits and what only a machine writes. */
export function mayBeEqual(a: Outcome, b: Outcome): boolean {
  return (
    a.end === b.end &&
    a.counts === b.counts &&
    a.tests === b.tests &&
    lettersOf(a.exception) === lettersOf(b.exception)
  );
}

/** True when the outcomes differ in what a human would name: not in an address, a time or a temporary name alone. */
export function surelyDiffers(a: Outcome, b: Outcome): boolean {
  if (!mayBeEqual(a, b)) return true;
  const drawnByLot = /0x[\da-f]{4}|\/tmp|\d\d:\d\d|[\da-f]{8}-|\d\.\d+ ?m?s\b|\bline \d/;
  return a.exception !== b.exception && !drawnByLot.test(a.exception + b.exception);
}

/** True when the outcomes are one, word for word, and name what failed. */
export function surelyEqual(a: Outcome, b: Outcome): boolean {
  const isNamed = a.exception !== '' || a.tests !== '';
  return isNamed && mayBeEqual(a, b) && a.exception === b.exception;
}

function lettersOf(text: string): string {
  return text.replace(/\b0x[\da-f]+\b|\/tmp\/\S*|[\da-f]{8,}|\d+/g, '#');
}
