import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CHECKPOINT_FILE_MB } from '../../model/config/limits';
import type { Checkpoints } from '../../ports/checkpoints';
import { StateError } from '../../ports/workspaceState';
import { createCheckpoints } from '../checkpoints/createCheckpoints';
import { folderName } from '../state/files/stateDirectory';
import { openLease } from '../state/lease/openLease';
import type { GuardPaths } from './guardPaths';

const MEGABYTE = 1_000_000;
/** Checkpoints are kept as long after the last record of their session, in ms. */
export const KEEP_CHECKPOINTS_MS = 7 * 24 * 3_600_000;
/** How long another process may record or restore the same folder before this one gives up, in ms. */
const WAIT_MS = 60_000;
const RETRY_MS = 50;

/** Where checkpoints of a folder are. */
export interface SessionCheckpointsPlace {
  readonly paths: GuardPaths;
  /** Real path of the folder that they record. */
  readonly root: string;
  readonly environment: NodeJS.ProcessEnv;
}

/**
 * Uses the checkpoints of a folder in which sessions work, while no other process does. Throws `StateError` if another
 * one takes too long, or the disk refuses.
 */
export async function withSessionCheckpoints<T>(
  { paths, root, environment }: SessionCheckpointsPlace,
  use: (checkpoints: Checkpoints) => Promise<T>,
): Promise<T> {
  const stateDir = checkpointsFolder({ paths, root });
  const directory = join(stateDir, 'lease');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const lease = openLease({ directory, who: 'terminal', now: () => new Date() });
  const until = Date.now() + WAIT_MS;
  for (;;) {
    const attempt = await lease.acquire();
    if (attempt.ok) {
      try {
        const maxFileBytes = CHECKPOINT_FILE_MB * MEGABYTE;
        return await use(
          createCheckpoints({ workspaceDir: root, stateDir, environment, maxFileBytes }),
        );
      } finally {
        attempt.epoch.release();
      }
    }
    if (Date.now() > until)
      throw new StateError(
        `Another process (${attempt.holder.pid}) has used the checkpoints of ${root} for ${WAIT_MS / 1_000} s; try again once it has ended.`,
      );
    await wait(RETRY_MS);
  }
}

/** Where the checkpoints of a folder are stored. */
export function checkpointsFolder({
  paths,
  root,
}: Pick<SessionCheckpointsPlace, 'paths' | 'root'>): string {
  return join(paths.checkpoints, folderName({ workspaceDir: root, platform: process.platform }));
}
