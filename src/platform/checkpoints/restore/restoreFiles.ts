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
import { planRestore, type RestorePlan } from './plan';
import type { InspectContext } from './inspect';
import { foldersAbove, systemPathOf, WORKSPACE, type Place } from './restorePlace';
import { isRefusal, restoreError } from './restoreError';
import { nodeRestoreFs, type RestoreFs } from './restoreFs';
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
}

/**
 * Restores files of the workspace from one recorded state to another. Throws `StateError` when
 * that is impossible; then nothing was changed. After a kill or any other error, the same call
 * completes the restore. Paths that match neither state are left alone and reported. Never follows
 * links, leaves the workspace or touches a `.git`.
 */
export async function restoreFiles(
  input: RestoreInput,
  fs: RestoreFs = nodeRestoreFs,
): Promise<RestoreResult> {
  const { workspaceDir, request } = input;
  const platform = process.platform;
  const { candidates, left } = findCandidates({ ...input, paths: request.paths, platform });
  const places = candidates.map(({ place }) => place);
  const context: InspectContext = { fs, workspaceDir, isAmbiguous: createAmbiguityCheck(places) };
  const prepared = await prepare(context, input, candidates);
  const { applyContext, plan, kept } = prepared;
  let written: readonly KeptContent[] = [];
  try {
    await applyPlan(applyContext, plan);
    written = findWrittenSince(applyContext);
  } catch (error) {
    rollBack(applyContext, kept, error);
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
}

/** Prepares everything before the first change. Throws `StateError`, leaving nothing behind. */
async function prepare(
  context: InspectContext,
  { request, content }: RestoreInput,
  candidates: readonly Candidate[],
): Promise<Prepared> {
  const kept = new Set<string>();
  let stagingContext: StagingContext | undefined;
  try {
    assertWorkspace(context);
    const places = candidates.map(({ place }) => place);
    const staging = findStaging(context, { id: request.id, places });
    const aside = staging.resumed
      ? recoverStaging(context, staging, candidates)
      : new Map<number, never>();
    // Set after recovery only: before it, staged content may be the last copy of a file.
    stagingContext = { ...context, staging, content };
    for (const each of aside.values()) kept.add(each.kept);
    const restorePlan = planRestore(
      context,
      candidates.filter(({ index }) => !aside.has(index)),
    );
    const { changes } = restorePlan;
    const emptied = findEmptiedFolders(restorePlan, candidates, staging.resumed);
    assertFoldersWritable(context, changes, emptied);
    if (changes.length > 0) createStaging(context, staging);
    await stageContents(stagingContext, changes);
    const spares = stageFolders(stagingContext, changes);
    if (changes.length > 0)
      [WORKSPACE, ...staging.folders].forEach((each) => syncFolder(context, each));
    return {
      applyContext: { ...stagingContext, undo: [], left: [], touched: new Map(), moved: [] },
      plan: { changes, emptied, spares },
      kept,
      left: [...restorePlan.left, ...[...aside.values()].map((each) => each.left)],
    };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (stagingContext !== undefined) tryClearStaging(stagingContext, kept);
    throw restoreError('prepare the restore in', context.workspaceDir, error);
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

/** Reverts a failed restore, then throws the failure. */
function rollBack(applyContext: ApplyContext, kept: ReadonlySet<string>, error: unknown): never {
  if (!isRefusal(error)) throw error;
  try {
    undoChanges(applyContext);
  } catch (second) {
    if (!isRefusal(second)) throw second;
    // Not a `StateError`: the workspace changed.
    throw new Error(
      `A restore was interrupted: ${(error as Error).message}. Devs completes it the next time it runs.`,
      { cause: second },
    );
  }
  tryClearStaging(applyContext, kept);
  throw restoreError('restore files in', applyContext.workspaceDir, error);
}

/** The first failure is reported; the next call clears leftovers. */
function tryClearStaging(stagingContext: StagingContext, kept: ReadonlySet<string>): void {
  try {
    clearStaging(stagingContext, stagingContext.staging, kept);
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}
