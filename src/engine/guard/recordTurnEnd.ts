import type { SessionHistory } from '../../rules/guard/sessionHistory';
import { findHalfRecorded, noteTurnEnd, type TurnEndFacts } from '../../rules/guard/turnEnd';
import type { SessionRewindTools } from './sessionRewinding';

/** Dependencies of `recordTurnEnd`; nobody else records or restores the files meanwhile. */
export interface TurnEndTools
  extends Pick<SessionRewindTools, 'checkpoints' | 'note'>, Pick<TurnEndFacts, 'wasChangedAfter'> {
  readonly history: Pick<SessionHistory, 'prompted' | 'rewinds' | 'root'>;
}

/**
 * Records how the newest turn left the files, where it has ended without a checkpoint: agents tell of no stop when they are
 * interrupted. Throws `StateError` if the files cannot be recorded.
 */
export async function recordTurnEnd(tools: TurnEndTools): Promise<void> {
  const { history, checkpoints, note, wasChangedAfter } = tools;
  const turn = findHalfRecorded(history, -1);
  const endedAt = turn?.turn.endedAt;
  if (turn === undefined || endedAt === undefined) return;
  const { id } = await checkpoints.record();
  const noted = noteTurnEnd(turn, {
    ...{ endedAt, checkpoint: id, root: history.root, wasChangedAfter },
    before: await checkpoints.read(turn.before),
    now: await checkpoints.read(id),
  });
  if (noted !== undefined) note(noted);
}
