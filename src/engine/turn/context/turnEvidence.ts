import { NO_RESPONSE } from '../../../rules/turn/hashResponse';
import type { TurnEvidence } from '../../../rules/turn/evaluateTurn';
import { measureProgress } from '../../../rules/progress/measureProgress';
import type { MeasuredTurn } from '../../../rules/progress/assessRegression';
import type { Limits } from '../../../model/config/limits';
import type { Measurement } from '../../../model/verification/measurement';
import {
  type EndedTurn,
  type Turn,
  exitedCleanly,
  hasEnded,
  selectCounted,
} from '../../../model/turn/turn';
import type { TaskRecord } from '../../../model/task/task';
import type { Store } from '../../../ports/store';
import { requireTask } from '../../state/requireTask';
import { findSameFailures } from '../../../rules/failure/signature/compareFailures';
import { countStepLoops } from '../../../rules/turn/loopStage';
import { failedTurns, measuredTurns } from '../../../rules/turn/turnHistory';
import type { TurnFacts } from './turnFacts';
import type { TurnPlan } from './turnPlan';

export interface RanTurn {
  readonly plan: TurnPlan;
  readonly facts: TurnFacts;
}

/** Collects the evidence for evaluating a turn from the store. */
export function evidenceOf(store: Store, limits: Limits, { plan, facts }: RanTurn): TurnEvidence {
  const root = requireTask(store, plan.countsOn);
  const turns = selectCounted(store.listTurns(root.id));
  const recent = turns.filter((turn) => turn.number > root.turnsBefore);
  const dismissed = new Set(store.listDismissedFindings(root.id).map(({ turnId }) => turnId));
  const { agent, findings } = facts;
  return {
    agentEnd: agent.end,
    reply: agent.reply,
    verification: facts.verification && {
      end: facts.verification.end,
      ...(findings.measurement && { measurement: findings.measurement }),
    },
    passedBefore: hasPassedBefore(store, plan),
    doubts: facts.pass?.doubts ?? [],
    changedTests: facts.pass?.changedTests.length ?? 0,
    ...(facts.inside.exit?.by === 'landing' && { conflict: facts.inside.exit.stopReason }),
    measurability: findings.measurability,
    reportProblems: findings.measurement === undefined ? reportProblems(facts) : [],
    failure: findings.failure,
    failedTurns: failedTurns(recent),
    measuredTurns: measuredBefore(store, plan, recent),
    markers: facts.markers,
    firstTurn: turns.length === 0,
    failureKnown: isFailureKnown(turns, facts),
    replyKnown:
      agent.reply.trim() !== '' && turns.some((turn) => turn.replyHash === facts.replyHash),
    differsFromStart: hasWorkToShow(store, { plan, facts }),
    best: root.best ?? baselineOf(facts),
    entropy: root.entropyCount,
    rounds: facts.inside.rounds,
    ...(facts.inside.loop && { inTurnLoop: facts.inside.loop }),
    stepLoops: countStepLoops(turns, { strategyNumber: root.strategyNumber, dismissed }),
    exits: facts.inside.exit !== undefined,
    ...(facts.judged && { judged: facts.judged }),
    loopThreshold: limits.loopThreshold,
    strategyTurns: [
      ...sinceProgress(turns)
        .filter((turn) => turn.strategyNumber === root.strategyNumber && !dismissed.has(turn.id))
        .map((turn) => turn.number),
      plan.number,
    ],
    pivot: pivotTurn(store, { plan, facts, root }, turns),
  };
}

/**
 * Earlier measurements of the same task, since a subtask may run other tests than the previous one. The baseline stands
 * before its first turn.
 */
function measuredBefore(
  store: Store,
  { task, countsOn }: TurnPlan,
  recent: readonly EndedTurn[],
): readonly MeasuredTurn[] {
  const own = recent.filter((turn) => turn.taskId === task.id);
  const { firstTurn } = requireTask(store, task.id);
  const isResumed = selectCounted(store.listTurns(countsOn)).some(
    ({ taskId, number }) =>
      taskId === task.id && number >= firstTurn && number < (own[0]?.number ?? Infinity),
  );
  const baseline = store.getBaseline(task.id)?.verification.measurement;
  const start = baseline === undefined || isResumed ? [] : [{ number: 0, measurement: baseline }];
  return [...start, ...measuredTurns(own)];
}

