import type { TurnOutcome } from '../../model/turn/turn';

/** Labels of outcomes for humans. */
export const OUTCOME_WORDS: Readonly<Record<TurnOutcome, string>> = {
  running: 'running',
  interrupted: 'interrupted',
  not_agent: 'not counted',
  success: 'done',
  progress: 'progress',
  no_progress: 'no progress',
};
