import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { NODE_FLAGS } from '../../support/scale';

/** The built command; `npm run compile` makes it. */
export const DEVS = path.resolve(__dirname, '../../../dist/cli.js');

/** How long a condition may take before a test fails. */
const DEADLINE_MS = 45_000;

export interface Ended {
  /** Exit code, or the name of the signal that ended it. */
  readonly code: number | NodeJS.Signals;
  readonly stdout: string;
  readonly stderr: string;
}

export interface SpawnPlace {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** The user who starts it, if another one. */
  readonly uid?: number;
  readonly gid?: number;
}

/** A real `devs` in its own process, its output kept. */
export class DevsProcess {
  stdout = '';
  stderr = '';
  readonly ended: Promise<Ended>;
  readonly child: ChildProcess;

  constructor(args: readonly string[], where: SpawnPlace) {
    if (!existsSync(DEVS)) throw new Error(`${DEVS} is missing: run \`npm run compile\` first`);
    this.child = spawn(process.execPath, [...NODE_FLAGS, DEVS, ...args], {
      ...where,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.stdout += text));
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.ended = new Promise((resolve, reject) => {
      this.child.on('error', reject);
      this.child.on('close', (code, signal) =>
        resolve({ code: code ?? signal ?? 'SIGKILL', stdout: this.stdout, stderr: this.stderr }),
      );
    });
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }
}

/** Resolves as soon as `condition` gives something; rejects, saying `what`, at the deadline. */
export async function until<T>(
  what: string,
  condition: () => T | Promise<T>,
  withinMs = DEADLINE_MS,
): Promise<NonNullable<T>> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const value = await condition();
    if (value !== undefined && value !== null && value !== false) return value;
    if (Date.now() > deadline) throw new Error(`not within ${withinMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Whether a process with this id runs; one that has ended and only waits to be collected does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return process.platform !== 'linux' || !isZombie(pid);
}

function isZombie(pid: number): boolean {
  try {
    // The name in the middle may hold anything.
    return /\) Z [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return true; // collected meanwhile
  }
}
