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
import { isForeign, type Owner } from './owners';
import type { WorkspaceChange } from './workspaceChange';

export interface RedoInput {
  /** The rewind to undo. */
  readonly record: Pick<RewindRecord, 'taskId' | 'paths'>;
  /** State just before the rewind: the target. */
  readonly rescue: CheckpointState;
  /** State just after the rewind. */
  readonly left: CheckpointState;
  /** Current state, including the rewind's ignored paths. */
  readonly now: CheckpointState;
  /** Everything recorded since the rewind, in order; `own` is the task's own here too. */
  readonly later: readonly WorkspaceChange[];
  readonly choice: RewindChoice;
}

/**
 * Plans the undoing of a rewind. Only the rewind's paths are restored, and only if unchanged since.
 * Later changes, the task's own included, are kept and selectable. Other reasons and the choice are
 * as for a rewind. `turns` are the task's turns since the rewind.
 */
export function planRedo(input: RedoInput): RewindPreview {
  const { record, rescue, left, now, later, choice } = input;
  const turnsOf = groupTurnsByPath(later);
  const changes = later.map((change) => toForeignChange(change, record.taskId));
  const owners = traceOwners(record.paths, { start: left, changes, now });
  const verdicts = [...new Set(record.paths)].flatMap((path) => {
    const editedSince = (): KeptReason | undefined =>
      isUnchanged(input, path, owners.get(path))
        ? undefined
        : {
            ...{ kind: 'editedSince', others: owners.get(path)?.others ?? [] },
            ...(!now.files.has(path) && { deleted: true }),
          };
    const turns = turnsOf.get(path) ?? [];
    const unknown = isUnknownIn(rescue, path) || isUnknownNow(input, path);
    return assessPath({ path, turns, target: rescue, now, unknown, editedSince }) ?? [];
  });
  return { kind: 'redo', taskId: record.taskId, toTurn: 0, ...applyChoice(verdicts, now, choice) };
}

/**
 * Absent now as after the rewind is not unchanged if somebody deleted it since. Who deleted what is or was ignored is not
 * known.
 */
function isUnchanged({ left, now }: RedoInput, path: string, owner: Owner | undefined): boolean {
  if (now.files.get(path)?.version !== left.files.get(path)?.version) return false;
  const wasWatched = !isUnknownIn(left, path) && !isUnknownIn(now, path);
  return now.files.has(path) || !wasWatched || owner === undefined || !isForeign(owner);
}

/**
 * A path that the rewind deleted and that is not listed now is absent: it was checked by name, and
 * its folder may be ignored only because the rewind restored an older .gitignore.
 */
function isUnknownNow({ left, now }: RedoInput, path: string): boolean {
  return left.files.has(path) ? isUnknownIn(now, path) : now.unknown.has(path);
}

/** Marks the task's later turns as foreign, as a redo must keep their changes. */
function toForeignChange(change: WorkspaceChange, taskId: string): WorkspaceChange {
  switch (change.by.kind) {
    case 'own':
      return { ...change, by: { kind: 'otherTask', taskId } };
    case 'devs':
      return change.by.atPivot === true
        ? { ...change, by: { kind: 'otherTask', taskId } }
        : { ...change, by: { kind: 'devs' } };
    case 'otherTask':
      return change;
    default:
      return change.by satisfies never;
  }
}
