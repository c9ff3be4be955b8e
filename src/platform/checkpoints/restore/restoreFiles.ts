import type { CheckpointState } from '../../../model/workspace/checkpoint';
import type { RestoreRequest, RestoreResult } from '../../../ports/checkpoints';
import {
  createAmbiguityCheck,
  findCandidates,
  type Candidate,
  type LeftPath,
} from './findCandidates';
import { assertFoldersWritable } from './assertFoldersWritable';
import type { ApplyContext } from './applyContext';
import { clearStaging, recoverStaging, type KeptContent } from './clearStaging';
import { applyPlan, syncFolder, undoChanges, findWrittenSince, type ApplyPlan } from './apply';
import { bringBack, deleteFirst, isDiskFull, wouldMakeRoom } from './deleteFirst';
import { planRestore, type Change, type RestorePlan } from './plan';
import type { InspectContext } from './inspect';
import { foldersAbove, systemPathOf, WORKSPACE, type Place } from './restorePlace';
import { isRefusal, restoreError } from './restoreError';
import { openRestoreFs, type RestoreFs } from './restoreFs';
import { stageContents, stageFolders, type StagingContext } from './stageContents';
import { findStaging, createStaging } from './staging';

export interface RestoreInput {
  /** Absolute. */
  readonly workspaceDir: string;
  readonly request: RestoreRequest;
  readonly from: CheckpointState;
  readonly to: CheckpointState;
  /** Bytes of a relative path if its text differs from them. */
  readonly rawPath: (path: string) => Buffer | undefined;
  /** Content of a path (a link's text) in `to`; rejects when it is missing or damaged. */
  readonly content: (path: string) => Promise<Uint8Array>;
  /** Likewise in `from`. */
  readonly previous: (path: string) => Promise<Uint8Array>;
}

/**
 * Restores files of the workspace from one recorded state to another. Throws `StateError` when
 * that is impossible; then nothing was changed. After a kill or any other error, the same call
 * completes the restore. Paths that match neither state are left alone and reported. Never follows
 * links, leaves the workspace or touches a `.git`.
 */
export async function restoreFiles(
  input: RestoreInput,
  fs: RestoreFs = openRestoreFs(input.workspaceDir),
): Promise<RestoreResult> {
  const { workspaceDir, request } = input;
  const platform = process.platform;
  const { candidates, left } = findCandidates({ ...input, paths: request.paths, platform });
  const places = candidates.map(({ place }) => place);
  const context: InspectContext = { fs, workspaceDir, isAmbiguous: createAmbiguityCheck(places) };
  const prepared = await prepare(context, input, candidates);
  const { applyContext, plan, kept } = prepared;
  let written: readonly KeptContent[];
  try {
    await applyPlan(applyContext, plan);
    written = findWrittenSince(applyContext);
  } catch (error) {
    await rollBack({ ...prepared, previous: input.previous }, error);
    throw restoreError('restore files in', workspaceDir, error);
  }
  const stays = new Set([...kept, ...written.map((each) => each.kept)]);
  const notCleared = clearStaging(context, applyContext.staging, stays);
  const leftPaths = [
    ...left,
    ...prepared.left,
    ...applyContext.left,
    ...written.map((each) => each.left),
  ];
  return { left: [...leftPaths, ...notCleared] };
}

interface Prepared {
  readonly applyContext: ApplyContext;
  readonly plan: ApplyPlan;
  /** Paths in the staging folders that must be kept. */
  readonly kept: ReadonlySet<string>;
  readonly left: readonly LeftPath[];
  /** Deletions that were carried out for want of space. */
  readonly deleted: readonly Change[];
}

