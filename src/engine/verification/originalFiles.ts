import type { OriginalFiles } from '../../model/baseline/originalFiles';
import type { Checkpoints } from '../../ports/checkpoints';
import type { Store } from '../../ports/store';

interface Tools {
  readonly store: Store;
  readonly checkpoints: Checkpoints;
}

interface WithOriginals<T> {
  readonly result: T;
  /** Original files that could not be put in place. */
  readonly left: readonly string[];
}

/**
 * Runs `work` with the original files in place and brings the others back, however `work` ends. The
 * intent is on disk before the first file changes, so that after a crash the next lease holder
 * brings them back. Throws `StateError` if the workspace cannot be changed; then no file has.
 */
export async function withOriginalFiles<T>(
  { store, checkpoints }: Tools,
  files: OriginalFiles,
  work: () => Promise<T>,
): Promise<WithOriginals<T>> {
  store.putOriginalFiles(files);
  try {
    const { left } = await checkpoints.restore({ ...files, id: `${files.turnId}-originals` });
    return { result: await work(), left: left.map(({ path }) => path) };
  } finally {
    // A test runner may have rewritten them: what is there now gives way.
    const { id: now } = await checkpoints.record(files.paths);
    await checkpoints.restore({ id: `${files.turnId}-edited`, ...bringBack(files), from: now });
    store.removeOriginalFiles(files.turnId);
  }
}

/**
 * Brings edited files back that a crash left replaced by original ones. A file that is neither, by
 * an edit since, stays as it is. Returns one sentence for each crash.
 */
export async function recoverOriginalFiles({
  store,
  checkpoints,
}: Tools): Promise<readonly string[]> {
  const messages: string[] = [];
  for (const files of store.listOriginalFiles()) {
    const id = `${files.turnId}-recovered`;
    const { left } = await checkpoints.restore({ id, ...bringBack(files) });
    store.removeOriginalFiles(files.turnId);
    const kept = left.map(({ path, why }) => ` ${path} was left as it is: ${why}.`);
    messages.push(
      `The tests of ${files.taskId} are again as the agent left them: Devs was killed while it ran the original ones.${kept.join('')}`,
    );
  }
  return messages;
}

function bringBack({ from, to, paths }: OriginalFiles): Omit<OriginalFiles, 'turnId' | 'taskId'> {
  return { from: to, to: from, paths };
}
