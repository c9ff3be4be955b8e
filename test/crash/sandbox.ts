import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { runDevs, type DevsEnd, type DevsRunOptions } from './devsRun';
import { CrashFailure } from './failure';
import { endAll, processesOf } from './processes';
import type { Random } from './random';

const AGENT = path.join(__dirname, 'crashAgent.js');
/** Leaves a mark when it is through. */
const VERIFY = 'test -f goal.txt; code=$?; printf . >> ../verified; exit $code';
/** Passes without the original test files, each of which fails. */
const VERIFY_TESTS =
  'grep -rqs "it fails" test; code=$?; printf . >> ../verified; test $code -ne 0';
/** Something that hangs never ends; four tasks at once on a busy machine take long. */
const LIMIT_MS = 180_000;
const FOLDERS = ['src', 'src/deep/er', 'docs', 'lib', 'über uns'];

export interface SandboxOptions {
  /** There; `project`, `state` and what the agent notes go there. */
  readonly root: string;
  readonly cli: string;
  readonly random: Random;
  readonly files: number;
  readonly needsGit: boolean;
}

/** What the agent does from its next call on. */
interface AgentOrders {
  /** From this call on the verification passes. */
  readonly endAt: number;
  /** Whether it keeps a copy of what it finds. */
  readonly keepMoments: boolean;
  /** Whether it ends at once with an error that blocks its task. */
  readonly fails?: boolean;
}

/** A line that the agent left. */
export interface AgentNote {
  readonly call: number;
  readonly at: 'start' | 'end';
  readonly task: string;
  /** Id of the turn. */
  readonly turn: string;
  readonly pid: number;
  /** Digest of everything in `.git`. */
  readonly git: string;
}

/** A project with files, an agent and a state of its own, and with git in half of all. */
export class Sandbox {
  readonly root: string;
  readonly project: string;
  readonly state: string;
  readonly hasGit: boolean;
  /** Whether its file system knows second names; a third of all know none. */
  readonly hasLinks: boolean;
  /** Everything that was run, newest last, for the report of a failure. */
  readonly ends: DevsEnd[] = [];

  constructor(private readonly options: SandboxOptions) {
    const { root, random, files, needsGit } = options;
    this.root = root;
    this.project = path.join(root, 'project');
    this.state = path.join(root, 'state');
    for (const folder of ['project', 'tmp', 'moments'])
      mkdirSync(path.join(root, folder), { recursive: true });
    this.hasGit = random.chance(0.5) || needsGit;
    this.writeFiles(random, files);
    this.order({ endAt: Infinity, keepMoments: true });
    if (this.hasGit) this.makeRepository();
    this.hasLinks = random.chance(0.67);
  }

  order({ endAt, ...orders }: AgentOrders): void {
    const { seed } = this.options.random;
    const last = Math.min(endAt, Number.MAX_SAFE_INTEGER);
    this.writeRoot('control.json', JSON.stringify({ seed, endAt: last, ...orders }));
  }

  /** Writes `devs.yaml`. */
  configure(config: object): void {
    const text = JSON.stringify({ version: 1, ...config }, null, 2);
    writeFileSync(path.join(this.project, 'devs.yaml'), text);
  }

