import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { RunAnswer } from '../../../src/app/api/answers';
import type { App } from '../../../src/app/api/app';
import type { Resumption } from '../../../src/app/api/requests';
import { createApp } from '../../../src/app/createApp';
import type { DevsEvent } from '../../../src/model/events/devsEvent';
import type { TaskStatus } from '../../../src/model/task/task';
import { worktreeFolder } from '../../../src/platform/worktrees/worktreeFolder';
import type { TurnPhase } from '../../../src/ports/runObserver';
import { readText } from '../../support/readText';

export interface IsolatedOptions {
  /** Lines of `devs.yaml`. */
  readonly config?: readonly string[];
  readonly tasks?: readonly string[];
  /** Of the repository; absent: SHA-1. */
  readonly objectFormat?: 'sha256';
}

/** One run of the scene. */
interface StartedRun {
  readonly app: App;
  readonly ended: Promise<RunAnswer>;
  readonly abort: AbortController;
}

/** A shop with a repository whose tasks work in worktrees; agent and verification are real programs. */
export class IsolatedScene {
  readonly base = realpathSync(mkdtempSync(join(tmpdir(), 'devs-isolated-')));
  readonly work = join(this.base, 'shop');
  readonly state = join(this.base, 'state');
  readonly events: DevsEvent[] = [];
  readonly phases: TurnPhase[] = [];
  readonly warnings: string[] = [];
  /** Called when an agent begins to work. */
  started: () => void = () => undefined;
  readonly environment = {
    PATH: process.env['PATH'],
    HOME: this.base,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: join(this.base, 'gitconfig'),
    DEVS_STATE_DIR: this.state,
    STEPS: join(this.base, 'steps'),
  };

  constructor({ config = [], tasks = ['fix'], objectFormat }: IsolatedOptions = {}) {
    for (const folder of [this.work, this.state, this.environment.STEPS]) mkdirSync(folder);
    writeFileSync(
      join(this.base, 'gitconfig'),
      '[user]\n\tname = Ada\n\temail = ada@example.org\n[gc]\n\tauto = 0\n',
    );
    writeFileSync(join(this.base, 'agent.js'), AGENT);
    const format = objectFormat === undefined ? [] : [`--object-format=${objectFormat}`];
    this.git('init', '-q', '-b', 'main', ...format);
    this.write('verify.js', VERIFICATION);
    this.write('.gitignore', 'node_modules/\n');
    this.write('a.txt', '1\n2\n3\n4\n5\n');
    this.write('b.txt', 'two\n');
    this.write(
      'devs.yaml',
      [
        'version: 1',
        `agents: { script: { type: command, command: [node, ${join(this.base, 'agent.js')}] } }`,
        'verify: [node, verify.js]',
        'baseline: false',
        'isolate: true',
        ...config,
        'tasks:',
        ...tasks.map((id) => `  - { id: ${id}, goal: Change it. }`),
        '',
      ].join('\n'),
    );
    this.git('add', '-A');
    this.git('commit', '-qm', 'first');
  }

  /** What the agent does in turn `turn`, and the verification in its run `run`: JavaScript in the folder of the task. */
  agent(turn: number, script: string): void {
    writeFileSync(join(this.environment.STEPS, `agent-${turn}.js`), script);
  }

  /** Likewise of the verification; absent, it passes. */
  verification(run: number, script: string): void {
    writeFileSync(join(this.environment.STEPS, `verify-${run}.js`), script);
  }

  /** How often the agent, the verification or the setup has run. */
  runs(name: 'agent' | 'verify' | 'setup'): number {
    return Number(readText(join(this.environment.STEPS, `${name}.count`)) ?? '0');
  }

  /** Devs as a process has it that starts now. */
  app(): App {
    return createApp({
      ...{ workspaceDir: this.work, who: 'terminal', environment: this.environment, settings: {} },
      assetsDir: join(process.cwd(), 'dist'),
    });
  }

  /** Runs to the end; `first` is done before, `taskIds` alone are run. */
  async run(first?: Resumption, taskIds?: readonly string[]): Promise<string> {
    return (await this.start(first, taskIds).ended).message;
  }

  /** Starts such a run. */
  start(first?: Resumption, taskIds?: readonly string[]): StartedRun {
    const [app, abort] = [this.app(), new AbortController()];
    const ended = app.run({
      signal: abort.signal,
      observer: {
        onEvent: (event) => {
          this.events.push(event);
          this.onNews();
        },
        onPhase: (phase) => {
          this.phases.push(phase);
          if (phase.phase === 'agent') this.started();
          this.onNews();
        },
        present: () => undefined,
        onWarning: (message) => void this.warnings.push(message),
      },
      ...(taskIds && { taskIds }),
      ...(first && { first: { request: first, onAnswer: () => undefined } }),
    });
    return { app, ended, abort };
  }

  /** Called after each new event or phase. */
  protected onNews(): void {
    return;
  }

  async status(taskId = 'fix'): Promise<readonly [TaskStatus | undefined, string]> {
    const task = (await this.app().overview()).tasks.find(({ id }) => id === taskId);
    return [task?.status, task?.statusReason ?? ''];
  }

  git(...args: readonly string[]): string {
    return execFileSync('git', args, {
      ...{ cwd: this.work, env: this.environment, encoding: 'utf8', stdio: 'pipe' },
    });
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.work, path)), { recursive: true });
    writeFileSync(join(this.work, path), text);
  }

  read(path: string): string | undefined {
    return readText(join(this.work, path));
  }

  /** The root of the worktree of a task. */
  worktree(taskId = 'fix'): string {
    return worktreeFolder(join(this.state, 'worktrees'), taskId).files;
  }

  /** A file in the worktree of a task. */
  inWorktree(path: string, taskId = 'fix'): string | undefined {
    return readText(join(this.worktree(taskId), path));
  }

  remove(): void {
    rmSync(this.base, { recursive: true, force: true });
  }
}

/** What the scripts of a scene may use: JavaScript. */
export const HELPERS = `
const fs = require('node:fs');
const path = require('node:path');
const steps = process.env.STEPS;
const read = (file) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined);
const write = (file, text) => fs.writeFileSync(file, text);
const user = (file, text) => fs.writeFileSync(path.join(steps, '..', 'shop', file), text);
`;

const NUMBERED = `${HELPERS}
const numbered = (name) => {
  const file = path.join(steps, name + '.count');
  const number = fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8')) + 1 : 1;
  fs.writeFileSync(file, String(number));
  const script = path.join(steps, name + '-' + number + '.js');
  return fs.existsSync(script) ? fs.readFileSync(script, 'utf8') : '';
};
const remove = (file) => fs.rmSync(file);
`;

const AGENT = `${NUMBERED}
const prompt = fs.readFileSync(0, 'utf8');
fs.writeFileSync(path.join(steps, 'prompt.md'), prompt);
console.log('STRATEGY: do it');
eval(numbered('agent'));
`;

// Seen as the program of the verify command, not as a test.
const VERIFICATION = `${NUMBERED}
eval(numbered('verify'));
`;
