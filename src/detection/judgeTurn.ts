import type { Measurement } from '../domain/task';
import { describeEnd, endedWell, type ProcessEnd } from '../domain/turn';
import { entropyLoop } from './entropyLoop';
import { ignoredPivot, type PivotTurn } from './ignoredPivot';
import { measureProgress } from './progress/measureProgress';
import { saysDone } from './replyText';
import { NO_VERDICT, type Verdict } from './verdict';

/** A turn that rules 1 and 2 did not take out, with the history it is judged by. */
export interface TurnEvidence {
  readonly agentEnd: ProcessEnd;
  readonly reply: string;
  /** Absent when the task has no verify command. */
  readonly verification:
    { readonly end: ProcessEnd; readonly measurement?: Measurement } | undefined;
  /** The workspace differs from what it was when the task started. */
  readonly differsFromStart: boolean;
  readonly best: Measurement | undefined;
  /** Entropy before this turn. */
  readonly entropy: number;
  readonly loopThreshold: number;
  /** Numbers of the strategy's counted turns, this one last. */
  readonly strategyTurns: readonly number[];
  readonly pivot: PivotTurn;
}

/** What a counted turn is worth (rules 3, 4 and 5). `reason` is one line for humans. */
export type Judgement = {
  /** The best measurement from now on, this turn's included. */
  readonly best: Measurement | undefined;
  readonly reason: string;
} & (
  | { readonly kind: 'success'; readonly unverified: boolean }
  | { readonly kind: 'progress' }
  | {
      readonly kind: 'no_progress';
      /** `stuck`: the strategy has failed. */
      readonly verdict: Verdict;
    }
);

/** Why a passed verification proves nothing. */
export const NO_WORK_TO_SHOW = 'the workspace is as it was at the start: there is no work to show';

/** The first rule that fits: success, progress, no progress. */
export function judgeTurn(turn: TurnEvidence): Judgement {
  const measured = measureProgress(turn.best, turn.verification?.measurement);
  const success = judgeSuccess(turn);
  if (success !== undefined) return { kind: 'success', best: measured.best, ...success };
  if (measured.progress) return { kind: 'progress', best: measured.best, reason: measured.reason };
  return {
    kind: 'no_progress',
    best: measured.best,
    reason: whyNot(turn, measured.reason),
    verdict: strongest(ignoredPivot(turn.pivot), entropyAfter(turn)),
  };
}

function judgeSuccess(
  turn: TurnEvidence,
): { readonly unverified: boolean; readonly reason: string } | undefined {
  if (!endedWell(turn.agentEnd)) return undefined;
  if (turn.verification === undefined) {
    return saysDone(turn.reply)
      ? { unverified: true, reason: 'the agent says it is done; nothing verified it' }
      : undefined;
  }
  if (!endedWell(turn.verification.end)) return undefined;
  if (turn.differsFromStart) {
    return { unverified: false, reason: 'verification passed' };
  }
  return saysDone(turn.reply)
    ? { unverified: false, reason: 'verification passed and the agent says it was done already' }
    : undefined;
}

function entropyAfter(turn: TurnEvidence): Verdict {
  return entropyLoop({
    entropy: turn.entropy + 1,
    threshold: turn.loopThreshold,
    turns: turn.strategyTurns,
  });
}

function strongest(first: Verdict, second: Verdict): Verdict {
  if (first.level === 'stuck') return first;
  return second.level === 'none' ? NO_VERDICT : second;
}

function whyNot(turn: TurnEvidence, measured: string): string {
  const found = measured === '' ? '' : ` (${measured})`;
  if (turn.verification === undefined) return 'the agent does not say it is done';
  if (!endedWell(turn.verification.end)) {
    return `verification failed: ${describeEnd(turn.verification.end)}${found}`;
  }
  if (!endedWell(turn.agentEnd)) {
    return `verification passed, but the agent ended with ${describeEnd(turn.agentEnd)}`;
  }
  return `verification passed, but ${NO_WORK_TO_SHOW}`;
}
