import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { StateError } from '../../../ports/workspaceState';
import { errorCode } from '../../state/files/diskError';
import { linkAs, nodeDurableFs } from '../../state/files/durableFile';
import { exists } from '../../state/lease/processIdentity';
import { removeEmptyFolders, settingsError } from './settingsFile';

/** Longest wait for another process, in ms. */
const WAIT_MS = 5_000;
const PAUSE_MS = 20;

/** Locks that this process holds. */
const held = new Set<string>();

/**
 * Acts while no other process changes settings: `lock` is a file that holds the id of the one that does. One of a process
 * that has ended is taken over. Blocks for `waitMs` at most, then throws `StateError`.
 */
export function withSettingsLock<T>(lock: string, act: () => T, waitMs = WAIT_MS): T {
  if (held.has(lock)) return act();
  const created = takeLock(lock, waitMs);
  held.add(lock);
  try {
    return act();
  } finally {
    held.delete(lock);
    rmSync(lock, { force: true });
    if (created !== undefined) removeEmptyFolders(lock, created);
  }
}

/** Returns the topmost folder that was created for it. */
function takeLock(lock: string, waitMs: number): string | undefined {
  const end = performance.now() + waitMs;
  try {
    const created = mkdirSync(dirname(lock), { recursive: true, mode: 0o700 });
    while (!create(lock)) {
      const owner = readOwner(lock);
      if (owner === undefined) continue;
      if (isLeft(lock, owner, waitMs)) takeAway(lock, owner);
      else if (performance.now() < end) nodeDurableFs.pause(PAUSE_MS);
      else throw new StateError(explain(lock, owner));
    }
    return created;
  } catch (error) {
    throw error instanceof StateError ? error : settingsError('write', lock, error);
  }
}

function explain(lock: string, owner: string): string {
  return `Another \`devs guard\` (process ${owner}) is changing settings: try again once it has ended. If none runs, remove ${lock}.`;
}

function create(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Empty while it is written; undefined where it is gone. */
function readOwner(lock: string): string | undefined {
  try {
    return readFileSync(lock, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Whether nobody holds it any more. */
function isLeft(lock: string, owner: string, waitMs: number): boolean {
  const pid = Number(owner);
  if (Number.isSafeInteger(pid) && pid > 0) return pid === process.pid || !exists(pid);
  const found = statSync(lock, { throwIfNoEntry: false });
  return found !== undefined && Date.now() - found.mtimeMs > waitMs;
}

/** Removes it, unless another process was faster and holds it now. */
function takeAway(lock: string, owner: string): void {
  const aside = `${lock}.${process.pid}-0.tmp`;
  try {
    renameSync(lock, aside);
    if (readFileSync(aside, 'utf8') !== owner) linkAs(aside, lock);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}
