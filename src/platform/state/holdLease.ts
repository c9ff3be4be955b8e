import type { HeldLease, InboxService } from '../../ports/workspaceState';
import type { SecretMask } from '../../ports/secretMask';
import type { SegmentCache } from './database/segmentCache';
import type { Assets } from './databaseReader';
import { removeTemporaryFiles, type DurableFs } from './files/durableFile';
import { keepReserve } from './files/reserve';
import { serveInbox } from './inbox/serveInbox';
import type { Epoch } from './lease/openLease';
import { isDead, assessLiveness, type ProcessIdentity } from './lease/leaseRules';
import { openState, type OpenedState } from './openState';
import type { OwnState } from './ownState';
import { findProcess, ownIdentity } from './lease/processIdentity';
import { claimStateFolder, type StatePaths } from './files/stateFolders';

export interface HoldOptions {
  readonly paths: StatePaths;
  readonly epoch: Epoch;
  readonly assets: Assets;
  readonly workspaceDir: string;
  readonly segments: SegmentCache;
  readonly now: () => Date;
  readonly fs?: DurableFs;
  /** Told what this process holds and writes. */
  readonly own: OwnState;
  /** The space kept in reserve is used until the release. */
  readonly forCleaning: boolean;
  readonly mask?: SecretMask;
}

/**
 * Opens the state for the process that holds the epoch, after recovery from damage. Throws
 * `StateError` when it cannot be opened; then the epoch is released and no state is lost.
 */
export async function holdLease(options: HoldOptions): Promise<HeldLease> {
  const { epoch, paths } = options;
  try {
    claimStateFolder(options.workspaceDir, paths);
    removeTemporaryFiles(paths.database);
    const onWritten = (stamp: string | undefined): void => options.own.noteWrite(stamp);
    const opened = await openState({ ...options, onWritten });
    if (!options.forCleaning) keepReserve(paths.reserve, paths.database);
    return toHeldLease(opened, options);
  } catch (error) {
    epoch.release();
    throw error;
  }
}

function toHeldLease(
  { store, notices }: OpenedState,
  { paths, epoch, own }: HoldOptions,
): HeldLease {
  const shown = own.hold(store, epoch);
  const servers = new Set<InboxService>();
  let released = false;
  return {
    store,
    notices,
    serveInbox: (answer) => {
      const { inbox, answers } = paths;
      const server = serveInbox({ inbox, answers, answer, isAskerGone });
      servers.add(server);
      return server;
    },
    release: () => {
      if (released) return;
      released = true;
      for (const server of servers) void server.stop();
      shown.dispose();
      store.close();
      if (epoch.isHeld()) keepReserve(paths.reserve, paths.database);
      epoch.release();
    },
  };
}

async function isAskerGone(asker: ProcessIdentity): Promise<boolean> {
  const answer = assessLiveness(asker, await ownIdentity());
  if (answer !== 'unknown') return answer === 'dead';
  return isDead(asker, await findProcess(asker.pid, asker.started));
}
