import { quoteReasonLine } from '../shown/quoteReasonLine';
import type { AdvisedLoop } from './advisedLoop';
import { adviseOnKnownResult } from './adviseOnKnownResult';
import { adviseOnMissing } from './adviseOnMissing';
import { adviseOnReason } from './adviseOnReason';
import { isFailedStep } from './isFailedStep';
import { quoteCall, quoteLine } from './quoteWords';

/** Maximum number of failing calls that are named; the newest. */
const MAX_FAILURES = 3;
/** Maximum length of each reason, in characters. */
const MAX_REASON = 100;

/** Advice for several calls that fail by turns, such as the tries of a set-up: what is missing, else each reason. */
export function adviseOnFailures(loop: AdvisedLoop): string {
  const { steps = [], clues: { missing = [] } = {} } = loop;
  if (missing.length > 0) return adviseOnMissing(missing);
  const reasons = new Map<string, string>();
  for (const step of steps.filter(isFailedStep)) {
    const reason = quoteReasonLine({ result: step.result, args: step.call });
    if (reason !== '') reasons.set(quoteCall(step), quoteLine(reason, MAX_REASON));
  }
  if (new Set(reasons.values()).size < 2) return adviseOnKnownResult(loop);
  const failed = [...reasons].slice(-MAX_FAILURES);
  const list = failed.map(([call, reason]) => `${call} (${reason})`).join('; ');
  return `Each of these fails: ${list}. ${adviseOnReason(failed.map(([, reason]) => reason).join(' '))}`;
}
