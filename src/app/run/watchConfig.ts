import { unwatchFile, watchFile } from 'node:fs';
import type { Disposable } from '../../ports/workspaceState';

/** Milliseconds between two looks at the file; editors replace files, so it is looked at by name. */
const INTERVAL_MS = 400;

/** Calls the listener when the file is written, replaced, made or removed. Keeps no process alive. */
export function watchConfig(file: string, listener: () => void): Disposable {
  const onStat = (): void => listener();
  watchFile(file, { persistent: false, interval: INTERVAL_MS }, onStat);
  return { dispose: () => unwatchFile(file, onStat) };
}
