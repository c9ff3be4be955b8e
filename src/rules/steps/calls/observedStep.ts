import type { Refusal } from '../../../model/failure/refusal';
import type { Step } from '../../../model/steps/step';
import type { ResultKind } from '../results/classifyResult';
import type { StepEffect } from '../effects/stepEffect';

/** One call of a run: equal (the same object) for the same tool with the same arguments. */
export interface KnownCall {
  readonly key: string;
  readonly tool: string;
  /** Arguments in one form, their ends only where they are long. */
  readonly args: string;
  readonly effect: StepEffect;
  /** It asks how long something takes: the least difference in what it gives is news. */
  readonly isMeasurement: boolean;
  /** As a verdict names it: the tool and the beginning of what it was told, on one line, secrets masked. */
  readonly quote: string;
}

/** One result of a call: equal (the same object) for results that differ only in what varies from run to run. */
export interface KnownResult {
  /** Equal for equal texts, as it came first; short where the text is long. */
  readonly key: string;
  /** Its ends; '' once too much else has been seen since. */
  readonly text: string;
  readonly kind: ResultKind;
  /** What was asked for is still to come, or a check passed; '' for neither. */
  readonly status: 'pending' | 'passed' | '';
  /** Something outside of the agent's reach failed. */
  readonly hasExternalCause: boolean;
  /** What refused the call; undefined where nothing outside of the agent's reach did. */
  readonly refusal: Refusal | undefined;
  /** Steps that gave it, oldest first, the newest only. */
  readonly steps: readonly number[];
  /** As `steps`, since something new was changed. */
  readonly stepsSinceChange: readonly number[];
  /** How often since then; >= 1. */
  readonly countSinceChange: number;
  /** Whether the two, of whatever calls, differ only in what varies; where too much was seen since, in nothing. */
  isEquivalentTo(other: KnownResult): boolean;
  /** Whether both failed with the same words, whatever they were told and wherever in a file. */
  isSameFailure(other: KnownResult): boolean;
}

/** A step with what is known of it when it comes. */
export interface ObservedStep {
  readonly step: Step;
  readonly call: KnownCall;
  readonly result: KnownResult;
  /** What was seen for the first time: the call, or only what it gave; '' for nothing. */
  readonly novelty: 'call' | 'result' | '';
  /** It changed something in a way that was not there before. */
  readonly isNewChange: boolean;
  /** Something was waited for since the same call gave the same. */
  readonly followsWait: boolean;
}

/** The same for calls that were made at once: what one of them gave, the agent did not know when it made the others. */
export function batchOf({ step }: ObservedStep): number {
  return step.madeWith ?? step.number;
}

/**
 * What an agent calls for the first time, and what is no mere reading, may change something, whatever it is; so may what
 * it runs again, where that gives something else.
 */
export function mayHaveChangedState({
  novelty: news,
  call: { effect },
  result,
}: ObservedStep): boolean {
  const isNews = news === 'call' || (news === 'result' && effect.kind === 'looks');
  return isNews && effect.kind !== 'reads' && result.kind !== 'failure';
}

/** The agent only spoke, or noted what it plans: nothing happened between the steps around it. */
export function isTextOrPlan({ call }: ObservedStep): boolean {
  return call.effect.kind === 'plans';
}
