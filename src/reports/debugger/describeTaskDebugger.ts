import type { TaskDebugger } from '../../model/overview/overview';
import { shortName } from '../../text/truncate';

/** Describes the debugger's call for a task as it is now, one sentence; names and reasons come from outside. */
export function describeTaskDebugger(task: TaskDebugger): string {
  const after = `after turn ${task.turn}`;
  switch (task.kind) {
    case 'due':
      return `Devs asks the debugger agent for the cause next, ${after}.`;
    case 'running':
      return `The debugger agent is looking for the cause, ${after}.`;
    case 'failed':
      return task.agent === ''
        ? `No debugger agent was called ${after}: ${task.reason}.`
        : `The debugger agent ${shortName(task.agent)} gave no diagnosis ${after}: ${task.reason}.`;
    case 'diagnosed':
      return `The debugger agent ${shortName(task.agent)} gave a diagnosis ${after}${
        task.current ? '; the agent is trying it.' : '.'
      }`;
    default:
      return task satisfies never;
  }
}
