import { StateError } from '../../ports/workspaceState';
import type { KeptHistory } from '../../rules/retention/keptHistory';
import { findNeededCheckpoints } from '../../rules/retention/findNeededCheckpoints';
import { sumTranscriptBytes, applyRemovals, type Removal } from '../../rules/retention/removal';
import type { StateFile } from '../../ports/stateFiles';
import type { CleanTools } from './cleanTools';

/** Everything to be removed. */
export interface PlannedRemovals {
  readonly removals: readonly Removal[];
  /** Damaged databases and old logs. */
  readonly others: readonly StateFile[];
}

/** Bytes that were (or would be) freed. */
export interface Freed {
  readonly files: number;
  readonly checkpoints: number;
  /** Failed removals: one sentence each, for users. */
  readonly problems: readonly string[];
}

/** Bytes that `removeAll` would free; changes nothing. */
export async function wouldFree(
  { checkpoints }: Pick<CleanTools, 'checkpoints'>,
  history: KeptHistory,
  { removals, others }: PlannedRemovals,
): Promise<Freed> {
  const needed = findNeededCheckpoints(applyRemovals(history, removals));
  return {
    files: sumTranscriptBytes(removals) + others.reduce((sum, { bytes }) => sum + bytes, 0),
    checkpoints: await checkpoints.prune(needed, { dryRun: true }),
    problems: [],
  };
}

/**
 * Rows first, then files, then the content of checkpoints that no row names any more: if killed in
 * between, the next run completes it. Throws `StateError` when the disk refuses.
 */
export async function removeAll(
  tools: Pick<CleanTools, 'store' | 'files' | 'checkpoints'>,
  { removals, others }: PlannedRemovals,
): Promise<Freed> {
  const { store, files, checkpoints } = tools;
  const names = removals.flatMap((each) => (each.kind === 'transcript' ? each.name : []));
  const removedFiles = [...names, ...others.map(({ name }) => name)];
  let early = 0;
  try {
    removeRows(tools, removals);
  } catch (error) {
    if (!(error instanceof StateError) || removedFiles.length === 0) throw error;
    // A full disk has no room for the new database until something went; no row needs these files.
    early = (await files.remove(removedFiles)).bytes;
    removeRows(tools, removals);
  }
  const { bytes, problems } = await files.remove(removedFiles);
  const needed = findNeededCheckpoints({
    turns: store.listTurnSummaries(),
    rewinds: store.listRewinds(),
  });
  const pruned = await checkpoints.prune(needed, { dryRun: false });
  return { files: early + bytes, checkpoints: pruned, problems };
}

function removeRows({ store }: Pick<CleanTools, 'store'>, removals: readonly Removal[]): void {
  const turns = removals.flatMap((each) => (each.kind === 'turn' ? each.turnId : []));
  const bare = removals.flatMap((each) => (each.kind === 'checkpoints' ? each.turnId : []));
  const rewinds = removals.flatMap((each) => (each.kind === 'rewind' ? each.rewindId : []));
  const attempts = removals.flatMap((each) => (each.kind === 'attempts' ? each.numbers : []));
  const entries = removals.flatMap((each) => (each.kind === 'contextEntry' ? each.entryId : []));
  const rows = [turns, bare, rewinds, attempts, entries];
  if (rows.every(({ length }) => length === 0)) return;
  store.transaction(() => {
    if (turns.length > 0) store.forgetTurns(turns);
    if (bare.length > 0) store.clearCheckpoints(bare);
    for (const id of rewinds) store.removeRewind(id);
    if (attempts.length > 0) store.forgetAttempts(attempts);
    if (entries.length > 0) store.forgetContextEntries(entries);
  });
}
