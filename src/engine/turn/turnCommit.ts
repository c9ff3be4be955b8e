import type { Store } from '../../ports/store';
import { evaluateTurn, type Judgement } from '../../rules/turn/evaluateTurn';
import { describeFlaky } from '../../rules/flaky/describeFlaky';
import type { ExternalKind } from '../../model/failure/failure';
import { failsStrategy } from '../../model/turn/verdict';
import type { TaskRecord } from '../../model/task/task';
import type { TurnEnd, TurnExit } from '../../model/turn/turn';
import { mayAskDebugger, scheduleDebugger } from '../debugger/scheduleDebugger';
import { requireTask } from '../state/requireTask';
import { nextRoleMemory } from '../roles/nextRoleMemory';
import { suspendTask } from '../state/suspension';
import { applyTransition } from '../state/applyTransition';
import { blockTask } from '../state/blockTask';
import type { CommitTools } from './commitTools';
import { learnFrom, recordReview } from './recordReview';
import { resetEntropy } from './resetEntropy';
import { loopFacts, type FailedJudgement } from './loopFacts';
import type { TurnPlan } from './context/turnPlan';
import { skipStandIn } from '../scheduling/skipStandIn';
import { endTurn, lastError, strategyOf, type UnrecordedTurn } from './turnRecord';
import { evidenceOf, refreshStartState } from './context/turnEvidence';
import { consequenceOf, leaveBy } from './turnExits';
import type { TurnFacts } from './context/turnFacts';
import type { TurnRun } from './calls/turnRun';

type Consequence = TurnEnd['consequence'];

