import type { RunTerminal } from '../../model/run/runReport';

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

/** Describes how a run ended, in a few words: "paused, it needs you". */
export function describeTerminal(terminal: RunTerminal): string {
  return TERMINAL_WORDS[terminal];
}

/** Whether a run's end requires a human's attention. */
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
