import type { TaskDebugger } from '../../model/overview/overview';
import { shortName } from '../../text/truncate';

/** Describes the debugger's call for a task as it is now, one sentence; names and reasons come from outside. */
export function describeTaskDebugger(task: TaskDebugger): string {
  const after = `after turn ${task.turn}`;
  switch (task.kind) {
    case 'due':
      return `The debugger is asked next, ${after}.`;
    case 'running':
      return `The debugger is looking for the cause, ${after}.`;
    case 'failed':
      return task.agent === ''
        ? `No debugger was called ${after}: ${task.reason}.`
        : `The debugger ${shortName(task.agent)} gave no diagnosis ${after}: ${task.reason}.`;
    case 'diagnosed':
      return `The debugger ${shortName(task.agent)} gave a diagnosis ${after}${
        task.current ? '; the agent is trying it.' : '.'
      }`;
    default:
      return task satisfies never;
  }
}
