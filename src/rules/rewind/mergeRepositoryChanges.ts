import type { RepositoryChange } from '../../model/workspace/checkpoint';

/**
 * Merges repository changes of several turns, oldest first; undefined if none remain. `headBefore`
 * is the commit before the first of the turns that committed, and is absent once a turn switched
 * branches: going back to it could then move another branch.
 */
export function mergeRepositoryChanges(
  changes: readonly RepositoryChange[],
): RepositoryChange | undefined {
  const commits = changes.reduce((sum, change) => sum + change.commits, 0);
  const stashed = changes.reduce((sum, change) => sum + change.stashed, 0);
  const switches = changes.filter((change) => change.branchAfter !== undefined);
  const [branchBefore, branchAfter] = [switches[0]?.branchBefore, switches.at(-1)?.branchAfter];
  const switched = branchBefore !== branchAfter;
  if (commits === 0 && stashed === 0 && !switched) return undefined;
  const headBefore = changes.find((change) => change.commits > 0)?.headBefore;
  return {
    commits,
    stashed,
    ...(switched && branchBefore !== undefined ? { branchBefore } : {}),
    ...(switched && branchAfter !== undefined ? { branchAfter } : {}),
    ...(switches.length === 0 && headBefore !== undefined ? { headBefore } : {}),
  };
}
