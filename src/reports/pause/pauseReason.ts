import type { FailureLocation } from '../../model/failure/failure';
import type { FailureAnalysisReport, RepeatedFailure } from '../../model/report/pauseReport';
import { oneLine } from '../../text/oneLine';
import { capitalise } from '../../text/sentence';
import { shortName, truncate } from '../../text/truncate';
import { describeStopReason } from '../hops/describeHop';
import { pauseCause } from './pauseCause';

/** Maximum length of a quoted message, in characters. */
const MAX_QUOTE = 120;

/** Lines that hold what was compared: "2.67 !== 2.68", "9.72 ≠ 9.73". */
const COMPARISON = / (?:[!=]==?|≠|<>) /;
const UNEQUAL = / (?:!==?|<>) /;

/** A line that only names a test, its numbers masked: "not ok <n> - cart rounds". */
const TEST_LINE = /^not ok\b/;

/** Files outside the workspace are absolute or masked: "/usr/lib/x.py", "~/x.js", "<tmp>/x.js", "C:\\x.js". */
const OUTSIDE = /^(?:[/\\~<]|[A-Za-z][A-Za-z\d+.-]*:)|(?:^|[/\\])\.\.(?:[/\\]|$)/;

/** Why a task needs the human, for a heading. Quotes programs and agents. */
export interface PauseReason {
  /** One sentence without a full stop: "Same test failed 5 times: 9.72 ≠ 9.73". */
  readonly sentence: string;
  /** Where it fails, if that is known and in the workspace. */
  readonly place?: FailureLocation;
}

/**
 * Describes in one sentence why a task needs the human: what stopped it, its repeated failure, its loop, its last error.
 */
export function pauseReason(report: FailureAnalysisReport): PauseReason {
  const { failure, inTurnLoop, lastError } = report;
  const { kind, sentence } = pauseCause(report);
  const stopped = describeStopReason(report);
  if (stopped !== '') return { sentence: quote(stopped) };
  if (kind !== 'retries') return { sentence: sentence.replace(/\.$/, '') };
  if (failure !== undefined) {
    const { location } = failure.signature;
    return {
      sentence: describeRepeated(failure),
      ...(location !== undefined && !OUTSIDE.test(location.file) && { place: location }),
    };
  }
  const [said = sentence.replace(/\.$/, '')] = linesOf(lastError);
  return { sentence: quote(inTurnLoop === undefined ? said : capitalise(inTurnLoop.message)) };
}

/** Names a place briefly: "cart.test.js:22". */
export function namePlace({ file, line }: FailureLocation): string {
  const name = shortName(file.slice(file.lastIndexOf('/') + 1));
  return line === undefined ? name : `${name}:${line}`;
}

function describeRepeated({ signature, turns }: RepeatedFailure): string {
  const { failingTests, exactMessage } = signature;
  const lines = linesOf(exactMessage);
  const comparison = lines.find((line) => COMPARISON.test(line))?.replace(UNEQUAL, ' ≠ ');
  const tests = failingTests.length;
  const [name = ''] = tests === 1 ? failingTests : [];
  const line = lines.find((each) => !TEST_LINE.test(each));
  const said = quote(comparison ?? line ?? name);
  const noun = tests === 0 ? 'failure came' : tests === 1 ? 'test failed' : `${tests} tests failed`;
  const what = turns.length > 1 ? `Same ${noun} ${turns.length} times` : 'It failed';
  return said === '' ? what : `${what}: ${said}`;
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
}

function quote(text: string): string {
  return truncate(oneLine(text), MAX_QUOTE);
}
