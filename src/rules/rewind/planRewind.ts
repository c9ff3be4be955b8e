import {
  isUnknownIn,
  type CheckpointState,
  type RepositoryChange,
} from '../../model/workspace/checkpoint';
import type { KeptReason, RewindChoice, RewindPreview } from '../../model/workspace/rewindRecord';
import { traceOwners, groupTurnsByPath } from './traceOwners';
import { assessPath } from './assessPath';
import { isForeign, type Owner } from './owners';
import { applyChoice } from './applyChoice';
import type { WorkspaceChange } from './workspaceChange';

export interface RewindInput {
  readonly taskId: string;
  /** As in `RewindRecord`. */
  readonly toTurn: number;
  /** The state to restore. */
  readonly target: CheckpointState;
  /** Everything recorded since the target, in order. */
  readonly changes: readonly WorkspaceChange[];
  readonly now: CheckpointState;
  /** Repository changes of the undone turns, oldest first. */
  readonly repository: readonly RepositoryChange[];
  readonly choice: RewindChoice;
}

/**
 * Plans a rewind: only paths that the task's own turns changed and that differ from the target. A
 * path is restored if its current content is the agent's own work. It is kept if others
 * contributed, if it is or was ignored, if a content is not stored, or if a remaining path
 * obstructs it. Ignored files that no turn saw unignored are not listed. How the choice is applied:
 * `applyChoice`.
 */
export function planRewind(input: RewindInput): RewindPreview {
  const { taskId, toTurn, target, changes, now, choice } = input;
  const turnsOf = groupTurnsByPath(changes);
  const owners = traceOwners(turnsOf.keys(), { start: target, changes, now });
  const verdicts = [...turnsOf].flatMap(([path, turns]) => {
    const editedSince = (): KeptReason | undefined =>
      toKeptReason(owners.get(path), now.files.has(path));
    const unknown = isUnknownIn(target, path) || isUnknownIn(now, path);
    return assessPath({ path, turns, target, now, unknown, editedSince }) ?? [];
  });
  const repository = mergeRepositoryChanges(input.repository);
  return {
    kind: 'rewind',
    taskId,
    toTurn,
    ...applyChoice(verdicts, now, choice),
    ...(repository === undefined ? {} : { repository }),
  };
}

function toKeptReason(owner: Owner | undefined, isThere: boolean): KeptReason | undefined {
  if (owner === undefined || !isForeign(owner)) return undefined;
  const { own, you, others, from } = owner;
  if (!you && others.length === 0) return { kind: 'unwatched' };
  return {
    ...{ kind: 'editedSince', others },
    ...(from === undefined ? {} : { from }),
    // What the task itself deleted had changes of others.
    ...(!isThere && !own && { deleted: true }),
  };
}

/**
 * Merges repository changes of several turns, oldest first; undefined if none remain. `headBefore`
 * is the commit before the first of the turns that committed, and is absent once a turn switched
 * branches: going back to it could then move another branch.
 */
function mergeRepositoryChanges(
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
