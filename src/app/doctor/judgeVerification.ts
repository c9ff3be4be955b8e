import { exitedCleanly } from '../../model/turn/turn';
import type { TestRun } from '../../model/verification/testRun';
import type { VerifyResult } from '../../ports/verifier';
import { findExternalFailure } from '../../rules/failure/external/externalFailure';
import { classifyFailedStart } from '../../rules/failure/external/failureOwner';
import { outputLines } from '../../rules/output/outputLines';
import { readClosingLines } from '../../rules/testRuns/closingLines';
import { lastLine, quote, removeResumeAdvice } from './findingText';

/** What one run of a verify command outside of a task says. */
export type VerificationJudgement =
  /** It never ran. */
  | { readonly kind: 'notStarted' }
  | { readonly kind: 'tooLong'; readonly limitMs: number }
  /** It failed for a reason outside the project; both texts can be shown, `message` has no full stop. */
  | { readonly kind: 'external'; readonly message: string; readonly remedy: string }
  /** It ran; `tests` is absent where neither a report nor the output names any. */
  | { readonly kind: 'ran'; readonly passes: boolean; readonly tests?: TestRun };

/** A judgement with the last line of the output, quoted; '' without output. */
export type JudgedVerification = VerificationJudgement & { readonly lastLine: string };

/** Judges one run of a verify command: whether it could run, and if so whether it passes. */
export function judgeVerification(result: VerifyResult, now: Date): JudgedVerification {
  const lines = outputLines(result.output);
  return { ...judge(result, lines, now), lastLine: lastLine(lines) };
}

function judge(
  { end, tests: reported }: VerifyResult,
  lines: readonly string[],
  now: Date,
): VerificationJudgement {
  if (classifyFailedStart({ end, command: '', startedBefore: false }).owner === 'other')
    return { kind: 'notStarted' };
  if (end.kind === 'timeout') return { kind: 'tooLong', limitMs: end.limitMs };
  const passes = exitedCleanly(end);
  const external = passes
    ? undefined
    : findExternalFailure({ lines, speaker: 'verification', now });
  if (external !== undefined)
    return {
      kind: 'external',
      message: quote(external.message),
      remedy: removeResumeAdvice(external.remedy),
    };
  const tests = reported ?? readClosingLines(lines);
  return { kind: 'ran', passes, ...(tests && { tests }) };
}