/** Prepares everything before the first change. Throws `StateError`, leaving nothing behind. */
async function prepare(
  context: InspectContext,
  { request, content, previous }: RestoreInput,
  candidates: readonly Candidate[],
): Promise<Prepared> {
  const kept = new Set<string>();
  let applyContext: ApplyContext | undefined;
  let deleted: readonly Change[] = [];
  try {
    assertWorkspace(context);
    const places = candidates.map(({ place }) => place);
    const staging = findStaging(context, { id: request.id, places });
    const aside = staging.resumed
      ? recoverStaging(context, staging, candidates)
      : new Map<number, never>();
    // Set after recovery only: before it, staged content may be the last copy of a file.
    const applying: ApplyContext = {
      ...{ ...context, staging, content },
      ...{ undo: [], left: [], touched: new Map(), moved: [] },
    };
    applyContext = applying;
    for (const each of aside.values()) kept.add(each.kept);
    const restorePlan = planRestore(
      context,
      candidates.filter(({ index }) => !aside.has(index)),
    );
    const { changes } = restorePlan;
    const emptied = findEmptiedFolders(restorePlan, candidates, staging.resumed);
    assertFoldersWritable(context, changes, emptied);
    if (changes.length > 0) createStaging(context, staging);
    let [spares, later] = [await orDiskFull(() => stageAll(applying, changes)), changes];
    if (spares instanceof Error) {
      if (!wouldMakeRoom(applying, changes)) throw spares;
      later = changes.filter(({ to }) => to !== undefined);
      await deleteFirst(applying, changes, (change) => (deleted = [...deleted, change]));
      spares = await stageAll(applying, changes);
    }
    if (changes.length > 0)
      [WORKSPACE, ...staging.folders].forEach((each) => syncFolder(context, each));
    return {
      ...{ applyContext: applying, kept, deleted },
      plan: { changes: later, emptied, spares },
      left: [...restorePlan.left, ...[...aside.values()].map((each) => each.left)],
    };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (applyContext !== undefined)
      await rollBack({ applyContext, kept, deleted, previous }, error);
    throw restoreError('prepare the restore in', context.workspaceDir, error);
  }
}

async function stageAll(
  context: StagingContext,
  changes: readonly Change[],
): Promise<ApplyPlan['spares']> {
  await stageContents(context, changes);
  return stageFolders(context, changes);
}

/** Returns the error of a full disk instead of throwing it. */
async function orDiskFull<T>(work: () => Promise<T>): Promise<T | Error> {
  try {
    return await work();
  } catch (error) {
    if (isDiskFull(error) && error instanceof Error) return error;
    throw error;
  }
}

function assertWorkspace({ fs, workspaceDir }: InspectContext): void {
  // The workspace itself may be a link.
  fs.readdir(systemPathOf(workspaceDir, WORKSPACE));
}

/** Folders to remove if empty: those above deletions, unless something will exist in them. */
function findEmptiedFolders(
  { changes, gone, emptyFolders }: RestorePlan,
  candidates: readonly Candidate[],
  resumed: boolean,
): readonly Place[] {
  const deleted = changes.filter(({ to }) => to === undefined).map(({ place }) => place);
  // An interrupted call may not have removed its emptied folders.
  const out = [...[...deleted, ...(resumed ? gone : [])].flatMap(foldersAbove), ...emptyFolders];
  const filled = candidates.filter(({ to }) => to.kind === 'leaf').map(({ place }) => place);
  const needed = new Set(filled.flatMap(foldersAbove).map(({ path }) => path));
  return [...new Map(out.map((folder) => [folder.path, folder])).values()].filter(
    ({ path }) => !needed.has(path),
  );
}

/** Reverts a failed restore. Throws when that fails too, and errors that are bugs. */
async function rollBack(
  {
    applyContext,
    kept,
    deleted,
    previous,
  }: Pick<Prepared, 'applyContext' | 'kept' | 'deleted'> & Pick<RestoreInput, 'previous'>,
  error: unknown,
): Promise<void> {
  if (!isRefusal(error)) throw error;
  try {
    undoChanges(applyContext);
    if (deleted.length > 0) {
      // Without the new contents there is room for the old ones.
      tryClearStaging(applyContext, kept);
      createStaging(applyContext, applyContext.staging);
      await bringBack(applyContext, deleted, previous);
    }
  } catch (second) {
    if (!isRefusal(second)) throw second;
    // Not a `StateError`: the workspace changed.
    throw new Error(
      `A restore was interrupted: ${(error as Error).message}. Devs completes it the next time it runs.`,
      { cause: second },
    );
  }
  tryClearStaging(applyContext, kept);
}

/** The first failure is reported; the next call clears leftovers. */
function tryClearStaging(stagingContext: StagingContext, kept: ReadonlySet<string>): void {
  try {
    clearStaging(stagingContext, stagingContext.staging, kept);
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}
