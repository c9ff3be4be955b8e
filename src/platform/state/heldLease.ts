import type { HeldLease, InboxService } from '../../ports/workspaceState';
import type { SegmentCache } from './database/segmentCache';
import type { Assets } from './databaseReader';
import { removeLeftovers, type DurableFs } from './durableFile';
import { serveInbox } from './inboxServer';
import type { Epoch } from './lease';
import { isDead, question, type ProcessIdentity } from './leaseRules';
import { openState, type OpenedState } from './openState';
import { askSystem, ownIdentity } from './processIdentity';
import { claimFor, type StatePaths } from './stateFolders';

export interface HoldOptions {
  readonly paths: StatePaths;
  readonly epoch: Epoch;
  readonly assets: Assets;
  readonly workspaceDir: string;
  readonly segments: SegmentCache;
  readonly now: () => Date;
  readonly fs?: DurableFs;
}

/**
 * Opens the state for the one who has the epoch; damage is put right first. Throws `StateError` when
 * it cannot be opened; then the epoch is given up and no state is lost.
 */
export async function holdLease(options: HoldOptions): Promise<HeldLease> {
  const { epoch, paths } = options;
  try {
    claimFor(options.workspaceDir, paths);
    removeLeftovers(paths.database);
    return toHeldLease(await openState(options), options);
  } catch (error) {
    epoch.release();
    throw error;
  }
}

function toHeldLease({ store, notices }: OpenedState, { paths, epoch }: HoldOptions): HeldLease {
  const servers = new Set<InboxService>();
  let released = false;
  return {
    store,
    notices,
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
