import { MAX_KEPT_FILES, type ReturnedFiles } from '../../model/workspace/pivotFiles';
import type { PivotRewind, RewindPreview } from '../../model/workspace/rewindRecord';
import type { Store } from '../../ports/store';
import { describeReason } from '../../reports/rewind/describeRewind';
import { recordPivotFiles, type PivotOf } from '../state/recordPivotFiles';
import type { RewindTools } from './rewindTools';

type RecordTools = Pick<RewindTools, 'store' | 'journal'>;

export function pivotOf({ taskId, who }: PivotRewind): PivotOf {
  return { taskId, pivotCount: who.pivot };
}

/** Records that the files are about to return. Call it in the transaction that adds the rewind. */
export function planReturn(
  store: Store,
  { taskId, toTurn, paths }: PivotRewind,
  { kept }: RewindPreview,
): void {
  const changed = paths.length;
  store.setPivotFiles(taskId, { kind: 'returned', toTurn, changed, ...keptFiles(kept) });
}

/** Records that the files have returned; `left`: planned paths that were not changed. Call it in a transaction. */
export function recordReturned(
  tools: RecordTools,
  rewind: PivotRewind,
  left: readonly { readonly path: string; readonly why: string }[],
): void {
  const { taskId, toTurn, paths } = rewind;
  const planned = tools.store.listPivots(taskId).at(-1)?.files;
  const known = planned?.kind === 'returned' ? planned : { kept: [], keptCount: 0 };
  const more = left.map(({ path, why }) => `${path}: ${why}`);
  recordPivotFiles(tools, pivotOf(rewind), {
    ...{ kind: 'returned', toTurn, changed: paths.length - left.length },
    kept: [...known.kept, ...more].slice(0, MAX_KEPT_FILES),
    keptCount: known.keptCount + left.length,
  });
}

/** Records that no file returns, and why. */
export function recordAsTheyAre(
  tools: RecordTools,
  pivot: PivotOf,
  { why, kept = [] }: { readonly why: string; readonly kept?: RewindPreview['kept'] },
): void {
  tools.journal.transaction(() => {
    recordPivotFiles(tools, pivot, { kind: 'asTheyAre', why, ...keptFiles(kept) });
  });
}

function keptFiles(kept: RewindPreview['kept']): Pick<ReturnedFiles, 'kept' | 'keptCount'> {
  return {
    kept: kept.slice(0, MAX_KEPT_FILES).map(({ path, why }) => `${path}: ${describeReason(why)}`),
    keptCount: kept.length,
  };
}
