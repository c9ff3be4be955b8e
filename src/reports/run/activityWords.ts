import type { RunActivity } from '../../model/overview/runActivity';

/** What a workspace does, in one to four words. */
export const ACTIVITY_WORDS: Readonly<Record<RunActivity, string>> = {
  IDLE: 'Stopped',
  RUNNING: 'Running',
  STOPPING: 'Stopping after this turn',
  CANCELLING: 'Stopping now',
  PAUSED: 'Waiting for you',
  DONE: 'All tasks done',
  FINISHED: 'Finished',
};

/** What a task does that is in progress: as its run, and `Interrupted` where nothing runs any more. */
export const IN_PROGRESS_WORDS: Readonly<Record<RunActivity, string>> = {
  ...ACTIVITY_WORDS,
  IDLE: 'Interrupted',
  PAUSED: 'Interrupted',
  DONE: 'Interrupted',
  FINISHED: 'Interrupted',
};
