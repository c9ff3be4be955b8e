import type { TurnOutcome } from '../../model/turn/turn';

/** What a turn counted as, in words. */
export const TURN_OUTCOME_WORDS: Readonly<Record<TurnOutcome, string>> = {
  success: 'done',
  progress: 'progress',
  no_progress: 'no progress',
  not_agent: 'not counted',
  interrupted: 'interrupted',
  running: 'running',
};
