import type { RunEnd } from '../../model/run/runStatus';
import { listSome } from '../../text/list';
import { describeWaits } from './describeWaits';

/** Most tasks that a sentence names. */
const MAX_NAMED = 20;

/** Describes how a run ended, in a sentence for humans; `named`: requested tasks, absent for all. */
export function describeRunEnd(end: RunEnd, named?: readonly string[]): string {
  switch (end.kind) {
    case 'allDone':
      return named === undefined ? 'Every task is done or skipped.' : finishedWords(named);
    case 'needsHuman':
      return `${list(end.taskIds)} ${end.taskIds.length === 1 ? 'needs' : 'need'} you.${describeWaits(end.waits)}`;
    case 'donePartial':
      return `The run has ended, with ${list(end.taskIds)} done only in part.`;
    case 'waiting':
      return `${list(end.taskIds)} cannot run yet, because the tasks that ${end.taskIds.length === 1 ? 'it waits' : 'they wait'} for are not done.`;
    case 'stopped': {
      const when = end.whileWaiting === true ? 'while no turn was running' : 'after the turn';
      return `The run paused ${when}, as you asked.${describeWaits(end.waits)}`;
    }
    case 'cancelled': {
      const what = 'no turn was running';
      const turn = end.whileWaiting === true ? what : 'the interrupted turn is not counted';
      return `The run was cancelled; ${turn}.${describeWaits(end.waits)}`;
    }
    default:
      return end satisfies never;
  }
}

/** Only about the requested tasks: others may be open. */
function finishedWords(named: readonly string[]): string {
  const ids = [...new Set(named)];
  return `${list(ids)} ${ids.length === 1 ? 'is' : 'are'} done or skipped.`;
}

function list(ids: readonly string[]): string {
  return listSome(ids, MAX_NAMED);
}
