import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { VscodeInstall } from './install';
import { endGroup, killGroup, processesMarked, send } from './processes';
import { serverEnvironment } from './serverEnvironment';
import { pollUntil } from './waiting';

/** Names what one server started: every process that descends from it carries this in its environment. */
const MARKER = 'DEVS_VSCODE_RUN';

/** Variables to add to an environment; `undefined` removes one. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** One run of VS Code's server command, in a process group of its own that ends with this process at the latest. */
export class ServerProcess {
  private readonly id = randomUUID();
  private readonly child: ChildProcess;
  private output = '';
  private how: string | undefined;
  /** Resolves with how the command ended. */
  readonly ended: Promise<string>;

  private readonly lastResort = (): void => {
    this.kill();
    this.killStragglers();
  };

  constructor(
    install: VscodeInstall,
    args: readonly string[],
    env: Environment = {},
    nodeFlags: readonly string[] = [],
  ) {
    this.child = spawn(install.node, [...nodeFlags, install.entry, ...args], {
      detached: process.platform !== 'win32',
      windowsHide: true,
      env: { ...serverEnvironment(), ...env, [MARKER]: this.id },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const collect = (chunk: Buffer): void => {
      this.output = (this.output + chunk.toString()).slice(-20_000);
    };
    this.child.stdout?.on('data', collect);
    this.child.stderr?.on('data', collect);
    process.once('exit', this.lastResort);
    this.ended = new Promise((done) => {
      this.child.once('error', ({ message }) => done((this.how = message)));
      this.child.once('close', (code, signal) => {
        done(
          (this.how ??= signal === null ? `exit code ${code ?? 'unknown'}` : `signal ${signal}`),
        );
      });
    });
  }

  /** Leader of the process group; 0 when it could not be started. */
  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** The end of what was written so far. */
  log(): string {
    return this.output;
  }

  /** Waits until the command has ended, and throws when that was not with exit code 0. */
  async succeeded(what: string, withinMs: number): Promise<void> {
    const ended = await this.wait(what, withinMs, () => this.how);
    if (ended !== 'exit code 0') throw this.failure(`${what} failed (${ended})`);
  }

  /** The port, once the server answers on it. */
  async ready(withinMs: number): Promise<number> {
    return this.wait('The start of VS Code', withinMs, async () => {
      if (this.how !== undefined) throw new Error(`VS Code ended at once (${this.how})`);
      const port = /HTTP server listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(this.output)?.[1];
      if (port === undefined) return undefined;
      const health = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined);
      return health?.ok === true ? Number(port) : undefined;
    });
  }

  /** Ids of all processes that descend from this one, detached ones included (Linux only, elsewhere none). */
  processes(): number[] {
    return processesMarked(`${MARKER}=${this.id}`);
  }

  /** Ends the group, and on Linux also what left the group. */
  async end(): Promise<void> {
    if (this.pid > 0) await endGroup(this.pid);
    this.killStragglers();
    process.off('exit', this.lastResort);
  }

  /** Ends the group at once. */
  kill(): void {
    if (this.pid > 0) killGroup(this.pid);
  }

  /** Ends what left the group (Linux only). */
  killStragglers(): void {
    for (const pid of this.processes()) send(pid, 'SIGKILL');
  }

  private async wait<T>(
    what: string,
    withinMs: number,
    probe: () => T | undefined | Promise<T | undefined>,
  ): Promise<T> {
    return pollUntil(probe, { what, withinMs }).catch((error: unknown) => {
      throw this.failure(error instanceof Error ? error.message : String(error));
    });
  }

  private failure(what: string): Error {
    const end = this.output.slice(-3000).trim();
    return new Error(`${what}. The end of VS Code's log:\n${end === '' ? '(empty)' : end}`);
  }
}
