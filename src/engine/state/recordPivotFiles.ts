import type { EventData } from '../../model/events/devsEvent';
import type { ReturnedFiles } from '../../model/workspace/pivotFiles';
import type { Store } from '../../ports/store';
import type { EventJournal } from './eventJournal';
import { requireTask } from './requireTask';

export interface PivotFilesTools {
  readonly store: Store;
  readonly journal: EventJournal;
}

/** A pivot of a task, by its count. */
export interface PivotOf {
  readonly taskId: string;
  readonly pivotCount: number;
}

/** Records what happened to the files at the newest pivot of a task. Call it in the journal's transaction. */
export function recordPivotFiles(
  { store, journal }: PivotFilesTools,
  { taskId, pivotCount }: PivotOf,
  files: ReturnedFiles,
): void {
  store.setPivotFiles(taskId, files);
  const { status } = requireTask(store, taskId);
  const data: EventData<'pivot_files'> = { pivotCount, status, ...files };
  journal.record({ event: 'pivot_files', taskId, data });
}

/**
 * Records that files which a pivot left to return stay as they are, since the turn that its directive would head does
 * not follow; nothing if none are due. Call it in the journal's transaction.
 */
export function leaveDueFiles(tools: PivotFilesTools, taskId: string): void {
  const pivot = tools.store.listPivots(taskId).at(-1);
  if (pivot?.files?.kind !== 'due') return;
  const { pivotCount } = pivot;
  const why = 'the task was stopped before its next turn';
  recordPivotFiles(
    tools,
    { taskId, pivotCount },
    { kind: 'asTheyAre', why, kept: [], keptCount: 0 },
  );
}
