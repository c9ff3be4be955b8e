import type { StoreReader } from '../../../ports/store';
import type { Workspace } from '../../../ports/workspace';
import { isPivotRewind } from '../../../model/workspace/rewindRecord';

/** The files that Devs returned before this turn. */
export interface ReturnedAtPivot {
  /** Whether one of them was written since, also with the content that it had. */
  readonly wasWritten: () => Promise<boolean>;
}

export interface ReturnedSources {
  readonly store: Pick<StoreReader, 'listPivots' | 'listRewinds'>;
  readonly workspace: Pick<Workspace, 'stampOf'>;
}

/**
 * The files that the newest pivot returned, as they are now. None on a turn that no pivot directive heads: only there
 * does it matter whether the agent brings an abandoned state back or leaves what it found (rule 5).
 */
export async function returnedFiles(
  { store, workspace }: ReturnedSources,
  { countsOn, pivotDirective }: { readonly countsOn: string; readonly pivotDirective: number },
): Promise<ReturnedAtPivot> {
  const files = pivotDirective > 0 ? store.listPivots(countsOn).at(-1)?.files : undefined;
  const paths = files?.kind === 'returned' ? newestReturn(store, countsOn) : [];
  const stamps = new Map<string, string | undefined>();
  for (const path of paths) stamps.set(path, await workspace.stampOf(path));
  return {
    wasWritten: async () => {
      for (const [path, stamp] of stamps) {
        if ((await workspace.stampOf(path)) !== stamp) return true;
      }
      return false;
    },
  };
}

function newestReturn(store: ReturnedSources['store'], taskId: string): readonly string[] {
  const rewind = store.listRewinds().findLast((each) => each.taskId === taskId);
  return rewind !== undefined && isPivotRewind(rewind) ? rewind.paths : [];
}
