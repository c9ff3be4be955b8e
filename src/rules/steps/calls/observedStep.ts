import type { Refusal } from '../../../model/failure/refusal';
import type { Step } from '../../../model/steps/step';
import type { ResultKind } from '../results/classifyResult';
import type { ObservedEdits } from '../edits/editHistory';
import type { StepEffect } from '../effects/stepEffect';
import type { Words } from '../text/toWords';

/**
 * A distinct call of a run: the same object for the same tool and arguments. Its texts are read on
 * first use and once, for all detectors.
 */
export interface KnownCall {
  readonly key: string;
  readonly tool: string;
  /** Canonical arguments; only their ends if they are long. */
  readonly args: string;
  readonly effect: StepEffect;
  /** Whether the call measures durations: then every difference in its result counts. */
  readonly isMeasurement: boolean;
  /** As `nameCall`. */
  readonly name: string;
  /** As `readRefusedAction`: program and subcommand of a shell command, otherwise the tool. */
  readonly action: string;
  /** As `toWords`, of the arguments. */
  readonly words: Words;
  /** As `listItems`, of the arguments. */
  readonly items: ReadonlySet<string>;
}

/** A distinct result of a call: the same object for results that differ only in volatile text. */
export interface KnownResult {
  /** Equal for equal texts; short if the text is long. */
  readonly key: string;
  /** The text, or its ends if it is long; '' once it was dropped from memory. */
  readonly text: string;
  readonly kind: ResultKind;
  /** As `readReasonLine`, of the kept text; '' once it was dropped. */
  readonly reason: string;
  /** `pending`: not ready yet; `passed`: a check passed; '' for neither. */
  readonly status: 'pending' | 'passed' | '';
  /** Whether something outside the agent's control failed. */
  readonly hasExternalCause: boolean;
  /** Refusal of the call; undefined if nothing outside the agent refused it. */
  readonly refusal: Refusal | undefined;
  /** Numbers of the newest steps with this result, oldest first. */
  readonly steps: readonly number[];
  /** As `steps`, since the last new change. */
  readonly stepsSinceChange: readonly number[];
  /** Number of occurrences since the last new change; >= 1. */
  readonly countSinceChange: number;
  /**
   * Whether two results, also of different calls, differ only in volatile text; if a text was
   * dropped, whether they are equal.
   */
  isEquivalentTo(other: KnownResult): boolean;
  /** Whether both are the same failure, regardless of arguments and lines. */
  isSameFailure(other: KnownResult): boolean;
}

/** A step with its call and result, as recorded when it arrived. */
export interface ObservedStep {
  readonly step: Step;
  readonly call: KnownCall;
  readonly result: KnownResult;
  /** What is new: the call, only its result, or nothing (''). */
  readonly novelty: 'call' | 'result' | '';
  /** Whether it made a change that was not made before. */
  readonly isNewChange: boolean;
  /** Whether a wait happened since the call gave the same result. */
  readonly followsWait: boolean;
  /** What the step edited, as far as its arguments state it; undefined if they do not. */
  readonly edited: ObservedEdits | undefined;
  /** Whether the call gave another result the last time. */
  readonly hasMoved: boolean;
}

/**
 * Identifies the batch of a step: equal for calls made at the same time, whose results the agent
 * did not know when it made the others.
 */
export function batchOf({ step }: ObservedStep): number {
  return step.madeWith ?? step.number;
}

/**
 * Whether a step may have changed something: a new call that does not only read, or a repeated
 * command with a new result.
 */
export function mayHaveChangedState({
  novelty: news,
  call: { effect },
  result,
}: ObservedStep): boolean {
  const isNews = news === 'call' || (news === 'result' && effect.kind === 'looks');
  return isNews && effect.kind !== 'reads' && result.kind !== 'failure';
}

/** Whether the agent only wrote text or recorded a plan. */
export function isTextOrPlan({ call }: ObservedStep): boolean {
  return call.effect.kind === 'plans';
}
