import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  openWorkspaceState,
  type WorkspaceStateOptions,
} from '../../../../src/platform/state/openWorkspaceState';
import type { HeldLease, WorkspaceState } from '../../../../src/ports/workspaceState';
import { MIGRATIONS_DIR, writeWasm } from '../../../support/memoryStore';

/** A workspace, a state directory that is not there yet, and the assets as a build lays them out. */
export interface ScratchState {
  readonly root: string;
  readonly options: WorkspaceStateOptions;
  readonly database: string;
  open(): WorkspaceState;
  remove(): void;
}

export function scratchState(): ScratchState {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'devs-state-')));
  const assetsDir = join(root, 'assets');
  const workspaceDir = join(root, 'workspace');
  mkdirSync(assetsDir);
  mkdirSync(workspaceDir);
  writeWasm(assetsDir);
  cpSync(MIGRATIONS_DIR, join(assetsDir, 'migrations'), { recursive: true });
  const directory = join(root, 'state', 'deep');
  const options = { directory, workspaceDir, assetsDir, who: 'terminal' } as const;
  return {
    root,
    options,
    database: join(directory, 'devs.db'),
    open: () => openWorkspaceState(options),
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** The lease, which must be free. */
export async function held(state: WorkspaceState): Promise<HeldLease> {
  const attempt = await state.acquire();
  if (!attempt.ok) throw new Error(`the lease is taken by process ${attempt.holder.pid}`);
  return attempt.lease;
}

/** Resolves as soon as `condition` holds; rejects after `limitMs`. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  limitMs = 30_000,
): Promise<void> {
  const end = performance.now() + limitMs;
  while (!(await condition())) {
    if (performance.now() > end)
      throw new Error(`not within ${limitMs} ms: ${condition.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
