import { listSome } from '../../text/list';
import type { LandingCommit } from '../../model/landing/landing';
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
  const own = home.store
    .listLandings()
    .flatMap(({ taskId, git }) => (taskId === task.id && git !== undefined ? git.commit : []));
  const message = `${task.title}\n\nDevs-Task: ${task.id}\n`;
  return await worktree.commit(onHead, { mode, taskId: task.id, message, own });
}
