import type { Store } from '../../ports/store';
import { StateError, type HeldLease, type InboxService } from '../../ports/workspaceState';
import { loadSqlJs } from '../store/loadSqlJs';
import { readMigrations } from '../store/migrator';
import { openSqlStore } from '../store/sqlStore';
import { naming, readDatabase, type Assets } from './databaseReader';
import { diskError } from './diskError';
import { nodeDurableFs, removeLeftovers, writeDurably, type DurableFs } from './durableFile';
import { serveInbox } from './inboxServer';
import type { Epoch } from './lease';
import { isDead, question, type ProcessIdentity } from './leaseRules';
import { askSystem, ownIdentity } from './processIdentity';
import { claimFor, type StatePaths } from './stateFolders';

export interface HoldOptions {
  readonly paths: StatePaths;
  readonly epoch: Epoch;
  readonly assets: Assets;
  readonly workspaceDir: string;
  readonly fs?: DurableFs;
}

/**
 * Opens the state for the one who has the epoch. Throws `StateError` when it cannot be opened; then
 * the epoch is given up and the database stays as it is.
 */
export async function holdLease(options: HoldOptions): Promise<HeldLease> {
  const { epoch, paths } = options;
  try {
    claimFor(options.workspaceDir, paths);
    removeLeftovers(paths.database);
    return toHeldLease(await openStore(options), options);
  } catch (error) {
    epoch.release();
    throw error;
  }
}

async function openStore({ paths, epoch, assets, fs }: HoldOptions): Promise<Store> {
  const { bytes } = await readDatabase(paths.database);
  const sqlJs = await loadSqlJs(assets.wasmFile);
  const migrations = readMigrations(assets.migrationsDir);
  const persist = persistTo(paths.database, epoch, fs ?? nodeDurableFs);
  return naming(paths.database, () =>
    openSqlStore({ sqlJs, migrations, persist, ...(bytes === undefined ? {} : { bytes }) }),
  );
}

function persistTo(file: string, epoch: Epoch, fs: DurableFs): (bytes: Uint8Array) => void {
  return (bytes) => {
    if (!epoch.isHeld()) {
      throw new StateError(
        `${file} was not written: this process no longer holds the workspace, because its lease ` +
          `was given up or its files were removed. Start the run again.`,
      );
    }
    try {
      writeDurably(file, bytes, fs);
    } catch (error) {
      throw diskError('write the state', file, error);
    }
  };
}

function toHeldLease(store: Store, { paths, epoch }: HoldOptions): HeldLease {
  const servers = new Set<InboxService>();
  let released = false;
  return {
    store,
    serveInbox: (answer) => {
      const { inbox, answers } = paths;
      const server = serveInbox({ inbox, answers, answer, isGone });
      servers.add(server);
      return server;
    },
    release: () => {
      if (released) return;
      released = true;
      for (const server of servers) void server.stop();
      store.close();
      epoch.release();
    },
  };
}

async function isGone(asker: ProcessIdentity): Promise<boolean> {
  const answer = question(asker, await ownIdentity());
  if (answer !== 'askSystem') return answer === 'dead';
  return isDead(asker, await askSystem(asker.pid, asker.started));
}
