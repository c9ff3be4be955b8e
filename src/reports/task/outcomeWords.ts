import type { TurnOutcome } from '../../model/turn/turn';

/** What a turn counted as, for humans. */
export const OUTCOME_WORDS: Readonly<Record<TurnOutcome, string>> = {
  running: 'running',
  interrupted: 'interrupted',
  not_agent: 'not counted',
  success: 'done',
  progress: 'progress',
  no_progress: 'no progress',
};
