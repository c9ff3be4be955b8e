import { describeEnd } from '../../model/turn/turn';
import type { TestRun } from '../../model/verification/testRun';
import type { VerifyResult } from '../../ports/verifier';
import { countOf } from '../../text/count';
import { describeDuration } from '../../text/describeDuration';
import { withFullStop } from '../../text/sentence';
import { quote } from '../doctor/findingText';
import { judgeVerification } from '../doctor/judgeVerification';
import type { TrialEnd } from './setUpFacts';

/** Explains how a trial of a verify command ended, in one or two sentences for the user. */
export function judgeTrial(result: VerifyResult, now: Date): TrialEnd {
  const { end, durationMs } = result;
  const took = describeDuration(durationMs);
  if (end.kind === 'cancelled') return { kind: 'stopped', message: `Stopped after ${took}.` };
  const judged = judgeVerification(result, now);
  switch (judged.kind) {
    case 'notStarted': {
      const words = end.kind === 'couldNotStart' ? quote(end.message) : judged.lastLine;
      const why = withFullStop(words === '' ? describeEnd(end) : words);
      return cannotRun(
        `The command cannot start: ${why} Correct the command, or install what the command needs.`,
      );
    }
    case 'tooLong':
      return cannotRun(
        `The command did not end within ${describeDuration(judged.limitMs)}. Use a command that ends by itself, without a watch mode or questions.`,
      );
    case 'external':
      return cannotRun(
        `The command failed for a reason outside the project: ${withFullStop(judged.message)} ${judged.remedy}`,
      );
    case 'ran':
      return judged.passes
        ? { kind: 'passes', message: describePass(judged.tests, took) }
        : { kind: 'fails', message: describeFailure(judged.tests, describeEnd(end)) };
    default:
      return judged satisfies never;
  }
}

function describePass(tests: TestRun | undefined, took: string): string {
  if (tests === undefined)
    return `The command passed in ${took}. Its output names no tests, so Devs sees only whether the command passes.`;
  const { run, failed } = countTests(tests);
  if (run === 0) return `The command passed in ${took}, but no test ran.`;
  if (failed > 0)
    return `The command passed in ${took}, although ${failed} of ${countOf(run, 'test')} failed.`;
  return run === 1
    ? `The only test passed in ${took}.`
    : `All ${countOf(run, 'test')} passed in ${took}.`;
}

function describeFailure(tests: TestRun | undefined, how: string): string {
  if (tests === undefined)
    return `The command failed (${how}), which is fine: a task is done when the command passes. Its output names no tests, so Devs sees only whether the command passes.`;
  const { run, failed } = countTests(tests);
  if (failed === 0)
    return `The command failed (${how}), although no test failed: see the output of the command.`;
  const verb = failed === 1 ? 'fails' : 'fail';
  return `${failed} of ${countOf(run, 'test')} ${verb}, which is fine: Devs measures progress by the number of failing tests.`;
}

function countTests({ passed, failed, errors }: TestRun): {
  readonly run: number;
  readonly failed: number;
} {
  return { run: passed + failed + errors, failed: failed + errors };
}

function cannotRun(message: string): TrialEnd {
  return { kind: 'cannotRun', message };
}
