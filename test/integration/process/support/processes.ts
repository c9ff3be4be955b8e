import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** True while the process is there and no zombie. */
export function isAlive(pid: number): boolean {
  const state = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
  return state.trim() !== '' && !state.trim().startsWith('Z');
}

/** Waits for `condition`, 10 s at most; then fails saying `what` did not happen. */
export async function eventually(what: string, condition: () => boolean): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`did not happen: ${what}`);
    await delay(10);
  }
}

/** The process ids in `file`, one to a line, once there are `count`. */
export async function pidsIn(file: string, count = 1): Promise<readonly number[]> {
  const read = (): readonly number[] =>
    existsSync(file)
      ? readFileSync(file, 'utf8').trim().split(/\s+/).filter(Boolean).map(Number)
      : [];
  await eventually(`${count} process ids in ${file}`, () => read().length >= count);
  return read();
}
