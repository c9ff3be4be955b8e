import type { ReplaySession } from './replaySession';

/** What a timeline page shows: a replay of recordings, or the proof of a guarded session. */
export type TimelineSource = Pick<
  ReplaySession,
  'addFiles' | 'setLimits' | 'snapshot' | 'open' | 'dispose'
>;
