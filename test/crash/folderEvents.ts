import { existsSync, watch, type FSWatcher } from 'node:fs';
import path from 'node:path';

/** What was seen of a folder's entries from outside: "rename state/devs.db.12-1.tmp". */
export type FolderListener = (description: string) => void;

const STAGING = /^\.devs-rewind-/;

/**
 * Watches the folders of a project in which Devs changes entries, each by itself, and the staging
 * folder of a restore as soon as there is one. Where a folder cannot be watched nothing is told.
 */
export class FolderEvents {
  private readonly watchers = new Map<string, FSWatcher>();

  constructor(
    private readonly root: string,
    private readonly listener: FolderListener,
  ) {
    for (const folder of ['project', 'project/src', 'state', 'state/checkpoints']) this.add(folder);
  }

  close(): void {
    for (const watcher of this.watchers.values()) watcher.close();
  }

  private add(folder: string): void {
    const full = path.join(this.root, folder);
    if (this.watchers.has(folder) || !existsSync(full)) return;
    try {
      const watcher = watch(full, (event, name) => {
        this.listener(`${event} ${folder}/${name ?? ''}`);
        if (name !== null && STAGING.test(name)) this.add(`${folder}/${name}`);
      });
      watcher.on('error', () => watcher.close());
      this.watchers.set(folder, watcher);
    } catch {
      // Gone again: what it would have told is told by the folder above.
    }
  }
}
