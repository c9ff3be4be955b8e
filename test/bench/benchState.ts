import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openWorkspaceState } from '../../src/platform/state/openWorkspaceState';
import type { HeldLease, WorkspaceState } from '../../src/ports/workspaceState';
import { MIGRATIONS_DIR, writeWasm } from '../support/memoryStore';

/** A state on disk as users have it, below `folder`: each call opens it anew. */
export function stateIn(folder: string): () => WorkspaceState {
  const assetsDir = join(folder, 'assets');
  const workspaceDir = join(folder, 'workspace');
  const directory = join(folder, 'state');
  for (const each of [assetsDir, workspaceDir]) mkdirSync(each);
  writeWasm(assetsDir);
  cpSync(MIGRATIONS_DIR, join(assetsDir, 'migrations'), { recursive: true });
  return () => openWorkspaceState({ directory, workspaceDir, assetsDir, who: 'terminal' });
}

/** The lease of a state that nobody else holds. */
export async function held(state: WorkspaceState): Promise<HeldLease> {
  const attempt = await state.acquire();
  if (!attempt.ok) throw new Error('the lease is taken');
  return attempt.lease;
}
