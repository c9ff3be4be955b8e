import { listKeptTurns } from './readHistory';
import { StateError } from '../../ports/workspaceState';
import type { KeptHistory } from '../../rules/retention/keptHistory';
import { findNeededCheckpoints } from '../../rules/retention/findNeededCheckpoints';
import { sumTranscriptBytes, applyRemovals, type Removal } from '../../rules/retention/removal';
import type { RemovedFiles, StateFile } from '../../ports/stateFiles';
import { orStateError } from '../state/orStateError';
import type { CleanTools, PreviewTools } from './cleanTools';

/** Everything to be removed. */
export interface PlannedRemovals {
  readonly removals: readonly Removal[];
  /** Damaged databases. */
  readonly damaged: readonly StateFile[];
  /** Old logs of events. */
  readonly logs: readonly StateFile[];
  /** Bytes of what setups made, all of which goes; 0: all of it stays. */
  readonly setups: number;
}

/** Bytes that were (or would be) freed. */
export interface Freed {
  readonly files: number;
  readonly checkpoints: number;
  /** Failed removals: one sentence each, for users. */
  readonly problems: readonly string[];
}

/** Bytes that `removeAll` would free; changes nothing. */
export async function wouldFree({
  history,
  checkpoints,
  removals,
  damaged,
  logs,
  setups,
}: PlannedRemovals & {
  readonly history: KeptHistory;
  readonly checkpoints: PreviewTools['checkpoints'];
}): Promise<Freed> {
  const needed = findNeededCheckpoints(applyRemovals(history, removals));
  const others = [...damaged, ...logs].reduce((sum, { bytes }) => sum + bytes, setups);
  return {
    files: sumTranscriptBytes(removals) + others,
    checkpoints: await checkpoints.prune(needed.whole, { dryRun: true, lists: needed.lists }),
    problems: [],
  };
}

/**
 * Rows first, then files, then the content of checkpoints that no row names any more: if killed in
 * between, the next run completes it. Throws `StateError` when the disk refuses.
 */
export async function removeAll(
  tools: Pick<CleanTools, 'store' | 'files' | 'checkpoints'>,
  { removals, damaged, logs, setups }: PlannedRemovals,
): Promise<Freed> {
  const names = removals.flatMap((each) => (each.kind === 'transcript' ? each.name : []));
  const files = [...names, ...[...damaged, ...logs].map(({ name }) => name)];
  const rowsFailed = await orStateError(() => removeRows(tools, removals));
  const made = setups === 0 ? NOTHING : await tools.files.removeSetups();
  const others = await removeUnneeded(tools, files);
  const freed = {
    ...{ files: others.files + made.bytes, checkpoints: others.checkpoints },
    problems: [...others.problems, ...made.problems],
  };
  if (!(rowsFailed instanceof StateError)) return freed;
  // A full disk has no room for the new database until something went that no row needs.
  if (freed.files + freed.checkpoints === 0) throw rowsFailed;
  removeRows(tools, removals);
  const more = await removeUnneeded(tools, []);
  return { ...freed, checkpoints: freed.checkpoints + more.checkpoints };
}

const NOTHING: RemovedFiles = { bytes: 0, problems: [] };

/** Removes files, and what no row names of the checkpoints. */
async function removeUnneeded(
  { store, files, checkpoints }: Pick<CleanTools, 'store' | 'files' | 'checkpoints'>,
  names: readonly string[],
): Promise<Freed> {
  const { bytes, problems } = await files.remove(names);
  const needed = findNeededCheckpoints({
    turns: listKeptTurns(store),
    rewinds: store.listRewinds(),
  });
  return {
    files: bytes,
    checkpoints: await checkpoints.prune(needed.whole, { dryRun: false, lists: needed.lists }),
    problems,
  };
}

function removeRows({ store }: Pick<CleanTools, 'store'>, removals: readonly Removal[]): void {
  const turns = removals.flatMap((each) => (each.kind === 'turn' ? each.turnId : []));
  const bare = removals.flatMap((each) => (each.kind === 'checkpoints' ? each.turnId : []));
  const rewinds = removals.flatMap((each) => (each.kind === 'rewind' ? each.rewindId : []));
  const attempts = removals.flatMap((each) => (each.kind === 'attempts' ? each.numbers : []));
  const entries = removals.flatMap((each) => (each.kind === 'contextEntry' ? each.entryId : []));
  const lists = removals.flatMap((each) => (each.kind === 'contents' ? each.turnId : []));
  const rows = [turns, bare, lists, rewinds, attempts, entries];
  if (rows.every(({ length }) => length === 0)) return;
  store.transaction(() => {
    if (turns.length > 0) store.forgetTurns(turns);
    if (bare.length > 0) store.clearCheckpoints(bare);
    if (lists.length > 0) store.clearContents(lists);
    for (const id of rewinds) store.removeRewind(id);
    if (attempts.length > 0) store.forgetAttempts(attempts);
    if (entries.length > 0) store.forgetContextEntries(entries);
  });
}
