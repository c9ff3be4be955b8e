import { MAX_NAMED_CHANGES, type DebuggerChanges } from '../../model/debugger/debuggerCall';
import type { Actor } from '../../model/workspace/leaseHolder';
import { AS_PROPOSED, type RewindRecord } from '../../model/workspace/rewindRecord';
import type { Checkpoints } from '../../ports/checkpoints';
import type { Clock } from '../../ports/clock';
import type { Store } from '../../ports/store';
import { StateError } from '../../ports/workspaceState';
import { describeReason } from '../../reports/rewind/describeRewind';
import { listDifferingPaths } from '../../rules/rewind/contents';
import { planRewind } from '../../rules/rewind/planRewind';
import { finish } from '../rewind/finishing';
import { orStateError } from '../state/orStateError';
import type { EventJournal } from '../state/eventJournal';

export interface UndoTools {
  readonly store: Store;
  readonly journal: EventJournal;
  readonly clock: Clock;
  readonly checkpoints: Checkpoints;
}

export interface UndoRequest {
  /** The counting task. */
  readonly taskId: string;
  /** Number of its newest turn. */
  readonly turn: number;
  /** Ids of the checkpoints before and after the debugger. */
  readonly before: string;
  readonly after: string;
  /** Paths that programs are known to write: they stay. */
  readonly artefacts: ReadonlySet<string>;
}

/**
 * Undoes what changed while the debugger ran, as a rewind that the next lease holder completes after a crash and that
 * `devs redo` undoes. What was there before, and what changed since, stays. Undefined if no file changed.
 */
export async function undoChanges(
  tools: UndoTools,
  request: UndoRequest,
): Promise<DebuggerChanges | undefined> {
  const { taskId, turn, before, after, artefacts } = request;
  if (before === after) return undefined;
  const { checkpoints } = tools;
  const target = await checkpoints.read(before);
  const now = await checkpoints.read(after);
  const preview = planRewind({
    ...{ taskId, toTurn: turn, target, now, repository: [] },
    changes: [{ by: { kind: 'own' }, number: turn, before: target, after: now }],
    choice: { ...AS_PROPOSED, except: [...artefacts] },
  });
  const kept = preview.kept
    .filter(({ path }) => !artefacts.has(path))
    .map(({ path, why }) => ({ path, why: describeReason(why) }));
  const paths = preview.steps.map(({ path }) => path);
  if (paths.length === 0) return kept.length === 0 ? undefined : bounded([], kept);
  const record = recordOf(tools, request, paths);
  tools.store.addRewind(record);
  const restored = await orStateError(() => checkpoints.restore(record));
  if (restored instanceof StateError) {
    tools.store.removeRewind(record.id);
    const why = restored.message;
    return bounded([], [...kept, ...paths.map((path) => ({ path, why }))]);
  }
  await finish(tools, record, restored.left);
  const left = new Set(restored.left.map(({ path }) => path));
  return bounded(
    paths.filter((path) => !left.has(path)),
    [...kept, ...restored.left],
  );
}

/**
 * Paths that changed while nobody observed the workspace, after a killed call: they may be the debugger's or the
 * user's and stay. Empty if a checkpoint is no longer stored.
 */
export async function listUnobserved(
  { checkpoints }: Pick<UndoTools, 'checkpoints'>,
  { before, after, artefacts }: Pick<UndoRequest, 'before' | 'after' | 'artefacts'>,
): Promise<readonly string[]> {
  if (before === after) return [];
  const states = await orStateError(
    async () => [await checkpoints.read(before), await checkpoints.read(after)] as const,
  );
  if (states instanceof StateError) return [];
  return [...listDifferingPaths(...states)].filter((path) => !artefacts.has(path)).sort();
}

function bounded(undone: readonly string[], kept: DebuggerChanges['kept']): DebuggerChanges {
  return { undone: undone.slice(0, MAX_NAMED_CHANGES), kept: kept.slice(0, MAX_NAMED_CHANGES) };
}

function recordOf(
  { store, clock }: UndoTools,
  { taskId, turn, before, after }: UndoRequest,
  paths: readonly string[],
): RewindRecord {
  return {
    ...{ id: clock.newId(), kind: 'rewind', taskId, toTurn: turn, cause: 'debugger' },
    who: runningActor(store),
    at: clock.now().toISOString(),
    afterTurn: store.newestTurnId() ?? '',
    ...{ from: after, to: before, paths, status: 'applying' },
  };
}

/** Who runs the tasks; earlier versions did not record it. */
function runningActor(store: Store): Actor {
  const [started] = store.listEventsNamed(['run_started'], 1);
  return started?.data.by ?? { pid: 0, who: 'terminal', host: '' };
}
