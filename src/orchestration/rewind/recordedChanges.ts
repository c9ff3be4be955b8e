import { isUnknownIn, versionIn, type CheckpointState } from '../../domain/checkpoint';
import type { DevsConfig } from '../../domain/config';
import type { RewindRecord } from '../../domain/rewind';
import { hasEnded, type Turn } from '../../domain/turn';
import type { Checkpoints } from '../../ports/checkpoints';
import type { StoreReader } from '../../ports/store';
import type { WorkspaceChange } from '../../recovery/rewind/workspaceChange';
import { isWithin } from '../taskTree';
import { isOwnTurn, type RewindTarget } from './undoneTurns';

export interface ChangeSources {
  readonly store: StoreReader;
  readonly config: DevsConfig;
  readonly checkpoints: Pick<Checkpoints, 'read'>;
}

/** A change whose states are read when they are needed: a long history does not fit into memory. */
interface RecordedChange {
  readonly by: WorkspaceChange['by'];
  readonly number: number;
  readonly before: () => Promise<CheckpointState>;
  readonly after: () => Promise<CheckpointState>;
}

/**
 * What happened to the workspace since the target, in order: turns and rewinds, each with the states
 * before and after it, cut down to the paths that the task's own turns changed (and `alsoPaths`).
 * `now` stands for what comes after a turn that nobody ended.
 */
export async function changesSince(
  sources: ChangeSources,
  taskId: string,
  target: RewindTarget,
): Promise<readonly WorkspaceChange[]> {
  const recorded = recordedSince(sources, taskId, target);
  const own = recorded.filter(({ by }) => by.kind === 'own' || (by.kind === 'devs' && by.own));
  const paths = await pathsChangedBy(own);
  return await cutDown(recorded, paths);
}

/** What happened since a rewind, cut down to its paths. */
export async function changesAfterRewind(
  sources: ChangeSources,
  rewind: RewindRecord,
): Promise<readonly WorkspaceChange[]> {
  const [, ...turns] = sources.store.listTurnsFrom(rewind.afterTurn);
  const rewinds = sources.store.listRewinds();
  const later = rewinds.slice(rewinds.findIndex((each) => each.id === rewind.id) + 1);
  const recorded = inOrder(sources, rewind.taskId, {
    turns,
    rewinds: later,
    before: rewind.afterTurn,
  });
  return await cutDown(recorded, new Set(rewind.paths));
}

/** The state in which a rewind left the workspace, as far as it did what it was to do. */
export async function stateAfterRewind(
  checkpoints: Pick<Checkpoints, 'read'>,
  rewind: RewindRecord,
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

function recordedSince(
  sources: ChangeSources,
  taskId: string,
  { turns, before }: RewindTarget,
): readonly RecordedChange[] {
  const rewinds = sources.store.listRewinds();
  return inOrder(sources, taskId, { turns, rewinds, before });
}

interface Happenings {
  readonly turns: readonly Turn[];
  readonly rewinds: readonly RewindRecord[];
  /** Id of the turn before the first of `turns`: rewinds right after it belong to them. */
  readonly before: string | undefined;
}

function inOrder(
  sources: ChangeSources,
  taskId: string,
  { turns, rewinds, before }: Happenings,
): readonly RecordedChange[] {
  const after = (turnId: string | undefined): readonly RecordedChange[] =>
    rewinds
      .filter((rewind) => rewind.afterTurn === turnId && rewind.status === 'done')
      .map((rewind) => rewindChange(sources, taskId, rewind));
  const ofTurns = turns.flatMap((turn) => [
    ...turnChange(sources, taskId, turn),
    ...after(turn.id),
  ]);
  return [...after(before), ...ofTurns];
}

/** None for a turn whose end is not known: what it changed is then nobody's, and kept. */
function turnChange(
  { config, checkpoints }: ChangeSources,
  taskId: string,
  turn: Turn,
): readonly RecordedChange[] {
  const before = turn.checkpointBefore;
  const after = hasEnded(turn) ? turn.checkpointAfter : undefined;
  if (before === undefined || after === undefined) return [];
  const own = isOwnTurn(config, taskId, turn);
  return [
    {
      by: own ? { kind: 'own' } : { kind: 'otherTask', taskId: turn.taskId },
      number: turn.number,
      before: () => checkpoints.read(before),
      after: () => checkpoints.read(after),
    },
  ];
}

function rewindChange(
  { config, checkpoints }: ChangeSources,
  taskId: string,
  rewind: RewindRecord,
): RecordedChange {
  return {
    by: { kind: 'devs', ...(isWithin(config, rewind.taskId, taskId) && { own: true }) },
    number: 0,
    before: () => checkpoints.read(rewind.from),
    after: () => stateAfterRewind(checkpoints, rewind),
  };
}

async function pathsChangedBy(changes: readonly RecordedChange[]): Promise<ReadonlySet<string>> {
  const paths = new Set<string>();
  for (const change of changes) {
    const [before, after] = [await change.before(), await change.after()];
    for (const path of differingPaths(before, after)) paths.add(path);
  }
  return paths;
}

/** Paths that are listed in one of two states and do not stand the same in both. */
export function* differingPaths(before: CheckpointState, after: CheckpointState): Iterable<string> {
  for (const [path, { version }] of before.files) {
    if (versionIn(after, path) !== version) yield path;
  }
  for (const path of after.files.keys()) if (!before.files.has(path)) yield path;
}

/** One after the other: whole states of many moments do not fit into memory. */
async function cutDown(
  changes: readonly RecordedChange[],
  paths: ReadonlySet<string>,
): Promise<readonly WorkspaceChange[]> {
  const cut: WorkspaceChange[] = [];
  for (const { by, number, before, after } of changes) {
    const states = {
      before: onlyPaths(await before(), paths),
      after: onlyPaths(await after(), paths),
    };
    cut.push({ by, number, ...states });
  }
  return cut;
}

function onlyPaths(state: CheckpointState, paths: ReadonlySet<string>): CheckpointState {
  const files = new Map<string, NonNullable<ReturnType<typeof state.files.get>>>();
  const unknown = new Set<string>();
  for (const path of paths) {
    const entry = state.files.get(path);
    if (entry !== undefined) files.set(path, entry);
    else if (isUnknownIn(state, path)) unknown.add(path);
  }
  return { files, unknown };
}
