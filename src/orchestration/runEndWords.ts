import type { RunEnd } from '../domain/run';
import type { TaskWait } from '../domain/taskWait';

/** How a run ended, in a sentence for humans; `named`: the tasks it was asked for, absent for all. */
export function describeRunEnd(end: RunEnd, named?: readonly string[]): string {
  switch (end.kind) {
    case 'allDone':
      return named === undefined ? 'Every task is done or skipped.' : finishedWords(named);
    case 'needsHuman':
      return `${list(end.taskIds)} ${end.taskIds.length === 1 ? 'needs' : 'need'} you.${waitWords(end.waits)}`;
    case 'donePartial':
      return `Ended with ${list(end.taskIds)} done only in part.`;
    case 'waiting':
      return `${list(end.taskIds)} cannot run yet: what ${end.taskIds.length === 1 ? 'it waits' : 'they wait'} for is not done.`;
    case 'stopped': {
      const when = end.whileWaiting === true ? 'while no turn was running' : 'after the turn';
      return `Paused ${when}, as you asked.${waitWords(end.waits)}`;
    }
    case 'cancelled': {
      const what = 'no turn was running';
      const turn = end.whileWaiting === true ? what : 'the interrupted turn counts nothing';
      return `Cancelled; ${turn}.${waitWords(end.waits)}`;
    }
    default:
      return end satisfies never;
  }
}

/** Waits that an end names; the rest is only counted. */
const MAX_NAMED_WAITS = 5;

/** Which tasks wait for a clock, and until when; '' for none, else it begins with a space. */
export function waitWords(waits: readonly TaskWait[] = []): string {
  const named = waits.slice(0, MAX_NAMED_WAITS).map(({ taskId, until, reason }) => {
    const why = reason === '' ? '' : ` (${reason})`;
    return ` ${taskId} waits until ${localTime(until)}${why}.`;
  });
  const more = waits.length - named.length;
  return `${named.join('')}${more > 0 ? ` ${more} more wait as well.` : ''}`;
}

/** Day and time where this runs, `2026-11-23 14:05`; what is no time is told as it is. */
function localTime(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Of the named tasks alone: others may be left. */
function finishedWords(named: readonly string[]): string {
  const ids = [...new Set(named)];
  return `${list(ids)} ${ids.length === 1 ? 'is' : 'are'} done or skipped.`;
}

function list(ids: readonly string[]): string {
  return ids.join(', ');
}
