import type { HumanEvent } from '../../model/task/taskEvent';
import { describeAllowed } from '../../reports/usage/describeBudget';

/** Past participle of each intervention, as in "t1 cannot be skipped". */
export const PAST: Readonly<Record<HumanEvent['type'], string>> = {
  skip: 'skipped',
  resume: 'resumed',
  stopWaiting: 'made to stop waiting',
  accept: 'accepted',
  sendBack: 'sent back',
  discard: 'discarded',
  notALoop: 'marked as not a loop',
  retry: 'retried',
};

/** The answer to the user; `skipped`: the subtasks that were skipped with the task. */
export function describeDone(
  taskId: string,
  event: HumanEvent,
  skipped: readonly string[],
): string {
  switch (event.type) {
    case 'skip': {
      const what = skipped.length === 1 ? 'subtask' : 'subtasks';
      const also = skipped.length === 0 ? '' : ` and its ${what} ${skipped.join(', ')}`;
      return `Skipped ${taskId}${also}.`;
    }
    case 'resume': {
      const hint = event.hint === undefined ? [] : ['your hint'];
      const agent = event.agent === undefined ? [] : [`the agent ${event.agent}`];
      const given = [...hint, ...agent].join(' and ');
      const resumed = `Resumed ${taskId}${given === '' ? '' : ` with ${given}`}`;
      if (event.allowed !== undefined) return `${resumed}.`;
      return `${resumed}; its failed turns are counted from 0 again.`;
    }
    case 'stopWaiting':
      return `${taskId} no longer waits${event.agent === undefined ? '' : ` for the agent ${event.agent}`}.`;
    case 'accept':
      if (event.lands === true)
        return `Accepted ${event.subtask ?? taskId}: ${event.running === true ? 'the run' : 'the next run'} verifies the work once more, and the work then lands.`;
      return event.subtask === undefined
        ? `Accepted ${taskId}: the task is done.`
        : `Accepted ${event.subtask}: the subtask is done, and ${taskId} continues.`;
    case 'sendBack':
      return `Sent ${taskId} back: the next prompt tells the agent what you said, and its failed turns are counted from 0 again.`;
    case 'discard':
      return event.subtask === undefined
        ? `Discarded the change of ${taskId}: the task is skipped, and the workspace stays as it was.`
        : `Discarded the change of ${event.subtask}: the subtask is skipped, and ${taskId} continues.`;
    case 'notALoop':
      return `Recorded that ${taskId} was not in a loop: the task continues, and its failed turns are counted from 0 again.`;
    case 'retry':
      return `${taskId} will restart from the beginning.`;
    default:
      return event satisfies never;
  }
}

/** Detail of the intervention for the task's history. */
export function describeInterventionDetail(event: HumanEvent, skipped: readonly string[]): string {
  switch (event.type) {
    case 'skip':
      return skipped.length === 0 ? '' : `with ${skipped.join(', ')}`;
    case 'resume': {
      const { agent, hint, allowed } = event;
      const parts = [
        ...(allowed === undefined ? [] : [`${describeAllowed(allowed)} more allowed`]),
        ...(agent === undefined ? [] : [`agent ${agent}`]),
        ...(hint === undefined ? [] : [`hint: ${hint}`]),
      ];
      return parts.join(', ');
    }
    case 'accept':
      return event.subtask === undefined ? event.doubt : `${event.subtask}: ${event.doubt}`;
    case 'sendBack':
      return event.said;
    case 'discard':
      return event.subtask ?? '';
    case 'stopWaiting':
    case 'notALoop':
    case 'retry':
      return '';
    default:
      return event satisfies never;
  }
}
