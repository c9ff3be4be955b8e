import type { TaskDebugger } from '../../model/overview/overview';
import { shortName } from '../../text/truncate';

/** Describes the debugger's call for a task as it is now, one sentence; names and reasons come from outside. */
export function describeTaskDebugger(task: TaskDebugger): string {
  const after = `after turn ${task.turn}`;
  switch (task.kind) {
    case 'due':
      return `Next, ${after}, Devs asks the debugger agent why the task fails.`;
    case 'running':
      return `The debugger agent is looking for the cause of the failure, ${after}.`;
    case 'failed':
      return task.agent === ''
        ? `Devs could not ask a debugger agent ${after} why the task fails: ${task.reason}.`
        : `The debugger agent ${shortName(task.agent)} gave no diagnosis ${after}: ${task.reason}.`;
    case 'diagnosed':
      return `The debugger agent ${shortName(task.agent)} gave a diagnosis ${after}${
        task.current ? ', which the agent of the task is trying now.' : '.'
      }`;
    default:
      return task satisfies never;
  }
}
