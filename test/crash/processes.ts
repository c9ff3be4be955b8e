import { readdirSync, readFileSync } from 'node:fs';
import { isAlive } from '../e2e/cli/devsProcess';

/** Ids of the processes whose environment names a sandbox: what a `devs` in it started. Linux only, else none. */
export function processesOf(root: string): readonly number[] {
  if (process.platform !== 'linux') return [];
  const needle = `DEVS_STATE_DIR=${root}/state`;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => carries(pid, needle) && isAlive(pid));
}

function carries(pid: number, needle: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(needle);
  } catch {
    // It has ended, or belongs to somebody else.
    return false;
  }
}

/** Waits until no process of a sandbox is left; the ids of those that are, after `limitMs`. */
export async function processesLeft(root: string, limitMs: number): Promise<readonly number[]> {
  const until = performance.now() + limitMs;
  for (;;) {
    const left = processesOf(root);
    if (left.length === 0 || performance.now() > until) return left;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Ends processes by their ids. */
export async function endAll(pids: readonly number[]): Promise<void> {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
  for (let tries = 0; tries < 100 && pids.some(isAlive); tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
