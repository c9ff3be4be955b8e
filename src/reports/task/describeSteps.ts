import { listAsked, listQuestions } from '../../model/overview/overview';
import type { InTurnLoop } from '../../model/hops/hop';
import { describeStagedLoop } from '../../model/hops/loopStage';
import { describeProof } from '../hops/describeHop';
import type { ProvingStep, RunningSteps } from '../../model/steps/step';
import { countOf } from '../../text/count';

/**
 * Describes the current activity of an agent in a few words: "step 12: Bash npm test", or what it waits for; with a
 * suspected loop.
 */
export function describeSteps(steps: RunningSteps): string {
  const { suspicion } = steps;
  const doing = describeAgentWait(steps) ?? describeStepNow(steps);
  if (suspicion === undefined) return doing;
  const { detector, count: times, limit } = suspicion;
  return `${doing} (${detector} ${times}/${limit})`;
}

/** What a running agent waits for, a clause: a human, or what it reported. Undefined while it works. */
export function describeAgentWait(steps: RunningSteps): string | undefined {
  if (listAsked({ steps }).length > 0) return 'waits for your permission';
  return listQuestions({ steps }).length > 0 ? 'waits for your answer' : steps.notice;
}

/** "step 12: Bash npm test", or "11 steps" between steps. */
export function describeStepNow({
  count,
  current,
}: Pick<RunningSteps, 'count'> & {
  readonly current?: Pick<NonNullable<RunningSteps['current']>, 'number' | 'tool' | 'call'>;
}): string {
  return current === undefined
    ? countOf(count, 'step')
    : `step ${current.number}: ${describeCall(current)}`;
}

/** Describes a call on one line: "Bash npm test"; '' for a text. */
export function describeCall({
  tool,
  call,
  subject = call,
}: Pick<ProvingStep, 'tool' | 'call' | 'subject'>): string {
  return [tool, subject].filter((part) => part !== '').join(' ');
}

/** Describes what came of a step, on one line; '' for nothing. */
export function describeOutcome({
  result,
  outcome = result,
}: Pick<ProvingStep, 'result' | 'outcome'>): string {
  return outcome;
}

/** A loop inside a turn, with its evidence. */
export interface ProvenLoop {
  /** Message of its detector, with the stage of a loop in steps. */
  readonly message: string;
  /** "the same call with the same result: steps 11, 14 and 17". */
  readonly foundBy: string;
  readonly steps: readonly ProvingStep[];
}

export function describeLoop(loop: InTurnLoop): ProvenLoop {
  return {
    message: describeStagedLoop(loop),
    foundBy: describeProof(loop),
    steps: loop.steps ?? [],
  };
}
