import type { InTurnLoop } from '../../model/hops/hop';
import type { FailureSignature } from '../../model/failure/failure';
import type { JudgedTurn } from '../../model/judge/judgedTurn';
import type { Doubt } from '../../model/verification/doubt';
import type { Measurement } from '../../model/verification/measurement';
import {
  describeAgentEnd,
  describeEnd,
  exitedCleanly,
  type ProcessEnd,
} from '../../model/turn/turn';
import { assessEntropy } from './assessEntropy';
import { assessInTurnLoop, countEntropy } from './assessInTurnLoop';
import { toJudgedLoop } from '../judge/judgedLoop';
import { evaluateProgress, type Measurability } from '../progress/evaluateProgress';
import { assessRegression, type MeasuredTurn } from '../progress/assessRegression';
import { assessRepeatedFailure, type FailedTurn } from './assessRepeatedFailure';
import { describeDoubts } from '../doubt/describeDoubts';
import { evaluateSuccess, isBlocked } from './evaluateSuccess';
import { failsStrategy, type Verdict, NO_VERDICT } from '../../model/turn/verdict';
import { findLoopStage } from './loopStage';

/** A turn that rules 1 and 2 did not exclude, with its history. */
export interface TurnEvidence {
  readonly agentEnd: ProcessEnd;
  readonly reply: string;
  /** Absent if the task has no verify command. */
  readonly verification:
    | { readonly end: ProcessEnd; readonly measurement?: Measurement }
    | undefined;
  /** The verification passed before the task's first turn as well. */
  readonly passedBefore: boolean;
  /** Why its passing verification proves nothing; [] for none. */
  readonly doubts: readonly Doubt[];
  /** With what its verified change conflicts, a clause; absent for none. */
  readonly conflict?: string;
  /** Number of test files that differ from the task's start; whole number >= 0. */
  readonly changedTests: number;
  readonly measurability: Measurability;
  /** Problems of configured reports that would have been the only measure, one sentence each. */
  readonly reportProblems: readonly string[];
  /** The failure of this turn; absent for none. */
  readonly failure: FailureSignature | undefined;
  /** Earlier counted turns with a failure or a measurement, since the last intervention. */
  readonly failedTurns: readonly FailedTurn[];
  /** Likewise; before the task's first turn the baseline, as turn 0. */
  readonly measuredTurns: readonly MeasuredTurn[];
  /** Completion markers of this turn, for tasks without measurement. */
  readonly markers: readonly string[];
  /** The task has no earlier counted turn. */
  readonly firstTurn: boolean;
  /** The task had this failure before, at any time. */
  readonly failureKnown: boolean;
  /** An earlier counted turn of the task ended with the same nonempty reply. */
  readonly replyKnown: boolean;
  /** The workspace differs from its state at the start of the task. */
  readonly differsFromStart: boolean;
  readonly best: Measurement | undefined;
  /** Entropy before this turn. */
  readonly entropy: number;
  /** Number of repeated requests between agents in this turn, each of which raises entropy. */
  readonly rounds: number;
  /** A loop inside this turn, which ended it; absent for none. */
  readonly inTurnLoop?: InTurnLoop;
  /** Number of loops in the steps of agents that ended earlier turns of the strategy. */
  readonly stepLoops: number;
  /** The turn ends the task otherwise, unless it is a success or progress: there is no next prompt. */
  readonly exits: boolean;
  /** The judge's verdict; absent if it was not asked. */
  readonly judged?: JudgedTurn;
  readonly loopThreshold: number;
  /**
   * Numbers of the strategy's counted turns since entropy was last 0, this one last; without turns that were ended for a
   * loop that a human called none.
   */
  readonly strategyTurns: readonly number[];
  readonly pivot: PivotTurn;
}

/** Result of a counted turn (rules 3, 4 and 5). `reason` is one line for humans. */
export type Judgement = {
  /** The best measurement including this turn. */
  readonly best: Measurement | undefined;
  /** This turn set it. */
  readonly isBest: boolean;
  readonly reason: string;
} & (
  | { readonly kind: 'success'; readonly unverified: boolean }
  | { readonly kind: 'progress' }
  | {
      readonly kind: 'no_progress';
      /** The strongest one; the strategy has failed if `failsStrategy` says so. */
      readonly verdict: Verdict;
      /** The loop inside the turn with its stage and what follows; absent for none. */
      readonly loop?: InTurnLoop;
      /** Increase of entropy; >= 1. */
      readonly entropySteps: number;
    }
);

/** Reason why a passed verification proves nothing. */
export const NO_WORK_TO_SHOW =
  'the workspace is unchanged since the start: there is no work to show';

/** Evaluates a turn by the first matching rule: success, progress, no progress. */
export function evaluateTurn(turn: TurnEvidence): Judgement {
  const progress = evaluateProgress({
    best: turn.best,
    measurement: turn.verification?.measurement,
    measurability: turn.measurability,
    markers: turn.markers,
    firstTurn: turn.firstTurn,
    failureKnown: turn.failureKnown,
    stateKnown: turn.pivot.stateKnown,
    replyKnown: turn.replyKnown,
    ...(turn.judged && { judged: turn.judged }),
  });
  const { best, isBest } = progress;
  const success = evaluateSuccess(turn);
  const isDoubtful = success !== undefined && turn.doubts.length > 0;
  const isHeld = isDoubtful || turn.conflict !== undefined;
  if (success !== undefined && !isHeld) return { kind: 'success', best, isBest, ...success };
  if (progress.progress && !isHeld)
    return { kind: 'progress', best, isBest, reason: progress.reason };
  const loop = stageLoop(turn);
  const verdicts = collectVerdicts(turn, loop);
  // The counters show already that a first failure may become a loop.
  const reported = verdicts.filter(
    ({ level, detector }) => level === 'stuck' || detector !== 'entropy',
  );
  return {
    kind: 'no_progress',
    // A measurement that proves nothing must not become the best one.
    ...(isDoubtful ? { best: turn.best, isBest: false } : { best, isBest }),
    entropySteps: countEntropy(turn),
    reason: [describeNoProgress(turn, progress.reason), ...reported.map(({ message }) => message)]
      .map((part, index, { length }) => (index < length - 1 ? part.replace(/\.$/, '') : part))
      .join('. '),
    verdict: selectStrongest(verdicts),
    ...(loop && { loop }),
  };
}

