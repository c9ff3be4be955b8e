import type { CheckpointState } from '../../../model/workspace/checkpoint';
import type { RestoreRequest, RestoreResult } from '../../../ports/checkpoints';
import { ambiguity, findCandidates, type Candidate, type Left } from './candidates';
import { checkFolders } from './checkFolders';
import type { Commit } from './commit';
import { clearStaging, recover, type KeptAside } from './clearStaging';
import { carryOut, syncFolder, undoCommit, writtenSince, type CommitPlan } from './committing';
import { decide, type Decision } from './deciding';
import type { Looking } from './looking';
import { foldersAbove, systemPathOf, WORKSPACE, type Place } from './place';
import { isRefusal, restoreError } from './restoreError';
import { nodeRestoreFs, type RestoreFs } from './restoreFs';
import { stageContents, stageFolders, type Workshop } from './stageContents';
import { findStaging, makeStaging } from './staging';

export interface RestoreInput {
  /** Absolute. */
  readonly workspaceDir: string;
  readonly request: RestoreRequest;
  readonly from: CheckpointState;
  readonly to: CheckpointState;
  /** The bytes of a relative path, where its text is not what the file system calls it. */
  readonly rawPath: (path: string) => Buffer | undefined;
  /** Content of a path (a link's text) in `to`; rejects when it is gone or damaged. */
  readonly content: (path: string) => Promise<Uint8Array>;
}

/**
 * Brings files of the workspace from one recorded state to another. Throws `StateError` when it
 * cannot be done: then this call changed nothing. Killed half-way, the same call again finishes; any
 * other error means the same. Paths that stand as in neither state are left alone and told. Never
 * follows a link, never leaves the workspace, never touches a `.git`.
 */
export async function restoreFiles(
  input: RestoreInput,
  fs: RestoreFs = nodeRestoreFs,
): Promise<RestoreResult> {
  const { workspaceDir, request } = input;
  const platform = process.platform;
  const { candidates, left } = findCandidates({ ...input, paths: request.paths, platform });
  const places = candidates.map(({ place }) => place);
  const looking: Looking = { fs, workspaceDir, isAmbiguous: ambiguity(places) };
  const prepared = await prepare(looking, input, candidates);
  const { commit, plan, kept } = prepared;
  let written: readonly KeptAside[] = [];
  try {
    await carryOut(commit, plan);
    written = writtenSince(commit);
  } catch (error) {
    takeBack(commit, kept, error);
  }
  const stays = new Set([...kept, ...written.map((each) => each.kept)]);
  const notCleared = clearStaging(looking, commit.staging, stays);
  const told = [...left, ...prepared.left, ...commit.left, ...written.map((each) => each.left)];
  return { left: [...told, ...notCleared] };
}

interface Prepared {
  readonly commit: Commit;
  readonly plan: CommitPlan;
  /** Paths in the staging that must not be removed with it. */
  readonly kept: ReadonlySet<string>;
  readonly left: readonly Left[];
}

/** All that can be done before the first path changes. Throws `StateError`, with nothing left behind. */
async function prepare(
  looking: Looking,
  { request, content }: RestoreInput,
  candidates: readonly Candidate[],
): Promise<Prepared> {
  const kept = new Set<string>();
  let workshop: Workshop | undefined;
  try {
    requireWorkspace(looking);
    const places = candidates.map(({ place }) => place);
    const staging = findStaging(looking, { id: request.id, places });
    const aside = staging.resumed
      ? recover(looking, staging, candidates)
      : new Map<number, never>();
    // Before that, what is there may be all that is left of a file: it is not cleared.
    workshop = { ...looking, staging, content };
    for (const each of aside.values()) kept.add(each.kept);
    const decision = decide(
      looking,
      candidates.filter(({ index }) => !aside.has(index)),
    );
    const { steps } = decision;
    const emptied = foldersToEmpty(decision, candidates, staging.resumed);
    checkFolders(looking, steps, emptied);
    if (steps.length > 0) makeStaging(looking, staging);
    await stageContents(workshop, steps);
    const spares = stageFolders(workshop, steps);
    if (steps.length > 0)
      [WORKSPACE, ...staging.folders].forEach((each) => syncFolder(looking, each));
    return {
      commit: { ...workshop, undo: [], left: [], touched: new Map(), taken: [] },
      plan: { steps, emptied, spares },
      kept,
      left: [...decision.left, ...[...aside.values()].map((each) => each.left)],
    };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (workshop !== undefined) tryClearing(workshop, kept);
    throw restoreError('prepare the restore in', looking.workspaceDir, error);
  }
}

function requireWorkspace({ fs, workspaceDir }: Looking): void {
  // A workspace that is itself a link is the user's choice; its content is listed through it.
  fs.readdir(systemPathOf(workspaceDir, WORKSPACE));
}

/** Folders out of which this restore deletes, or that make way, unless something is to stand in them. */
function foldersToEmpty(
  { steps, gone, hollow }: Decision,
  candidates: readonly Candidate[],
  resumed: boolean,
): readonly Place[] {
  const deleted = steps.filter(({ to }) => to === undefined).map(({ place }) => place);
  // What an earlier call deleted it may not have tidied up any more.
  const out = [...[...deleted, ...(resumed ? gone : [])].flatMap(foldersAbove), ...hollow];
  const filled = candidates.filter(({ to }) => to.kind === 'leaf').map(({ place }) => place);
  const needed = new Set(filled.flatMap(foldersAbove).map(({ path }) => path));
  return [...new Map(out.map((folder) => [folder.path, folder])).values()].filter(
    ({ path }) => !needed.has(path),
  );
}

/** After a failed commit: everything back to where it was, then tells what failed. */
function takeBack(commit: Commit, kept: ReadonlySet<string>, error: unknown): never {
  if (!isRefusal(error)) throw error;
  try {
    undoCommit(commit);
  } catch (second) {
    if (!isRefusal(second)) throw second;
    // No StateError: something did change.
    throw new Error(
      `A restore stopped half-way: ${(error as Error).message}. Devs finishes it the next time it runs.`,
      { cause: second },
    );
  }
  tryClearing(commit, kept);
  throw restoreError('restore files in', commit.workspaceDir, error);
}

/** The first failure is the one to tell; what stays behind is cleared by the next call. */
function tryClearing(workshop: Workshop, kept: ReadonlySet<string>): void {
  try {
    clearStaging(workshop, workshop.staging, kept);
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}
