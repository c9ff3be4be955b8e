import { currentDebuggerCall } from '../../model/debugger/debuggerCall';
import type { TaskDebugger, TaskOverview } from '../../model/overview/overview';
import type { TaskRecord } from '../../model/task/task';

/** The debugger's call for a counting task, if there is one since its last intervention; `running`: whether a run is active. */
export function debuggerOverview(
  root: TaskRecord | undefined,
  running: boolean,
): Pick<TaskOverview, 'debugger'> {
  const call = root && currentDebuggerCall(root);
  return root === undefined || call === undefined
    ? {}
    : { debugger: toTaskDebugger(call, root.strategyNumber, running) };
}

function toTaskDebugger(
  { turn, state }: NonNullable<TaskRecord['debuggerCall']>,
  strategyNumber: number,
  running: boolean,
): TaskDebugger {
  switch (state.kind) {
    case 'due':
      return { turn, kind: 'due' };
    case 'running':
      return { turn, kind: running ? 'running' : 'due' };
    case 'failed':
      return { turn, kind: 'failed', agent: state.agent, reason: state.reason };
    case 'diagnosed': {
      const { agent, diagnosis, strategy } = state;
      return { turn, kind: 'diagnosed', agent, diagnosis, current: strategy === strategyNumber };
    }
    default:
      return state satisfies never;
  }
}
