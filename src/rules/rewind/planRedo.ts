import { isUnknownIn, type CheckpointState } from '../../model/workspace/checkpoint';
import type {
  KeptReason,
  RewindChoice,
  RewindPreview,
  RewindRecord,
} from '../../model/workspace/rewindRecord';
import { traceOwners, groupTurnsByPath } from './traceOwners';
import { assessPath } from './assessPath';
import { applyChoice } from './applyChoice';
import type { WorkspaceChange } from './workspaceChange';

export interface RedoInput {
  /** The rewind that is undone. */
  readonly record: RewindRecord;
  /** What stood just before it: where to go back to. */
  readonly rescue: CheckpointState;
  /** How it left the workspace. */
  readonly left: CheckpointState;
  /** Looked at with all of the rewind's paths, ignored or not. */
  readonly now: CheckpointState;
  /** Everything recorded since the rewind, in order; `own` is the task's own here too. */
  readonly later: readonly WorkspaceChange[];
  readonly choice: RewindChoice;
}

/**
 * What undoing a rewind would do. Only the rewind's paths are touched: those that stand as it left
 * them. What anybody, the task's later turns included, changed since is kept and can be chosen. The
 * other reasons and the choice are as for a rewind. `turns` are the task's turns since the rewind.
 */
export function planRedo(input: RedoInput): RewindPreview {
  const { record, rescue, left, now, later, choice } = input;
  const turnsOf = groupTurnsByPath(later);
  const changes = later.map((change) => toForeignChange(change, record.taskId));
  const owners = traceOwners(record.paths, { start: left, changes, now });
  const verdicts = [...new Set(record.paths)].flatMap((path) => {
    const editedSince = (): KeptReason | undefined =>
      now.files.get(path)?.version === left.files.get(path)?.version
        ? undefined
        : { kind: 'editedSince', others: owners.get(path)?.others ?? [] };
    const turns = turnsOf.get(path) ?? [];
    const unknown = isUnknownIn(rescue, path) || isUnknownNow(input, path);
    return assessPath({ path, turns, target: rescue, now, unknown, editedSince }) ?? [];
  });
  return { kind: 'redo', taskId: record.taskId, toTurn: 0, ...applyChoice(verdicts, now, choice) };
}

/**
 * A path that the rewind deleted and that is not seen now is not there: it was looked at by name,
 * and the folder may be ignored only because the rewind brought an older .gitignore back.
 */
function isUnknownNow({ left, now }: RedoInput, path: string): boolean {
  return left.files.has(path) ? isUnknownIn(now, path) : now.unknown.has(path);
}

/** To the redo of a rewind the task's later turns are somebody else's. */
function toForeignChange(change: WorkspaceChange, taskId: string): WorkspaceChange {
  switch (change.by.kind) {
    case 'own':
      return { ...change, by: { kind: 'otherTask', taskId } };
    case 'devs':
      return { ...change, by: { kind: 'devs' } };
    case 'otherTask':
      return change;
    default:
      return change.by satisfies never;
  }
}
