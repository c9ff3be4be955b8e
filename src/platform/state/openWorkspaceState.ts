import { hostname } from 'node:os';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { LeaseFacts, LeaseHolder } from '../../model/workspace/leaseHolder';
import type { Clock } from '../../ports/clock';
import type { HeldLease, LeaseAttempt, WorkspaceState } from '../../ports/workspaceState';
import { MASK_NOTHING, type SecretMask } from '../../ports/secretMask';
import { systemClock } from '../clock/systemClock';
import { watchChanges } from './watchChanges';
import { assetsIn, DatabaseReader } from './databaseReader';
import { SegmentCache } from './database/segmentCache';
import { diskError } from './files/diskError';
import { holdLease } from './holdLease';
import { askHolder } from './inbox/askHolder';
import { openLease, type Epoch, type Lease } from './lease/openLease';
import { epochName, toHolder } from './lease/leaseRules';
import { ownIdentity } from './lease/processIdentity';
import { createSegmentFolder } from './segmentFolder';
import { OwnState } from './ownState';
import { realPath } from './files/stateDirectory';
import { giveUpReserve } from './files/reserve';
import { createFolders, statePaths, type StatePaths } from './files/stateFolders';

export interface WorkspaceStateOptions {
  /** Absolute path of the state directory; created when the lease is first acquired. */
  readonly directory: string;
  readonly workspaceDir: string;
  /** Folder with `sql-wasm.wasm.br` and `migrations/`. */
  readonly assetsDir: string;
  readonly who: LeaseHolder['who'];
  readonly clock?: Clock;
  /** Absent: nothing is masked. */
  readonly mask?: SecretMask;
}

/** Opens the state of one workspace. Does no I/O and loads no WebAssembly until first used. */
export function openWorkspaceState(options: WorkspaceStateOptions): WorkspaceState {
  const { directory, workspaceDir, who, clock = systemClock, mask = MASK_NOTHING } = options;
  const paths = statePaths(directory);
  const assets = assetsIn(options.assetsDir);
  const now = (): Date => clock.now();
  const lease = openLease({ directory: paths.lease, who, now });
  const segments = new SegmentCache(createSegmentFolder(paths.history));
  const reader = new DatabaseReader({ paths, assets, segments });
  const own = new OwnState();
  // A change between the first look of a watch and a read is reported; one before it is in what is read.
  let watching: Promise<unknown> = Promise.resolve();
  return {
    directory,
    self: { pid: process.pid, who, host: hostname() },
    acquire: async ({ forCleaning = false } = {}) => {
      createFolders(paths);
      if (forCleaning && (await lease.holder()) === undefined) giveUpReserve(paths.reserve);
      return await acquire(lease, (epoch) =>
        holdLease({
          ...{ paths, epoch, assets, segments, now, own, forCleaning, mask },
          workspaceDir: realPath(workspaceDir),
        }),
      );
    },
    holder: async () => {
      await watching;
      const record = await lease.holder();
      return record && toHolder(record);
    },
    lease: () => readLeaseFacts(paths, lease),
    unlock: (epoch) => lease.unlock(epoch),
    read: async () => {
      await watching;
      return own.reader() ?? (await reader.read());
    },
    ask: async (request) =>
      askHolder({
        inbox: paths.inbox,
        answers: paths.answers,
        request: mask.value(request),
        asker: await ownIdentity(),
        who,
        holder: () => lease.holder(),
        peekEpoch: () => lease.peekEpoch(),
      }).catch((error: unknown) => {
        throw diskError('ask through', paths.inbox, error);
      }),
    onDidChange: (listener) => {
      const watch = watchChanges({
        directory,
        databaseFile: paths.database,
        leaseDirectory: paths.lease,
        peekEpoch: () => lease.peekEpoch(),
        own,
        onChange: listener,
      });
      watching = Promise.all([watching, watch.ready]);
      return watch;
    },
  };
}

async function readLeaseFacts(paths: StatePaths, lease: Lease): Promise<LeaseFacts | undefined> {
  const found = await lease.inspect();
  if (found === undefined) return undefined;
  const { record, epoch, place } = found;
  const written = await stat(paths.database).catch(() => undefined);
  return {
    ...{ holder: toHolder(record), place, epoch },
    file: join(paths.lease, epochName(epoch)),
    ...(written && { lastWrite: written.mtime.toISOString() }),
  };
}

async function acquire(
  lease: Lease,
  hold: (epoch: Epoch) => Promise<HeldLease>,
): Promise<LeaseAttempt> {
  const attempt = await lease.acquire();
  return attempt.ok ? { ok: true, lease: await hold(attempt.epoch) } : attempt;
}
