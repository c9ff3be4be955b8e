import { judgeTurn, type Judgement, type TurnEvidence } from '../detection/judgeTurn';
import { measurementOf } from '../detection/progress/measurementOf';
import type { Limits } from '../domain/limits';
import type { Measurement, TaskRecord } from '../domain/task';
import { isCounted, type TurnEnd } from '../domain/turn';
import type { Clock } from '../ports/clock';
import type { Store } from '../ports/store';
import type { VerifyResult } from '../ports/verifier';
import type { EntropyPauseGuard } from './EntropyPauseGuard';
import type { EventJournal } from './eventJournal';
import { requireTask, type LoopDetection } from './loopDetection';
import type { StateController } from './stateController';
import { suspendTask } from './suspension';
import { setTaskStatus } from './taskStatusChange';
import type { TurnPlan } from './turnPlan';
import { endTurn, lastError, strategyOf, type EndedTurn } from './turnRecord';
import type { TurnFacts, TurnRun } from './turnRunner';

/** What recording a turn needs; made once for a run. */
export interface CommitTools {
  readonly store: Store;
  readonly clock: Clock;
  readonly journal: EventJournal;
  readonly loopDetection: LoopDetection;
  readonly guard: EntropyPauseGuard;
  readonly stateController: StateController;
  readonly limits: Limits;
  /** Whether a pause ends the run. */
  readonly stopOnPause: boolean;
}

type Consequence = TurnEnd['consequence'];

/** Records an ended turn and all that follows from it in one transaction (rules 1 to 6). */
export function commitTurn(tools: CommitTools, turn: EndedTurn): Consequence {
  return tools.journal.transaction(() => {
    const { run } = turn;
    switch (run.kind) {
      case 'interrupted':
        return recordUncounted(tools, turn, { outcome: 'interrupted', reason: 'interrupted' });
      case 'notTheAgent':
        return recordNotTheAgent(tools, turn, run);
      case 'counted':
        return recordCounted(tools, turn, run.facts);
      default:
        return run satisfies never;
    }
  });
}

interface Uncounted {
  readonly outcome: 'interrupted' | 'not_agent';
  readonly reason: string;
  readonly consequence?: Consequence;
}

function recordUncounted(tools: CommitTools, turn: EndedTurn, what: Uncounted): Consequence {
  const entropyAfter = tools.loopDetection.getEntropyCount(turn.plan.countsOn);
  const consequence = what.consequence ?? 'none';
  endTurn(tools, turn, { ...what, consequence, entropyAfter });
  return consequence;
}

function recordNotTheAgent(
  tools: CommitTools,
  turn: EndedTurn,
  run: Extract<TurnRun, { kind: 'notTheAgent' }>,
): Consequence {
  tools.store.addVerifyArtefacts(run.facts.artefacts);
  const consequence = run.then === 'blocked' ? 'blocked' : 'none';
  if (run.then === 'blocked') {
    setTaskStatus(tools, turn.plan.task.id, { status: 'blocked', statusReason: run.reason });
  }
  return recordUncounted(tools, turn, { outcome: 'not_agent', reason: run.reason, consequence });
}

function recordCounted(tools: CommitTools, turn: EndedTurn, facts: TurnFacts): Consequence {
  const { store } = tools;
  const { plan } = turn;
  refreshStartState(store, plan, facts);
  store.addVerifyArtefacts(facts.artefacts);
  const root = requireTask(store, plan.countsOn);
  const judgement = judgeTurn(evidenceOf(tools, plan, facts));
  store.updateTask(root.id, {
    lastResponseHash: facts.replyHash,
    pivotDue: 0,
    best: judgement.best,
  });
  switch (judgement.kind) {
    case 'success':
      endTurn(tools, turn, {
        outcome: 'success',
        reason: judgement.reason,
        entropyAfter: 0,
        consequence: 'done',
      });
      recordSuccess(tools, plan, judgement);
      return 'done';
    case 'progress':
      resetEntropy(tools, root, 'progress');
      endTurn(tools, turn, {
        outcome: 'progress',
        reason: judgement.reason,
        entropyAfter: 0,
        consequence: 'none',
      });
      return 'none';
    case 'no_progress':
      return recordNoProgress(tools, turn, judgement);
    default:
      return judgement satisfies never;
  }
}

/** Artefacts that the first verification brought to light are no part of the starting state either. */
function refreshStartState(store: Store, plan: TurnPlan, facts: TurnFacts): void {
  if (facts.artefacts.length === 0) return;
  for (const id of new Set([plan.task.id, plan.countsOn])) {
    const counted = store
      .listTurns(plan.countsOn)
      .some((turn) => isCounted(turn.outcome) && (id === plan.countsOn || turn.taskId === id));
    if (!counted) store.updateTask(id, { startState: facts.stateBefore });
  }
}

