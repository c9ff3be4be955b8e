import { spawn, type ChildProcess } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { SessionRecord } from '../../src/model/guard/sessionRecord';
import { toSessionRecord } from '../../src/model/guard/toSessionRecord';
import { guardPaths, type GuardPaths } from '../../src/platform/guard/guardPaths';
import { GUARD_PROGRAMS } from '../../src/platform/guard/guardPrograms';

const DIST = join(__dirname, '../../dist');

/** How a hook ended. */
export interface HookEnd {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The programs of the guard in a folder of their own, as `devs guard install` puts them. */
export class InstalledHook {
  readonly root: string;
  readonly paths: GuardPaths;

  constructor(root = mkdtempSync(join(tmpdir(), 'devs-hook-'))) {
    this.root = root;
    this.paths = guardPaths(root);
    mkdirSync(this.paths.bin, { recursive: true });
    for (const name of GUARD_PROGRAMS) copyFileSync(join(DIST, name), join(this.paths.bin, name));
  }

  get file(): string {
    return join(this.paths.bin, 'hook.js');
  }

  /** What starts the hook, before the agent and the event. */
  get words(): readonly string[] {
    return [process.execPath, this.file];
  }

  /** Starts a hook; its input is open. */
  start(event: string, { agent = 'claude', env = {} }: HookOptions = {}): ChildProcess {
    const [program = '', ...args] = this.words;
    return spawn(program, [...args, agent, event], {
      env: { ...withoutTurn(), ...env },
      stdio: 'pipe',
    });
  }

  /** Runs a hook with a payload: an object, or the bytes of its input. */
  async run(
    event: string,
    payload: object | Buffer | string,
    options: HookOptions = {},
  ): Promise<HookEnd> {
    const child = this.start(event, options);
    const end = endOf(child);
    // It may end before it has read everything.
    child.stdin?.on('error', () => undefined);
    const isRaw = typeof payload === 'string' || Buffer.isBuffer(payload);
    child.stdin?.end(isRaw ? payload : JSON.stringify(payload));
    return await end;
  }

  /** Starts the judge and waits until it listens: on a busy machine a hook that has to judge itself may be late. */
  async startJudge(): Promise<void> {
    const { bin, root, socket } = this.paths;
    spawn(process.execPath, [join(bin, 'judge.js'), root], { stdio: 'ignore' }).unref();
    while (!(await isListening(socket))) await wait(20);
  }

  /** The records of all sessions, in the order of each file. */
  get records(): readonly SessionRecord[] {
    return this.sessionFiles.flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line) => toSessionRecord(line) ?? []),
    );
  }

  get sessionFiles(): readonly string[] {
    const { sessions } = this.paths;
    return existsSync(sessions) ? readdirSync(sessions).map((name) => join(sessions, name)) : [];
  }

  get log(): string {
    return existsSync(this.paths.log) ? readFileSync(this.paths.log, 'utf8') : '';
  }

  /** Its judge ends by itself once the programs are gone. */
  async dispose(): Promise<void> {
    // It may be writing at this moment.
    await rm(this.root, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

export interface HookOptions {
  readonly agent?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** The environment without the mark of a turn, which a test may run in. */
function withoutTurn(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== 'DEVS_TURN'));
}

export async function endOf(child: ChildProcess): Promise<HookEnd> {
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (text: string) => (texts[name] += text));
  return await new Promise((resolve) => child.on('close', (code) => resolve({ code, ...texts })));
}

async function isListening(socket: string): Promise<boolean> {
  const connection = connect(socket);
  const listens = await new Promise<boolean>((resolve) => {
    connection.on('connect', () => resolve(true)).on('error', () => resolve(false));
  });
  connection.destroy();
  return listens;
}
