import {
  isUnknownIn,
  type CheckpointEntry,
  type CheckpointState,
} from '../../model/workspace/checkpoint';
import type { RewindRecord } from '../../model/workspace/rewindRecord';
import { listDifferingPaths } from '../../rules/rewind/contents';
import type { WorkspaceChange } from '../../rules/rewind/workspaceChange';
import {
  listRecordedChanges,
  type ChangeSources,
  type Moment,
  type RecordedChange,
} from './listRecordedChanges';
import type { RewindTarget } from './undoneTurns';

/** Recorded changes since a moment. */
export interface Recorded {
  /** In order, each with the states before and after it. */
  readonly changes: readonly WorkspaceChange[];
  /** Set when the last own turn has no end on record: its number, and the last state that is known. */
  readonly open?: { readonly number: number; readonly before: CheckpointState };
}

/**
 * What happened to the workspace since the target: turns and rewinds, with the states cut down to
 * the paths that the task's own turns and rewinds changed. Whole where the last turn has no end: then
 * everything that differs now may be its doing.
 */
export async function changesSince(
  sources: ChangeSources,
  taskId: string,
  target: RewindTarget,
): Promise<Recorded> {
  const rewinds = sources.store.listRewinds();
  const all = listRecordedChanges(sources, taskId, {
    ...target,
    rewinds,
    start: target.checkpoint,
  });
  const recorded = all.filter(isClosed);
  const last = all.at(-1);
  const states = new States();
  if (last !== undefined && !isClosed(last)) {
    const before = await states.of(last.before);
    return { changes: await whole(recorded, states), open: { number: last.number, before } };
  }
  const own = recorded.filter(({ by }) => by.kind === 'own' || (by.kind === 'devs' && by.own));
  return { changes: await cutDown(recorded, await pathsChangedBy(own, states), states) };
}

/** Recorded changes since a rewind, limited to its paths. */
export async function changesAfterRewind(
  sources: ChangeSources,
  rewind: RewindRecord,
): Promise<readonly WorkspaceChange[]> {
  const [, ...turns] = sources.store.listTurnsFrom(rewind.afterTurn);
  const all = sources.store.listRewinds();
  const rewinds = all.slice(all.findIndex((each) => each.id === rewind.id) + 1);
  const since = { turns, rewinds, before: rewind.afterTurn, start: rewind.from };
  const recorded = listRecordedChanges(sources, rewind.taskId, since).filter(isClosed);
  return await cutDown(recorded, new Set(rewind.paths), new States());
}

type ClosedChange = RecordedChange & { readonly after: Moment };

function isClosed(change: RecordedChange): change is ClosedChange {
  return change.after !== undefined;
}

/** Reads states one after the other: those of a long history do not fit into memory together. */
class States {
  private recent: readonly { readonly key: string; readonly state: CheckpointState }[] = [];

  async of({ key, read }: Moment): Promise<CheckpointState> {
    const known = this.recent.find((each) => each.key === key);
    if (known !== undefined) return known.state;
    // Reading from memory alone would hold everything else up.
    await new Promise((resolve) => setImmediate(resolve));
    const state = await read();
    this.recent = [...this.recent.slice(-1), { key, state }];
    return state;
  }
}

async function pathsChangedBy(
  changes: readonly ClosedChange[],
  states: States,
): Promise<ReadonlySet<string>> {
  const paths = new Set<string>();
  for (const { before, after } of changes) {
    if (before.key === after.key) continue;
    const pair = [await states.of(before), await states.of(after)] as const;
    for (const path of listDifferingPaths(...pair)) paths.add(path);
  }
  return paths;
}

async function cutDown(
  changes: readonly ClosedChange[],
  paths: ReadonlySet<string>,
  states: States,
): Promise<readonly WorkspaceChange[]> {
  const known = new Map<string, CheckpointState>();
  const cut = async (moment: Moment): Promise<CheckpointState> => {
    const state = known.get(moment.key) ?? onlyPaths(await states.of(moment), paths);
    known.set(moment.key, state);
    return state;
  };
  const result: WorkspaceChange[] = [];
  for (const { by, number, before, after } of changes) {
    result.push({ by, number, before: await cut(before), after: await cut(after) });
  }
  return result;
}

async function whole(
  changes: readonly ClosedChange[],
  states: States,
): Promise<readonly WorkspaceChange[]> {
  const result: WorkspaceChange[] = [];
  for (const { by, number, before, after } of changes) {
    result.push({ by, number, before: await states.of(before), after: await states.of(after) });
  }
  return result;
}

function onlyPaths(state: CheckpointState, paths: ReadonlySet<string>): CheckpointState {
  const files = new Map<string, CheckpointEntry>();
  const unknown = new Set<string>();
  for (const path of paths) {
    const entry = state.files.get(path);
    if (entry !== undefined) files.set(path, entry);
    else if (isUnknownIn(state, path)) unknown.add(path);
  }
  return { files, unknown };
}
