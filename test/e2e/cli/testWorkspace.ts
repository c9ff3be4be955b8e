import { execFileSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import initSqlJs from 'sql.js';
import { DevsProcess, type Ended } from './devsProcess';

const AGENT = path.join(__dirname, 'scriptedAgent.js');
const ACP_AGENT = path.join(__dirname, '../../support/acpAgent.cjs');

/** One thing that the agent over the Agent Client Protocol saw. */
export type AcpNote =
  | 'cancel'
  | {
      readonly prompt?: string;
      /** Id of the call that a permission was asked for. */
      readonly permission?: string;
      readonly result?: { readonly outcome: { readonly outcome: string; optionId?: string } };
    };

/** One call of the scripted agent. */
export interface Step {
  readonly reply?: string;
  readonly write?: Readonly<Record<string, string>>;
  /** Modes of files and folders, set after the writes. */
  readonly chmod?: Readonly<Record<string, number>>;
  readonly stderr?: string;
  readonly exit?: number;
  readonly signal?: string;
  /** Goes on for ever. */
  readonly hang?: true;
  /** Goes on until this file is there. */
  readonly waitFor?: string;
  readonly megabytes?: number;
  /** Prints so many events of the same call with the same result, as Claude Code does. */
  readonly sameCalls?: number;
  /** These calls are refused for want of permission. */
  readonly refused?: true;
  /** Starts a process that would outlive it. */
  readonly child?: true;
  /** Prints a turn as Codex does, in which it reads so many tokens. */
  readonly tokens?: number;
  /** It says so before it hangs, or never. */
  readonly says?: boolean;
  /** Its final text, as the last event. */
  readonly answer?: string;
}

/** The same useless reply and edit, again and again. */
export const LOOPING: Step = {
  reply: 'STRATEGY: guess\nI set the answer to 41.',
  write: { 'answer.txt': '41' },
};
/** What makes the verification pass. */
export const SOLVING: Step = { reply: 'STRATEGY: think\nIt is 42.', write: { 'answer.txt': '42' } };

const NOBODY = 65_534;

const VERIFY = `const text = require('node:fs').readFileSync('answer.txt', 'utf8').trim();
if (text !== '42') { console.error('AssertionError: expected 42, got ' + text); process.exit(1); }
`;

/** A project in a temporary folder with its own state; the answer in it must become 42. */
export class TestWorkspace {
  readonly root = mkdtempSync(path.join(os.tmpdir(), 'devs-e2e-'));
  readonly folder = path.join(this.root, 'project');
  readonly stateDir: string;
  private readonly scenarioFile = path.join(this.root, 'scenario.json');
  private readonly sceneFile = path.join(this.root, 'scene.json');
  private readonly notesFile = path.join(this.root, 'notes');
  private readonly pidsFile = path.join(this.root, 'pids');
  private readonly started: DevsProcess[] = [];
  private user: { readonly uid: number; readonly gid: number } | undefined;

  /** The state is beside the project, unless another place is given for it. */
  constructor(stateDirOf: (folder: string) => string = () => path.join(this.root, 'state')) {
    mkdirSync(this.folder);
    this.stateDir = stateDirOf(this.folder);
    this.write('answer.txt', '0');
    this.write('verify.js', VERIFY);
  }

  write(file: string, text: string): void {
    writeFileSync(path.join(this.folder, file), text);
  }

  read(file: string): string {
    return readFileSync(path.join(this.folder, file), 'utf8');
  }

  /** `devs.yaml` with a scripted agent, one task unless others are given, and what `more` says. */
  configure(steps: readonly Step[], more: Readonly<Record<string, unknown>> = {}): void {
    this.play(steps);
    const config = {
      version: 1,
      agents: {
        scripted: { type: 'command', command: [process.execPath, AGENT, this.scenarioFile] },
      },
      verify: [process.execPath, 'verify.js'],
      tasks: [{ id: 'fix-answer', goal: 'The answer is 42.' }],
      ...more,
    };
    this.write('devs.yaml', JSON.stringify(config, null, 2));
  }

  /** Makes the project a repository with all its files in one commit. */
  commitAll(): void {
    const names = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
    for (const args of [
      ['init', '-q', '-b', 'main'],
      ['add', '-A'],
      ['commit', '-qm', 'first'],
    ])
      execFileSync('git', [...names, ...args], { cwd: this.folder });
  }

  /** What the agent does from its next call on. */
  play(steps: readonly Step[]): void {
    const done = Array.from({ length: this.calls().length }, () => steps[0]);
    writeFileSync(this.scenarioFile, JSON.stringify([...done, ...steps]));
  }

  /** File modes mean nothing to root: where the tests run as root, `devs` runs as somebody else from now on. */
  startAsOrdinaryUser(): void {
    if (process.getuid?.() !== 0) return;
    this.user = { uid: NOBODY, gid: NOBODY };
    const all = readdirSync(this.root, { recursive: true, encoding: 'utf8' });
    for (const each of ['', ...all]) chownSync(path.join(this.root, each), NOBODY, NOBODY);
  }

  calls(): readonly { pid: number; prompt: string }[] {
    return readLines(`${this.scenarioFile}.calls`).map(
      (line) => JSON.parse(line) as { pid: number; prompt: string },
    );
  }

  /** Process ids of what the calls left running. */
  children(): readonly number[] {
    return readFileSync(`${this.scenarioFile}.children`, 'utf8').trimEnd().split('\n').map(Number);
  }

  /** As `configure`, with an agent whose events are read. */
  configureWatched(steps: readonly Step[], more: Readonly<Record<string, unknown>> = {}): void {
    this.configure(steps, more);
    const config = JSON.parse(this.read('devs.yaml')) as {
      readonly agents: { readonly scripted: object };
    };
    const scripted = { ...config.agents.scripted, steps: 'claude' };
    this.write('devs.yaml', JSON.stringify({ ...config, agents: { scripted } }, null, 2));
  }

  /** As `configure`, with an agent over the Agent Client Protocol, defined further by `agent`, that does these deeds in each turn. */
  configureAcp(
    deeds: readonly object[],
    more: Readonly<Record<string, unknown>> = {},
    agent: Readonly<Record<string, unknown>> = {},
  ): void {
    const [notes, pids] = [this.notesFile, this.pidsFile];
    writeFileSync(this.sceneFile, JSON.stringify({ notes, pids, deeds }));
    const command = [process.execPath, ACP_AGENT, `@${this.sceneFile}`];
    this.configure([], { agents: { scripted: { type: 'acp', command, ...agent } }, ...more });
  }

  /** What the agent over the Agent Client Protocol has seen. */
  notes(): readonly AcpNote[] {
    return readLines(this.notesFile).map((line) => JSON.parse(line) as AcpNote);
  }

  /** Process ids of the agent over the Agent Client Protocol, one for each turn. */
  acpPids(): readonly number[] {
    return readLines(this.pidsFile).map(Number);
  }

  start(args: readonly string[], env: NodeJS.ProcessEnv = {}, cwd = this.folder): DevsProcess {
    const started = new DevsProcess(args, { cwd, env: this.environment(env), ...this.user });
    this.started.push(started);
    return started;
  }

  devs(...args: readonly string[]): Promise<Ended> {
    return this.start(args).ended;
  }

  environment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
    // Shells set `_`: after `nohup npm test` it says that SIGHUP is to be ignored. Where CI is set, test runners write no
    // snapshots and refuse `only`.
    const ours = /^(CI|NO_COLOR|FORCE_COLOR|DEVS_.*|_)$/;
    const rest = Object.entries(process.env).filter(([name]) => !ours.test(name));
    return { ...Object.fromEntries(rest), DEVS_STATE_DIR: this.stateDir, TERM: 'xterm', ...more };
  }

  /** The rows of a query on `devs.db` as it is on disk. */
  async query(sql: string): Promise<readonly Record<string, unknown>[]> {
    const { Database } = await initSqlJs();
    const database = new Database(readFileSync(path.join(this.stateDir, 'devs.db')));
    const [result] = database.exec(sql);
    database.close();
    if (result === undefined) return [];
    const { columns, values } = result;
    return values.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]])));
  }

  async dispose(): Promise<void> {
    for (const { child } of this.started) child.kill('SIGKILL');
    await Promise.all(this.started.map(({ ended }) => ended));
    rmSync(this.root, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The lines of a file that grows; [] before it is there. */
function readLines(file: string): readonly string[] {
  // What follows the last line end is being written.
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
}