function selectStrongest(verdicts: readonly Finding[]): Verdict {
  return (
    verdicts.find(failsStrategy) ??
    verdicts.find(({ level }) => level === 'stuck') ??
    verdicts[0] ??
    NO_VERDICT
  );
}

/** The loop inside a turn with its stage; the next prompt states the first one if the strategy goes on. */
function stageLoop(turn: TurnEvidence): InTurnLoop | undefined {
  const { inTurnLoop, stepLoops, exits } = turn;
  const stage = findLoopStage(inTurnLoop, stepLoops);
  if (inTurnLoop === undefined || stage === undefined) return inTurnLoop;
  const goesOn = stage === 1 && !exits && !collectVerdicts(turn, undefined).some(failsStrategy);
  return { ...inTurnLoop, stage, ...(goesOn && { told: true }) };
}

type Finding = Exclude<Verdict, { readonly level: 'none' }>;

/** Verdicts of all detectors for a turn without progress, the plainest first. */
function collectVerdicts(turn: TurnEvidence, loop: InTurnLoop | undefined): readonly Finding[] {
  const number = turn.pivot.turn;
  const measurement = turn.verification?.measurement;
  return [
    assessInTurnLoop(number, loop),
    assessPivot(turn.pivot),
    turn.failure === undefined
      ? ({ level: 'none' } as const)
      : assessRepeatedFailure([...turn.failedTurns, { number, failure: turn.failure }]),
    measurement === undefined
      ? ({ level: 'none' } as const)
      : assessRegression([...turn.measuredTurns, { number, measurement }], turn.strategyTurns),
    toJudgedLoop(number, turn.judged),
    assessTurnEntropy(turn),
  ].filter((verdict) => verdict.level !== 'none');
}

function assessTurnEntropy(turn: TurnEvidence): Verdict {
  const entropy = turn.entropy + countEntropy(turn);
  // A turn that repeated requests ended counts only these.
  const endedByRequests = turn.rounds > 0 && countEntropy(turn) === turn.rounds;
  const failedTurns = turn.strategyTurns.length - (endedByRequests ? 1 : 0);
  return assessEntropy({
    entropy,
    threshold: turn.loopThreshold,
    turns: turn.strategyTurns,
    requests: entropy - failedTurns,
  });
}

function describeNoProgress(turn: TurnEvidence, measured: string): string {
  const { verification } = turn;
  const found = `; ${measured}`;
  if (verification === undefined) {
    if (turn.agentEnd.kind === 'stopped') return `${describeAgentEnd(turn.agentEnd)}${found}`;
    const said = isBlocked(turn.reply) ? 'says that it is blocked' : 'does not say it is done';
    return `the agent ${said}${found}`;
  }
  if (!exitedCleanly(verification.end)) {
    const [problem] = turn.reportProblems;
    const missing = problem === undefined ? '' : `. ${problem.replace(/\.$/, '')}`;
    return `verification failed: ${describeEnd(verification.end)}${found}${missing}`;
  }
  if (!exitedCleanly(turn.agentEnd)) {
    return `verification passed, but ${describeAgentEnd(turn.agentEnd)}`;
  }
  if (turn.conflict !== undefined) return `verification passed, but ${turn.conflict}`;
  if (turn.doubts.length > 0)
    return `verification passed, but that proves nothing: ${describeDoubts(turn.doubts)}`;
  return `verification passed, but ${NO_WORK_TO_SHOW}`;
}

export interface PivotTurn {
  /** Number of this turn. */
  readonly turn: number;
  /** Whether a pivot directive headed it. */
  readonly headedByDirective: boolean;
  /** The reply equals one of an abandoned strategy, by its hash. */
  readonly replyAbandoned: boolean;
  /** A turn of an abandoned strategy ended in this state; never the task's starting state. */
  readonly stateAbandoned: boolean;
  /** The agent changed the state of the workspace, or wrote files that Devs had returned. */
  readonly stateChanged: boolean;
  /** The task was in this state before, its start included. */
  readonly stateKnown: boolean;
}

/**
 * Applies rule 5: the pivot was ignored if the pivot turn repeats an abandoned reply without a new workspace state, or
 * changes files into a state that an abandoned strategy ended in.
 */
export function assessPivot(turn: PivotTurn): Verdict {
  if (!turn.headedByDirective) return NO_VERDICT;
  if (turn.replyAbandoned && turn.stateKnown) {
    return stuck(turn.turn, 'the reply repeats an abandoned strategy, and nothing new was tried');
  }
  if (turn.stateChanged && turn.stateAbandoned) {
    return stuck(turn.turn, 'the edits lead back to where an abandoned strategy had ended');
  }
  return NO_VERDICT;
}

function stuck(turn: number, why: string): Verdict {
  return {
    level: 'stuck',
    detector: 'ignored pivot',
    evidence: [turn],
    message: `The fresh start was ignored: ${why}`,
  };
}