function hasPassedBefore(store: Store, { task }: TurnPlan): boolean {
  const baseline = store.getBaseline(task.id);
  return baseline !== undefined && exitedCleanly(baseline.verification.end);
}

/**
 * The first measurement inside the turn, if the final one is better; otherwise the final one is the baseline, as usual.
 */
function baselineOf({ inside: { baseline }, findings }: TurnFacts): Measurement | undefined {
  return measureProgress(baseline, findings.measurement).progress ? baseline : undefined;
}

function sinceProgress(turns: readonly EndedTurn[]): readonly EndedTurn[] {
  return turns.slice(turns.findLastIndex(({ outcome }) => outcome !== 'no_progress') + 1);
}

/**
 * Whether the workspace differs from the task's start by more than the changes of other tasks. An interrupted turn may
 * have contributed.
 */
export function hasWorkToShow(store: Store, { plan, facts }: RanTurn): boolean {
  const { startState, firstTurn } = requireTask(store, plan.task.id);
  if (facts.stateAfter === startState) return false;
  if (facts.changedFiles.length > 0) return true;
  const own = store
    .listTurns(plan.countsOn)
    .filter((turn) => plan.parts.has(turn.taskId) && turn.number >= firstTurn)
    .filter((turn) => turn.number < plan.number);
  if (own.some((turn) => turn.outcome === 'interrupted' || changedFiles(turn))) return true;
  const [first] = own;
  return (
    first === undefined ||
    !store
      .listTurnsFrom(first.id)
      .some((turn) => !plan.parts.has(turn.taskId) && changedFiles(turn))
  );
}

function changedFiles(turn: Turn): boolean {
  return hasEnded(turn) && turn.changedFiles.length > 0;
}

/** Closing lines measure as well, so a missing report matters only without any other measurement. */
function reportProblems({ verification }: TurnFacts): readonly string[] {
  return verification?.reportProblems ?? [];
}

function isFailureKnown(turns: readonly EndedTurn[], { findings }: TurnFacts): boolean {
  const { failure } = findings;
  if (failure === undefined) return false;
  return findSameFailures(failedTurns(turns), failure).turns.length > 0;
}

function pivotTurn(
  store: Store,
  { plan, facts, root }: RanTurn & { readonly root: TaskRecord },
  turns: readonly EndedTurn[],
): TurnEvidence['pivot'] {
  const { startState } = requireTask(store, plan.task.id);
  const { stateAfter, stateBefore, replyHash, wroteReturned } = facts;
  const known = new Set([root.startState, stateBefore, ...turns.map((turn) => turn.stateAfter)]);
  return {
    turn: plan.number,
    headedByDirective: plan.pivotDirective > 0,
    replyAbandoned: replyHash !== NO_RESPONSE && store.isAbandoned(root.id, 'reply', replyHash),
    stateAbandoned: stateAfter !== startState && store.isAbandoned(root.id, 'state', stateAfter),
    stateChanged: stateAfter !== stateBefore || wroteReturned,
    stateKnown: known.has(stateAfter),
  };
}

/** Excludes artefacts found by the first verification from the starting state as well. */
export function refreshStartState(store: Store, plan: TurnPlan, facts: TurnFacts): void {
  if (facts.artefacts.length > 0) setStartState(store, plan, facts.stateBefore);
}

/** Replaces the starting state of the tasks of a turn that no counted turn measured yet. */
export function setStartState(store: Store, plan: TurnPlan, startState: string): void {
  const turns = selectCounted(store.listTurns(plan.countsOn));
  for (const id of new Set([plan.task.id, plan.countsOn])) {
    const isMeasured = turns.some((turn) => id === plan.countsOn || turn.taskId === id);
    if (!isMeasured) store.updateTask(id, { startState });
  }
}
