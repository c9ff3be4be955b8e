import type { SuspendReason } from '../../model/report/pauseReport';
import { NO_HOPS } from '../../model/hops/roles';
import type { TurnEnd, TurnExit } from '../../model/turn/turn';
import { requireTask } from '../state/requireTask';
import { type Standing } from '../state/loopDetection';
import { suspendTask } from '../state/suspension';
import { applyTransition } from '../state/applyTransition';
import type { CommitTools } from './commitTools';
import type { TurnPlan } from './context/turnPlan';

/** Consequence of a turn that ends its task by an exit. */
export function consequenceOf({ kind }: TurnExit): TurnEnd['consequence'] {
  switch (kind) {
    case 'snitch':
    case 'ask_human':
      return 'pause';
    case 'done_partial':
      return 'none';
    default:
      return kind satisfies never;
  }
}

/**
 * Ends the task by an exit (docs/decisions/planner-loops.md). Call it after the end of the turn, in the same
 * transaction.
 */
export function leaveBy(tools: CommitTools, plan: TurnPlan, exit: TurnExit): void {
  const { kind, stopReason, question } = exit;
  const taskId = plan.task.id;
  switch (kind) {
    case 'snitch':
    case 'ask_human': {
      const standing: Standing = {
        status: kind === 'snitch' ? 'aborted_stuck' : 'PAUSED_FOR_INTERVENTION',
        stopReason,
        ...(question === undefined ? {} : { question }),
      };
      suspendTask(tools, { taskId, countsOn: plan.countsOn, reason: reasonOf(exit), standing });
      return;
    }
    case 'done_partial':
      applyTransition(tools, taskId, { type: 'partlyDone', reason: stopReason });
      if (taskId !== plan.countsOn) restartHops(tools, plan.countsOn);
      return;
    default:
      kind satisfies never;
  }
}

/** Resets the hop counters for the next subtask. */
function restartHops({ store }: CommitTools, countsOn: string): void {
  const { roleMemory } = requireTask(store, countsOn);
  if (roleMemory === undefined) return;
  store.updateTask(countsOn, { roleMemory: { ...roleMemory, loopCounters: NO_HOPS, trail: [] } });
}

function reasonOf({ kind, by }: TurnExit): SuspendReason {
  if (by === 'edge limit') return 'MAX_LOOP_EDGE';
  if (by === 'agent') return 'AGENT_QUESTION';
  if (by === 'doubt') return 'DOUBTFUL_PASS';
  if (by === 'landing') return 'LANDING_CONFLICT';
  if (by === 'review') return 'REVIEW';
  return kind === 'ask_human' ? 'QUESTION' : 'GAVE_UP';
}
