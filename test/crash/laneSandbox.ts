import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { LandingMode } from '../../src/model/landing/landing';
import { readText } from '../support/readText';
import { mustHold } from './failure';
import type { Random } from './random';
import type { Sandbox } from './sandbox';

const AGENT = path.join(__dirname, 'laneAgent.js');
/** Passes once the agent has written the last file of its generation. */
const VERIFY = 'test "$(cat land/$DEVS_TASK_ID/a.txt)" = "$(cat ROOT/generation-$DEVS_TASK_ID)"';

export const LANE_TASKS = ['one', 'two', 'three', 'four'] as const;
export type LaneTask = (typeof LANE_TASKS)[number];

const MODES = ['files', 'commit', 'branch'] as const satisfies readonly LandingMode[];
/** Lines between two that change, so that they merge. */
const BETWEEN = ['-', '-', '-', '-'];
/** What of the repository nobody but the user changes, whatever lands. */
const OF_THE_USER = ['config', 'hooks', 'refs/stash', 'logs/refs/stash', 'info'];
/** And what a commit changes. */
const OF_COMMITS = ['HEAD', 'index', 'refs/heads/main', 'logs'];

/** A sandbox whose tasks work at the same time, each in a worktree, and land in one of three modes. */
export class LaneSandbox {
  readonly mode: (typeof MODES)[number];
  /** What the user wrote last, by path. */
  private readonly users = new Map<string, string>();
  private readonly repository: string;
  private edits = 0;

  constructor(
    readonly sandbox: Sandbox,
    private readonly random: Random,
  ) {
    this.mode = random.pick(MODES);
    sandbox.configure({
      agents: { scripted: { type: 'command', command: [process.execPath, AGENT, sandbox.root] } },
      verify: ['sh', '-c', VERIFY.replace('ROOT', sandbox.root)],
      limits: { loopThreshold: 100, maxTurns: 15 },
      loopDetection: { maxAttempts: 100, maxAttemptsBeforeForceNext: 100 },
      ...{ baseline: false, parallel: LANE_TASKS.length, land: this.mode },
      tasks: LANE_TASKS.map((id) => ({ id, goal: 'Reach the generation.' })),
    });
    for (const task of LANE_TASKS) this.order(task, 1);
    const lines = LANE_TASKS.flatMap((task) => [`${task} 0`, ...BETWEEN, 'user 0', ...BETWEEN]);
    this.write('lines.txt', `${lines.join('\n')}\n`);
    this.git('add', 'lines.txt');
    this.git('commit', '-q', '-m', 'lines', '--', 'lines.txt');
    this.repository = this.digest();
  }

  /** The generation that the next turn of a task reaches. */
  order(task: LaneTask, generation: number): void {
    writeFileSync(path.join(this.sandbox.root, `generation-${task}`), String(generation));
  }

  ordered(task: LaneTask): number {
    return Number(readFileSync(path.join(this.sandbox.root, `generation-${task}`), 'utf8'));
  }

  /** The user writes a file that no task knows. */
  editOwn(): void {
    this.edits += 1;
    const file = `user/own-${this.edits % 3}.txt`;
    const text = `edit ${this.edits}\n`;
    this.write(file, text);
    this.users.set(file, text);
  }

  /** The user changes lines of a file that all tasks change; not while a landing may write it. */
  editShared(): void {
    this.edits += 1;
    const lines = this.read('lines.txt').split('\n');
    const at = this.random.pick(lines.flatMap((line, i) => (line.startsWith('user ') ? [i] : [])));
    lines[at] = `user ${this.edits}`;
    this.write('lines.txt', lines.join('\n'));
    this.users.set('lines.txt', usersPart(lines.join('\n')));
  }

  /** Fails unless everything the user wrote is there, and the repository is as it was but for what lands. */
  mustHaveKeptTheUsers(): void {
    const lost = [...this.users].filter(([file, text]) => {
      const found = this.read(file);
      return (file === 'lines.txt' ? usersPart(found) : found) !== text;
    });
    mustHold(
      'of the user, lost',
      lost.map(([file, text]) => `${file}: ${text}`),
    );
    mustHold(
      'of the repository, changed',
      this.digest() === this.repository ? [] : [this.git('status', '--porcelain')],
    );
  }

  /** The generation of a task that has landed; 0 without one. Fails where a part of it has. */
  landed(task: LaneTask): number {
    const seen = [
      Number(/^\S+ (\d+)$/m.exec(this.lineOf(task))?.[1] ?? 'NaN'),
      Number(this.landedFile(`land/${task}/a.txt`) ?? '0'),
      Number(this.landedFile(`land/${task}/deep/b.txt`) ?? '0'),
      ...this.landedNames(`land/${task}`).map((name) => Number(/^only-in-(\d+)/.exec(name)?.[1])),
      ...(this.mode === 'commit' ? [this.commitsOf(task)] : []),
    ];
    mustHold(
      `the landing of ${task} is not whole`,
      new Set(seen).size === 1 ? [] : [JSON.stringify(seen)],
    );
    return seen[0] ?? 0;
  }

