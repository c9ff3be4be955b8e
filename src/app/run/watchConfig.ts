import { unwatchFile, watchFile } from 'node:fs';
import type { Disposable } from '../../ports/workspaceState';

/** Milliseconds between two polls. Polled by name, because editors replace files. */
const INTERVAL_MS = 400;

/**
 * Calls the listener when the file is written, replaced, created or removed. Does not keep the
 * process alive.
 */
export function watchConfig(file: string, listener: () => void): Disposable {
  const onStat = (): void => listener();
  watchFile(file, { persistent: false, interval: INTERVAL_MS }, onStat);
  return { dispose: () => unwatchFile(file, onStat) };
}
