import type { ProvingStep } from '../../../model/steps/step';
import { readRefusedAction } from '../refusals/readRefusedAction';
import { nameCall } from '../shown/nameCall';
import { quoteReasonLine } from '../shown/quoteReasonLine';
import { quoteLine } from '../shown/quoteWords';
import type { AdvisedLoop } from './advisedLoop';
import { adviseOnKnownFailure, adviseOnKnownResult } from './adviseOnKnownResult';
import { adviseOnMissing } from './adviseOnMissing';
import { adviseOnReason } from './adviseOnReason';
import { isFailedStep } from './isFailedStep';

/** Maximum number of kinds of failures, and of failures of a kind, that are named; the newest. */
const MAX_KINDS = 2;
const MAX_FAILURES = 3;
/** Maximum length of each of several reasons, in characters. */
const MAX_REASON = 80;

interface Failure {
  readonly step: ProvingStep;
  /** The line that says why. */
  readonly reason: string;
}

/** Advice for several calls that fail by turns, such as the tries of a set-up: what is missing, else by each reason. */
export function adviseOnFailures(loop: AdvisedLoop): string {
  const { steps = [], clues: { missing = [] } = {} } = loop;
  if (missing.length > 0) return adviseOnMissing(missing);
  // The newest failure of each action, by what can be done about it.
  const kinds = new Map<string, Map<string, Failure>>();
  for (const step of steps.filter(isFailedStep)) {
    const reason = readReason(step, loop);
    if (reason === '') continue;
    const advice = adviseOnReason(reason);
    const kind = kinds.get(advice) ?? new Map<string, Failure>();
    const action = readRefusedAction({ tool: step.tool, args: step.call });
    kind.delete(action);
    kinds.delete(advice);
    kinds.set(advice, kind.set(action, { step, reason }));
  }
  const newest = [...kinds].slice(-MAX_KINDS);
  if (newest.every(([, kind]) => kind.size < 2) && newest.length < 2)
    return adviseOnKnownResult(loop);
  return newest.map(([advice, kind]) => adviseOnKind(advice, [...kind.values()], loop)).join(' ');
}

/** Advice for actions that fail, whatever their results look like. */
export function adviseOnRepeatedFailure(loop: AdvisedLoop): string {
  return adviseOnFailures({ ...loop, clues: { ...loop.clues, failed: true } });
}

function adviseOnKind(advice: string, failures: readonly Failure[], loop: AdvisedLoop): string {
  const [only, ...more] = failures;
  if (only === undefined) return '';
  if (more.length === 0) return adviseOnKnownFailure(only.step, loop, only.reason);
  const list = failures
    .slice(-MAX_FAILURES)
    .map(
      ({ step: { tool, call }, reason }) =>
        `${nameCall({ tool, args: call })} (${quoteLine(reason, MAX_REASON)})`,
    );
  return `Each of these fails: ${list.join('; ')}. ${advice}`;
}

/** Of the newest step the whole result is known. */
function readReason(step: ProvingStep, { steps = [], answer = '' }: AdvisedLoop): string {
  if (step === steps.at(-1) && answer !== '') return answer;
  return quoteReasonLine({ result: step.result, args: step.call });
}