  /** Fails where a worktree, a branch or a ref is left that belongs to no task of these. */
  mustKnowWorktrees(working: readonly LaneTask[]): void {
    const folder = path.join(this.sandbox.state, 'worktrees');
    const records = (existsSync(folder) ? readdirSync(folder) : []).map(
      (name) => readText(path.join(folder, name, 'worktree.json')) ?? '{}',
    );
    const known = records.map((text) => (JSON.parse(text) as { taskId?: string }).taskId);
    const listed = this.git('worktree', 'list', '--porcelain').match(/^worktree .*/gm) ?? [];
    const branches = this.mode === 'branch' ? LANE_TASKS.map((id) => `refs/heads/devs/${id}`) : [];
    const refs = this.git('for-each-ref', '--format=%(refname)').trim().split('\n');
    const own = path.join(this.sandbox.project, '.git', 'worktrees');
    const kept = (existsSync(own) ? readdirSync(own) : []).map(
      (name) => `refs/devs/reviewed/${name}`,
    );
    const expected = ['refs/heads/main', 'refs/stash', ...branches, ...kept];
    mustHold('nobody knows', [
      ...known
        .filter((id) => !working.some((each) => each === id))
        .map((id) => `the worktree of ${id}`),
      ...(listed.length - 1 === records.length ? [] : listed),
      ...refs.filter((ref) => !expected.includes(ref)),
    ]);
  }

  private lineOf(task: LaneTask): string {
    const lines = (this.landedFile('lines.txt', task) ?? '').split('\n');
    return lines.find((line) => line.startsWith(`${task} `)) ?? '';
  }

  private landedFile(file: string, task = file.split('/')[1]): string | undefined {
    if (this.mode !== 'branch') return readText(path.join(this.sandbox.project, file));
    return this.tryGit('show', `${this.branchOf(task)}:${file}`);
  }

  private landedNames(folder: string): readonly string[] {
    const names =
      this.mode === 'branch'
        ? (this.tryGit('ls-tree', '--name-only', `${this.branchOf(folder.split('/')[1])}:${folder}`)
            ?.trim()
            .split('\n') ?? [])
        : existsSync(path.join(this.sandbox.project, folder))
          ? readdirSync(path.join(this.sandbox.project, folder))
          : [];
    return names.filter((name) => name.startsWith('only-in-'));
  }

  /** HEAD where the task has no branch yet. */
  private branchOf(task = ''): string {
    return this.tryGit('rev-parse', '--verify', '-q', `refs/heads/devs/${task}`) === undefined
      ? 'HEAD'
      : `devs/${task}`;
  }

  private commitsOf(task: LaneTask): number {
    const tasks = this.git('log', '--format=%(trailers:key=Devs-Task,valueonly)').split('\n');
    return tasks.filter((each) => each === task).length;
  }

  private digest(): string {
    const digest = createHash('sha256');
    const paths = this.mode === 'commit' ? OF_THE_USER : [...OF_THE_USER, ...OF_COMMITS];
    const walk = (full: string): void => {
      if (!existsSync(full)) return;
      const inside = isFolder(full) ? readdirSync(full).sort() : undefined;
      if (inside === undefined) digest.update(`${full}\0`).update(readFileSync(full));
      // A branch of its own has a log.
      else for (const name of inside) if (name !== 'devs') walk(path.join(full, name));
    };
    for (const each of paths) walk(path.join(this.sandbox.project, '.git', each));
    const staged =
      this.mode === 'commit' ? this.git('diff', '--cached', '--raw', '--abbrev=40') : '';
    return digest.update(staged).digest('hex');
  }

  private write(file: string, text: string): void {
    writeFileSync(path.join(this.sandbox.project, file), text);
  }

  private read(file: string): string {
    return readText(path.join(this.sandbox.project, file)) ?? '';
  }

  private git(...args: readonly string[]): string {
    const { project: cwd, environment: env } = this.sandbox;
    return execFileSync('git', ['--no-optional-locks', ...args], {
      ...{ cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    });
  }

  private tryGit(...args: readonly string[]): string | undefined {
    try {
      return this.git(...args);
    } catch {
      return undefined;
    }
  }
}

function isFolder(full: string): boolean {
  try {
    readdirSync(full);
    return true;
  } catch {
    return false;
  }
}

/** The lines of the shared file that only the user changes. */
function usersPart(text: string): string {
  return text
    .split('\n')
    .filter((line) => line.startsWith('user '))
    .join('\n');
}