  notes(): readonly AgentNote[] {
    const file = path.join(this.root, 'calls.jsonl');
    if (!existsSync(file)) return [];
    const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line) as AgentNote);
  }

  calls(): number {
    return this.notes().filter(({ at }) => at === 'start').length;
  }

  /** Runs `devs` to its end or as planned; fails when it takes too long or meets a bug. */
  async devs(
    args: readonly string[],
    how: Pick<DevsRunOptions, 'plan' | 'log'> = {},
  ): Promise<DevsEnd> {
    const { root, environment, hasLinks } = this;
    const end = await runDevs({
      ...{ cli: this.options.cli, args, root, environment, hasLinks, limitMs: LIMIT_MS },
      ...how,
    });
    this.ends.push(end);
    if (end.tookTooLong) {
      throw new CrashFailure(
        `devs ${args.join(' ')} did not end: ${end.stdout.slice(-1500)}${end.stderr}`,
      );
    }
    if (/\bbug\b|unexpected/i.test(end.stderr)) {
      throw new CrashFailure(`devs ${args.join(' ')} met a bug: ${end.stderr}`);
    }
    return end;
  }

  /** `devs` that must succeed: the last line of its output as JSON. */
  async devsJson(...args: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
    const end = await this.devs([...args, '--json']);
    if (end.code !== 0) {
      throw new CrashFailure(
        `devs ${args.join(' ')} ended with ${end.code}: ${end.stdout.slice(-500)}${end.stderr}`,
      );
    }
    const last = end.stdout.trimEnd().split('\n').at(-1) ?? '';
    return JSON.parse(last) as Record<string, unknown>;
  }

  get environment(): NodeJS.ProcessEnv {
    const ours = /^(NO_COLOR|FORCE_COLOR|NODE_OPTIONS|TSX_.*|DEVS_.*|CRASH_.*|npm_.*)$/;
    const rest = Object.entries(process.env).filter(([name]) => !ours.test(name));
    return {
      ...Object.fromEntries(rest),
      DEVS_STATE_DIR: this.state,
      TMPDIR: path.join(this.root, 'tmp'),
      GIT_CONFIG_GLOBAL: path.join(this.root, 'gitconfig'),
      GIT_CONFIG_NOSYSTEM: '1',
    };
  }

  /** Ends what of it still runs, by id. */
  async endProcesses(): Promise<void> {
    await endAll(processesOf(this.root));
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true, maxRetries: 5 });
  }

  private writeRoot(file: string, text: string): void {
    writeFileSync(path.join(this.root, file), text);
  }

  private writeFiles(random: Random, count: number): void {
    const write = (file: string, text: string): void => {
      const full = path.join(this.project, file);
      mkdirSync(path.dirname(full), { recursive: true });
      writeFileSync(full, text);
    };
    for (let i = 0; i < count; i += 1) {
      const file = `${random.pick(FOLDERS)}/file-${i}.txt`;
      write(file, `${i} ${'line\n'.repeat(random.whole(0, 800))}`);
      if (random.chance(0.1)) chmodSync(path.join(this.project, file), 0o755);
    }
    for (let i = 0; i < 8; i += 1)
      write(`test/${i % 2 === 0 ? '' : 'deep/'}${i}.test.js`, `it fails ${i}\n`);
    symlinkSync('devs.yaml', path.join(this.project, 'src/link'));
    mkdirSync(path.join(this.project, 'keep-empty'));
    for (let i = 0; i < 4; i += 1) write(`user/notes-${i}.txt`, `mine ${i}\n`);
    write('build/out.txt', 'ignored\n');
    write('.gitignore', 'build/\n');
    this.configure(this.config());
  }

  private config(): object {
    const goal = 'Reach the goal.';
    return {
      agents: { scripted: { type: 'command', command: [process.execPath, AGENT, this.root] } },
      limits: { loopThreshold: 100, maxTurns: 15 },
      // Tasks are retried again and again here.
      loopDetection: { maxAttempts: 100, maxAttemptsBeforeForceNext: 100 },
      tasks: [
        { id: 'work', goal, verify: ['sh', '-c', VERIFY] },
        { id: 'tests', goal, verify: ['sh', '-c', VERIFY_TESTS] },
        { id: 'other', goal: 'Nothing.' },
      ],
    };
  }

  private makeRepository(): void {
    this.writeRoot('gitconfig', '[user]\n\tname = A User\n\temail = user@example.com\n');
    const git = (...args: readonly string[]): void =>
      void execFileSync('git', args, { cwd: this.project, env: this.environment, stdio: 'ignore' });
    git('init', '-q', '-b', 'main');
    git('add', '-A');
    git('commit', '-q', '-m', 'first');
    writeFileSync(path.join(this.project, 'user/notes-0.txt'), 'stashed\n');
    git('stash', '-q');
    writeFileSync(path.join(this.project, 'user/notes-1.txt'), 'staged\n');
    git('add', '-A');
  }
}
