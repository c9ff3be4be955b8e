import type { CheckpointState } from '../../model/workspace/checkpoint';
import type { DevsConfig } from '../../model/config/config';
import { isPivotRewind, type RewindRecord } from '../../model/workspace/rewindRecord';
import { hasEnded, type Turn } from '../../model/turn/turn';
import type { Checkpoints } from '../../ports/checkpoints';
import type { StoreReader } from '../../ports/store';
import type { WorkspaceChange } from '../../rules/rewind/workspaceChange';
import { isWithin } from '../scheduling/taskTree';
import { isOwnTurn } from './undoneTurns';

export interface ChangeSources {
  readonly store: StoreReader;
  readonly config: DevsConfig;
  readonly checkpoints: Pick<Checkpoints, 'read'>;
}

/** A state that is read when it is needed. */
export interface Moment {
  /** Equal for equal states. */
  readonly key: string;
  readonly read: () => Promise<CheckpointState>;
}

/** A turn or a rewind with the moments before and after it. */
export interface RecordedChange {
  readonly by: WorkspaceChange['by'];
  /** The turn's number; 0 for a rewind. */
  readonly number: number;
  readonly before: Moment;
  /** Undefined for an own turn, the last one, whose end is not on record. */
  readonly after: Moment | undefined;
}

export interface Since {
  readonly turns: readonly Turn[];
  readonly rewinds: readonly RewindRecord[];
  /** Id of the turn before the first of `turns`: rewinds right after it belong to them. */
  readonly before: string | undefined;
  /** Id of the checkpoint from which changes are listed. */
  readonly start: string;
}

/** A change of which a moment may not be on record. */
interface Observation {
  readonly by: WorkspaceChange['by'];
  readonly number: number;
  readonly before: Moment | undefined;
  readonly after: Moment | undefined;
}

/**
 * Turns and rewinds in the order in which they were. Where the checkpoints of an own turn are not on
 * record, the moments beside it stand in, and it counts as unwatched; so does one whose end a later
 * process recorded. Such a turn of another task is left out: what it changed is then yours.
 */
export function listRecordedChanges(
  sources: ChangeSources,
  taskId: string,
  { turns, rewinds, before, start }: Since,
): readonly RecordedChange[] {
  const after = (turnId: string | undefined): readonly Observation[] =>
    rewinds
      .filter((rewind) => rewind.afterTurn === turnId && rewind.status === 'done')
      .map((rewind) => rewindObservation(sources, taskId, rewind));
  const seen = [
    ...after(before),
    ...turns.flatMap((turn) => [turnObservation(sources, taskId, turn), ...after(turn.id)]),
  ].filter(({ by, ...moments }) => by.kind === 'own' || isWhole(moments));
  return bridged(seen, momentOf(sources.checkpoints, start));
}

/** The state in which a rewind left the workspace, as far as it did what it was to do. */
export async function stateAfterRewind(
  checkpoints: Pick<Checkpoints, 'read'>,
  rewind: Pick<RewindRecord, 'from' | 'to' | 'paths'>,
): Promise<CheckpointState> {
  const [from, to] = [await checkpoints.read(rewind.from), await checkpoints.read(rewind.to)];
  const files = new Map(from.files);
  for (const path of rewind.paths) {
    const entry = to.files.get(path);
    if (entry === undefined) files.delete(path);
    else files.set(path, entry);
  }
  return { files, unknown: from.unknown };
}

function bridged(seen: readonly Observation[], start: Moment): readonly RecordedChange[] {
  let latest = start;
  return seen.map((observation, index) => {
    const before = observation.before ?? latest;
    const next = seen.slice(index + 1).flatMap((each) => each.before ?? each.after ?? []);
    const after = observation.after ?? next[0];
    latest = after ?? latest;
    const { by, number } = observation;
    const unwatched = by.kind === 'own' && !isWhole(observation);
    return { by: unwatched ? { kind: 'own', unwatched: true } : by, number, before, after };
  });
}

function isWhole({ before, after }: Pick<Observation, 'before' | 'after'>): boolean {
  return before !== undefined && after !== undefined;
}

function turnObservation(
  { config, checkpoints }: ChangeSources,
  taskId: string,
  turn: Turn,
): Observation {
  const ended = hasEnded(turn) ? turn : undefined;
  const before = turn.checkpointBefore ?? turn.fileListBefore;
  const after = ended?.checkpointAfter ?? ended?.fileListAfter;
  const own = isOwnTurn(config, taskId, turn);
  const late = ended?.checkpointLate === true;
  return {
    by: own
      ? { kind: 'own', ...(late && { unwatched: true }) }
      : { kind: 'otherTask', taskId: turn.taskId },
    number: turn.number,
    before: before === undefined ? undefined : momentOf(checkpoints, before),
    after: after === undefined ? undefined : momentOf(checkpoints, after),
  };
}

function rewindObservation(
  { config, checkpoints }: ChangeSources,
  taskId: string,
  rewind: RewindRecord,
): Observation {
  return {
    by: rewinderOf(config, rewind, taskId),
    number: 0,
    before: momentOf(checkpoints, rewind.from),
    after: { key: `after ${rewind.id}`, read: () => stateAfterRewind(checkpoints, rewind) },
  };
}

/**
 * What Devs returned at a pivot of the task, of a part or of a parent is nobody's new work; at one of another task it is
 * that task's. What a human chose is the human's.
 */
function rewinderOf(
  config: DevsConfig,
  rewind: RewindRecord,
  taskId: string,
): WorkspaceChange['by'] {
  const own = isWithin(config, rewind.taskId, taskId) && { own: true as const };
  if (!isPivotRewind(rewind)) return { kind: 'devs', ...own };
  return own || isWithin(config, taskId, rewind.taskId)
    ? { kind: 'devs', ...own, atPivot: true }
    : { kind: 'otherTask', taskId: rewind.taskId };
}

function momentOf(checkpoints: Pick<Checkpoints, 'read'>, id: string): Moment {
  return { key: id, read: () => checkpoints.read(id) };
}