/** Records an ended turn and its consequences in one transaction (rules 1 to 6). */
export function commitTurn(tools: CommitTools, turn: UnrecordedTurn): Consequence {
  return tools.journal.transaction(() => {
    const { run } = turn;
    switch (run.kind) {
      case 'interrupted':
        return recordUncounted(tools, turn, { outcome: 'interrupted', reason: 'interrupted' });
      case 'externalFailure':
        return recordExternalFailure(tools, turn, run);
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
  readonly external?: ExternalKind;
}

function recordUncounted(tools: CommitTools, turn: UnrecordedTurn, what: Uncounted): Consequence {
  const entropyAfter = tools.loopDetection.getEntropyCount(turn.plan.countsOn);
  const consequence = what.consequence ?? 'none';
  endTurn(tools, turn, { ...what, consequence, entropyAfter });
  return consequence;
}

function recordExternalFailure(
  tools: CommitTools,
  turn: UnrecordedTurn,
  run: Extract<TurnRun, { kind: 'externalFailure' }>,
): Consequence {
  tools.store.addVerifyArtefacts(run.facts.artefacts);
  const { reason, external } = run;
  const consequence = consequenceOfExternal(run.handling);
  const what = { outcome: 'not_agent', reason, consequence } as const;
  recordUncounted(tools, turn, external === undefined ? what : { ...what, external });
  if (run.handling === 'blocked') {
    const { task, countsOn } = turn.plan;
    const event = { type: 'blocked', reason } as const;
    blockTask(tools, { taskId: task.id, countsOn, event, remedy: run.remedy });
  }
  if (run.handling === 'skipAgent') skipStandIn(tools, turn.plan, run.unusable);
  if (consequence === 'pause') pauseAtUsageLimit(tools, turn.plan, reason);
  return consequence;
}

function consequenceOfExternal(
  handling: Extract<TurnRun, { kind: 'externalFailure' }>['handling'],
): 'blocked' | 'pause' | 'none' {
  return handling === 'blocked' || handling === 'pause' ? handling : 'none';
}

function pauseAtUsageLimit(tools: CommitTools, plan: TurnPlan, stopReason: string): void {
  const standing = { status: 'PAUSED_FOR_INTERVENTION', stopReason } as const;
  const { countsOn } = plan;
  suspendTask(tools, { taskId: plan.task.id, countsOn, reason: 'AGENT_LIMIT', standing });
}

/** The agent has answered, so it is at its limit no longer, unless another task has met that meanwhile. */
function endUsageLimit(store: Store, { plan, startedAt }: UnrecordedTurn): void {
  const limit = store.listUsageLimits().find(({ agent }) => agent === plan.agent.name);
  if (limit !== undefined && Date.parse(limit.since) <= startedAt.getTime())
    store.removeUsageLimit(limit.agent);
}

function recordCounted(tools: CommitTools, turn: UnrecordedTurn, facts: TurnFacts): Consequence {
  const { store } = tools;
  const { plan } = turn;
  refreshStartState(store, plan, facts);
  if (plan.task.roles === undefined && turn.landsOnly !== true) endUsageLimit(store, turn);
  store.addVerifyArtefacts(facts.artefacts);
  const closing = {
    at: tools.clock.now().toISOString(),
    why: `delivered with turn ${plan.number} of ${plan.countsOn}`,
  };
  for (const id of plan.oneTimeEntries) store.closeContextEntry(id, closing);
  const root = requireTask(store, plan.countsOn);
  const evidence = evidenceOf(store, tools.limits, { plan, facts });
  const judgement = evaluateTurn(evidence);
  store.updateTask(root.id, {
    lastResponseHash: facts.replyHash,
    pivotDue: 0,
    best: judgement.best,
    ...(judgement.isBest ? { bestTurn: plan.number } : {}),
  });
  if (judgement.isBest) rememberBestTests(store, plan, facts);
  remember(store, { root, facts }, judgement.kind !== 'no_progress');
  switch (judgement.kind) {
    case 'success': {
      const reason = withFlakyTests(judgement.reason, facts);
      const { exit } = facts.inside;
      if (exit?.by === 'review') return recordReview(tools, turn, { exit, reason });
      endTurn(tools, turn, {
        outcome: 'success',
        reason,
        entropyAfter: 0,
        consequence: 'done',
      });
      learnFrom(tools, turn);
      recordSuccess(tools, plan, { ...judgement, reason });
      return 'done';
    }
    case 'progress':
      resetEntropy(tools, root, 'progress');
      return recordProgress(tools, turn, noted(judgement.reason, facts));
    case 'no_progress':
      return recordNoProgress(tools, turn, {
        ...judgement,
        reason: noted(judgement.reason, facts),
        failedTurns: evidence.failedTurns,
      });
    default:
      return judgement satisfies never;
  }
}

function rememberBestTests(
  store: CommitTools['store'],
  { task }: TurnPlan,
  { findings: { measurement, cases } }: TurnFacts,
): void {
  const baseline = store.getBaseline(task.id);
  if (baseline === undefined || measurement === undefined) return;
  store.putBaseline({ ...baseline, best: { measurement, ...(cases && { cases }) } });
}

function remember(
  store: CommitTools['store'],
  { root, facts }: { readonly root: TaskRecord; readonly facts: TurnFacts },
  progress: boolean,
): void {
  const roleMemory = nextRoleMemory({ facts, progress, best: root.best });
  if (roleMemory !== undefined) store.updateTask(root.id, { roleMemory });
}

/** Completes a reason: first the note about the end of the agents' work, last the flaky tests. */
function noted(reason: string, facts: TurnFacts): string {
  const { note, exit } = facts.inside;
  if (exit?.by === 'agent' && facts.verification === undefined) return exit.stopReason;
  const named = withFlakyTests(reason, facts);
  return note === undefined ? named : `${note}. ${named}`;
}

function withFlakyTests(reason: string, { flaky }: TurnFacts): string {
  return flaky === undefined ? reason : `${reason}; ${describeFlaky(flaky)}`;
}

function recordSuccess(
  tools: CommitTools,
  plan: TurnPlan,
  judgement: Judgement & { readonly kind: 'success' },
): void {
  const taskId = plan.task.id;
  resetEntropy(tools, requireTask(tools.store, plan.countsOn), 'Task completed successfully');
  const { reason, unverified } = judgement;
  const countsOnItself = taskId === plan.countsOn;
  applyTransition(tools, taskId, { type: 'succeeded', reason, unverified, countsOnItself });
}

/** Measured progress revokes an exit by an edge limit, but not the planner's decision. */
function recordProgress(tools: CommitTools, turn: UnrecordedTurn, reason: string): Consequence {
  const { exit } = turn.run.facts?.inside ?? {};
  const kept = exit?.by === 'planner' ? exit : undefined;
  const consequence = kept === undefined ? 'none' : consequenceOf(kept);
  endTurn(tools, turn, {
    ...{ outcome: 'progress', reason, entropyAfter: 0, consequence },
    ...(kept && { exit: kept }),
  });
  if (kept !== undefined) leaveBy(tools, turn.plan, kept);
  return consequence;
}

function recordNoProgress(
  tools: CommitTools,
  turn: UnrecordedTurn,
  judgement: FailedJudgement,
): Consequence {
  const { loopDetection, guard } = tools;
  const root = turn.plan.countsOn;
  const entropyAfter = loopDetection.incrementEntropyCount(root, judgement.entropySteps);
  const { exit } = turn.run.facts?.inside ?? {};
  // An agent that asks has not failed, nor one whose pass is doubtful or whose change conflicts.
  const asks = exit !== undefined && ASKING.has(exit.by);
  const failed = !asks && (failsStrategy(judgement.verdict) || exit !== undefined);
  const found = loopFacts(turn, judgement, entropyAfter);
  if (found !== undefined)
    tools.journal.record({ event: 'loop_detected', taskId: root, data: found });
  if (failed) guard.recordFailure(root, strategyOf(turn), lastError(turn, judgement.reason));
  const isLast = failed && guard.check(root).shouldPause;
  const asksDebugger =
    isLast && exit === undefined && tools.hasDebugger && mayAskDebugger(tools.store, root);
  const consequence = asksDebugger ? 'none' : whatFollows({ failed, exit, isLast });
  const { reason, loop: inTurnLoop } = judgement;
  endTurn(tools, turn, {
    ...{ outcome: 'no_progress', reason, entropyAfter, consequence },
    ...(inTurnLoop && { inTurnLoop }),
    ...(exit && { exit }),
  });
  if (exit !== undefined) leaveBy(tools, turn.plan, exit);
  else if (consequence === 'pause')
    suspendTask(tools, { ...turn.plan, taskId: turn.plan.task.id, reason: 'MAX_PIVOTS_EXCEEDED' });
  else if (consequence === 'pivot') pivot(tools, root, entropyAfter);
  else if (asksDebugger) scheduleDebugger(tools.store, debuggedTurn(turn.plan));
  return consequence;
}

const ASKING: ReadonlySet<TurnExit['by']> = new Set(['agent', 'doubt', 'landing', 'review']);

/** Determines the consequence; an exit ends the task regardless of the budget. */
function whatFollows({
  failed,
  exit,
  isLast,
}: {
  readonly failed: boolean;
  readonly exit: TurnExit | undefined;
  readonly isLast: boolean;
}): Consequence {
  if (exit !== undefined) return consequenceOf(exit);
  if (!failed) return 'none';
  return isLast ? 'pause' : 'pivot';
}

function debuggedTurn({
  countsOn,
  task,
  number,
}: TurnPlan): Parameters<typeof scheduleDebugger>[1] {
  return { countsOn, taskId: task.id, turn: number };
}

function pivot(tools: CommitTools, taskId: string, entropyAtTrigger: number): void {
  tools.loopDetection.issuePivotDirective(taskId);
  if (tools.returnsFiles) tools.store.setPivotFiles(taskId, { kind: 'due' });
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
