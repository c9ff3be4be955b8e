import { currentDebuggerCall } from '../../model/debugger/debuggerCall';
import type { Store } from '../../ports/store';
import { requireTask } from '../state/requireTask';

/** Marks the debugger's call as due before the task's next turn. Call it in the transaction of the failed turn. */
export function scheduleDebugger(
  store: Store,
  { countsOn, taskId, turn }: { countsOn: string; taskId: string; turn: number },
): void {
  store.updateTask(countsOn, { debuggerCall: { turn, taskId, state: { kind: 'due' } } });
}

/** Whether a debugger may be asked before the task pauses: at most once between two interventions. */
export function mayAskDebugger(store: Store, countsOn: string): boolean {
  return currentDebuggerCall(requireTask(store, countsOn)) === undefined;
}