function evidenceOf(tools: CommitTools, plan: TurnPlan, facts: TurnFacts): TurnEvidence {
  const { store } = tools;
  const root = requireTask(store, plan.countsOn);
  const task = requireTask(store, plan.task.id);
  const turns = store.listTurns(root.id).filter((turn) => isCounted(turn.outcome));
  const known = new Set([root.startState, facts.stateBefore]);
  for (const turn of turns) if (turn.outcome !== 'running') known.add(turn.stateAfter);
  return {
    agentEnd: facts.agent.end,
    reply: facts.agent.reply,
    verification: facts.verification && {
      end: facts.verification.end,
      ...measured(facts.verification),
    },
    differsFromStart: facts.stateAfter !== task.startState,
    best: root.best,
    entropy: root.entropyCount,
    loopThreshold: tools.limits.loopThreshold,
    strategyTurns: [
      ...turns
        .filter((each) => each.strategyNumber === root.strategyNumber)
        .map((each) => each.number),
      plan.number,
    ],
    pivot: {
      turn: plan.number,
      headedByDirective: plan.pivotDirective > 0,
      replyAbandoned: store.isAbandoned(root.id, 'reply', facts.replyHash),
      stateAbandoned:
        facts.stateAfter !== task.startState &&
        store.isAbandoned(root.id, 'state', facts.stateAfter),
      stateChanged: facts.stateAfter !== facts.stateBefore,
      stateKnown: known.has(facts.stateAfter),
    },
  };
}

function measured({ tests, coverage }: VerifyResult): { measurement?: Measurement } {
  const measurement = measurementOf(tests, coverage);
  return measurement === undefined ? {} : { measurement };
}

function recordSuccess(
  tools: CommitTools,
  plan: TurnPlan,
  judgement: Judgement & { readonly kind: 'success' },
): void {
  const { store, guard } = tools;
  const taskId = plan.task.id;
  resetEntropy(tools, requireTask(store, plan.countsOn), 'Task completed successfully');
  setTaskStatus(tools, taskId, { status: 'done', statusReason: judgement.reason });
  store.updateTask(taskId, { unverified: judgement.unverified });
  store.clearHints(taskId);
  if (taskId !== plan.countsOn) return;
  guard.resetFailures(taskId);
  store.clearAbandoned(taskId);
}

function resetEntropy(tools: CommitTools, root: TaskRecord, reason: string): void {
  tools.loopDetection.resetEntropyCount(root.id);
  if (root.entropyCount === 0) return;
  tools.journal.record({
    event: 'loop_counter_reset',
    taskId: root.id,
    data: { reason, previous_count: root.entropyCount },
  });
}

function recordNoProgress(
  tools: CommitTools,
  turn: EndedTurn,
  judgement: Judgement & { readonly kind: 'no_progress' },
): Consequence {
  const { loopDetection, guard } = tools;
  const root = turn.plan.countsOn;
  const entropyAfter = loopDetection.incrementEntropyCount(root);
  const failed = judgement.verdict.level === 'stuck';
  if (failed) {
    tools.journal.record({
      event: 'loop_detected',
      taskId: root,
      data: { ...judgement.verdict, loop_count: entropyAfter },
    });
    guard.recordFailure(root, strategyOf(turn), lastError(turn, judgement.reason));
  }
  const pause = failed && guard.check(root).shouldPause;
  const consequence = pause ? 'pause' : failed ? 'pivot' : 'none';
  const reason =
    failed && 'message' in judgement.verdict
      ? `${judgement.reason}. ${judgement.verdict.message}`
      : judgement.reason;
  endTurn(tools, turn, { outcome: 'no_progress', reason, entropyAfter, consequence });
  if (pause)
    suspendTask(tools, { ...turn.plan, taskId: turn.plan.task.id, reason: 'MAX_PIVOTS_EXCEEDED' });
  else if (failed) pivot(tools, root, entropyAfter);
  return consequence;
}

function pivot(tools: CommitTools, taskId: string, entropyAtTrigger: number): void {
  tools.loopDetection.issuePivotDirective(taskId);
  tools.journal.record({
    event: 'pivot_issued',
    taskId,
    data: {
      pivotCount: tools.loopDetection.getPivotCount(taskId),
      maxPivots: tools.limits.maxPivots,
      entropyAtTrigger,
    },
  });
}
