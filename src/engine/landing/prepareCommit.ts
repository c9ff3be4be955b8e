import { listSome } from '../../text/list';
import type { LandingCommit } from '../../model/landing/landing';
import type { StoreReader } from '../../ports/store';
import type { MergedChange } from '../../ports/worktrees';
import type { LandingTools } from './landingTools';

export type Prepared =
  /** `git` is absent where no commit is made. */
  | { readonly kind: 'prepared'; readonly git?: LandingCommit }
  /** A clause. */
  | { readonly kind: 'refused'; readonly why: string };

const MAX_NAMED = 10;

/** Makes the commit of a landing, if it has one; no reference moves yet. Throws `StateError`. */
export async function prepareCommit(
  { home, worktree, context, mode }: LandingTools,
  merged: MergedChange,
  artefacts: readonly string[],
): Promise<Prepared> {
  if (mode === 'files') return { kind: 'prepared' };
  const { task } = context.plan;
  // The edits that the user has not committed stay uncommitted.
  const onHead = mode === 'commit' ? await worktree.merge('head', artefacts) : merged;
  // The commit has the work already.
  if (onHead.kind === 'nothing') return { kind: 'prepared' };
  if (onHead.kind === 'conflict')
    return {
      kind: 'refused',
      why: `its change and edits that you have not committed overlap in ${listSome(onHead.paths, MAX_NAMED)}; commit or stash them`,
    };
  if (onHead.kind === 'refused') return onHead;
  const own = mode === 'branch' ? listCommits(home.store, task.id) : [];
  const message = `${task.title}\n\nDevs-Task: ${task.id}\n`;
  return await worktree.commit(onHead, { mode, taskId: task.id, message, own });
}

/** The commits of the landings of a task: its branch is at one of them unless somebody moved it. */
function listCommits(store: Pick<StoreReader, 'listLandings'>, taskId: string): readonly string[] {
  return store.listLandings({ taskId }).flatMap(({ git }) => git?.commit ?? []);
}
