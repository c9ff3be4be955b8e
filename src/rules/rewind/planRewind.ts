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
import { mergeRepositoryChanges } from './mergeRepositoryChanges';
import type { WorkspaceChange } from './workspaceChange';

export interface RewindInput {
  readonly taskId: string;
  /** As in `RewindRecord`. */
  readonly toTurn: number;
  /** Where to go back to. */
  readonly target: CheckpointState;
  /** Everything recorded since the target, in order. */
  readonly changes: readonly WorkspaceChange[];
  readonly now: CheckpointState;
  /** Of the turns that are undone, oldest first. */
  readonly repository: readonly RepositoryChange[];
  readonly choice: RewindChoice;
}

/**
 * What going back to the target would do: only paths that the task's own turns changed and that do
 * not stand as they did then. A path is restored when what stands there now is the agent's own
 * work; it is kept when somebody else had a hand in it, when it was or is ignored, when a content
 * is not stored, or when something that stays is in its way. Ignored files that no turn saw unignored
 * are not listed. How the choice is applied: `applyChoice`.
 */
export function planRewind(input: RewindInput): RewindPreview {
  const { taskId, toTurn, target, changes, now, choice } = input;
  const turnsOf = groupTurnsByPath(changes);
  const owners = traceOwners(turnsOf.keys(), { start: target, changes, now });
  const verdicts = [...turnsOf].flatMap(([path, turns]) => {
    const editedSince = (): KeptReason | undefined => toKeptReason(owners.get(path));
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

function toKeptReason(owner: Owner | undefined): KeptReason | undefined {
  if (owner === undefined || !isForeign(owner)) return undefined;
  const { you, others, from } = owner;
  if (!you && others.length === 0) return { kind: 'unwatched' };
  return { kind: 'editedSince', others, ...(from === undefined ? {} : { from }) };
}
