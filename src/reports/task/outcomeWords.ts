import type { TurnOutcome } from '../../model/turn/turn';

/** The outcome of a turn, for humans in the editor. */
export const OUTCOME_WORDS: Readonly<Record<TurnOutcome, string>> = {
  running: 'running',
  interrupted: 'interrupted',
  not_agent: 'not the agent’s failure',
  success: 'success',
  progress: 'progress',
  no_progress: 'no progress',
};
