import type { RunReportTurn, RunTerminal } from './runReport';

const TERMINAL_WORDS: Readonly<Record<RunTerminal, string>> = {
  done: 'done',
  done_partial: 'done only in part',
  PAUSED_FOR_INTERVENTION: 'paused, it needs you',
  aborted_stuck: 'aborted, stuck',
  blocked: 'blocked, it needs you',
  waiting: 'ended, tasks still wait',
  stopped: 'stopped by you',
  cancelled: 'cancelled by you',
  crashed: 'crashed',
};

/** How a run ended, in a few words: "paused, it needs you". */
export function nameTerminal(terminal: RunTerminal): string {
  return TERMINAL_WORDS[terminal];
}

/** Whether a run ended with something that is left for a human to look at. */
export function endedBadly(terminal: RunTerminal): boolean {
  switch (terminal) {
    case 'PAUSED_FOR_INTERVENTION':
    case 'aborted_stuck':
    case 'blocked':
    case 'crashed':
      return true;
    case 'done':
    case 'done_partial':
    case 'waiting':
    case 'stopped':
    case 'cancelled':
      return false;
    default:
      return terminal satisfies never;
  }
}

/** "1 turn", "3 turns". */
export function countOf(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}

/** Hops of a turn, those included that its report does not list. */
export function hopsIn({ hops, hopCount }: Pick<RunReportTurn, 'hops' | 'hopCount'>): number {
  return hopCount ?? hops.length;
}

/** Milliseconds for a reader: "0.4 s", "12.1 s", "3 min 4 s", "1 h 2 min". */
export function describeTime(ms: number): string {
  if (ms < 59_950) return `${(Math.max(0, ms) / 1000).toFixed(1)} s`;
  const minutes = Math.floor(Math.round(ms / 1000) / 60);
  const seconds = Math.round(ms / 1000) % 60;
  return minutes < 60
    ? `${minutes} min ${seconds} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
