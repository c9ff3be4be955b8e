import {
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  readdirSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { SetupInputs, Worktree, Worktrees } from '../../../src/ports/worktrees';
import { worktreeScene, type WorktreeScene } from './worktreeScene';

/** How one worktree was set up. */
export interface SetUp {
  readonly worktree: Worktree;
  /** Whether the setup ran, or what it had made in another worktree was brought. */
  readonly kind: 'ran' | 'reused' | 'missing' | 'interrupted';
  /** What was said before and after. */
  readonly said: readonly string[];
}

export interface SetupRequest {
  readonly inputs?: Partial<SetupInputs>;
  readonly signal?: AbortSignal;
  readonly worktrees?: Worktrees;
  /** Before the setup begins. */
  readonly first?: (worktree: Worktree) => void;
  /** Aborts while the result is kept. */
  readonly keepSignal?: AbortSignal;
}

const NEVER = new AbortController().signal;
export const INPUTS: SetupInputs = { command: 'npm ci', files: ['lock.json'], copy: [] };

/** A workspace with a lock file, whose `node_modules` and `*.log` git ignores. */
export class SetupScene {
  readonly scene: WorktreeScene = worktreeScene();
  readonly setups = join(this.scene.state, 'setup');

  constructor() {
    this.scene.write('.gitignore', 'node_modules/\n*.log\n');
    this.scene.write('lock.json', '1\n');
    this.scene.write('src/a.js', 'a\n');
    this.scene.git(['add', '-A']);
    this.scene.git(['commit', '-qm', 'first']);
  }

  /** Opens the worktree of a task and sets it up as a run does; `setup` stands for the command. */
  async setUp(
    taskId: string,
    setup: (inside: (path: string) => string, worktree: Worktree) => void,
    request: SetupRequest = {},
  ): Promise<SetUp> {
    const { inputs, signal = NEVER, first, keepSignal = NEVER } = request;
    const all = { ...INPUTS, ...inputs };
    const worktrees = request.worktrees ?? this.scene.worktrees();
    const worktree = await worktrees.open(taskId, { copy: all.copy });
    first?.(worktree);
    const begun = await worktree.beginSetup(all, { signal, onWait: () => undefined });
    if (begun.kind === 'missing' || begun.kind === 'interrupted')
      return { worktree, kind: begun.kind, said: [] };
    if (begun.kind === 'reused') {
      await worktree.finishSetup();
      return { worktree, kind: 'reused', said: [] };
    }
    setup((path) => {
      const absolute = join(worktree.directory, path);
      mkdirSync(dirname(absolute), { recursive: true });
      return absolute;
    }, worktree);
    await worktree.finishSetup();
    const said = [begun.notice, await begun.keep(keepSignal)].filter((each) => each !== '');
    return { worktree, kind: 'ran', said };
  }

  /** The results that are kept: names of folders. */
  kept(): readonly string[] {
    return readdirSync(this.setups).filter((name) => /^[0-9a-f]{32}$/.test(name));
  }
}

/** All that is in a folder, but git's own file: path → kind, mode, time and content. */
export function lookAt(folder: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  const look = (path: string): void => {
    for (const name of readdirSync(join(folder, path)).sort()) {
      const below = path === '' ? name : `${path}/${name}`;
      if (below === '.git') continue;
      const absolute = join(folder, below);
      const stats = lstatSync(absolute);
      const mode = (stats.mode & 0o7777).toString(8);
      const time = Math.round(stats.mtimeMs);
      if (stats.isSymbolicLink()) found[below] = `link ${readlinkSync(absolute)}`;
      else if (stats.isDirectory()) {
        found[below] = `folder ${mode} ${time}`;
        look(below);
      } else found[below] = `file ${mode} ${time} ${readFileSync(absolute, 'base64')}`;
    }
  };
  look('');
  return found;
}

/** What most setups of these tests make. */
export function install(inside: (path: string) => string): void {
  writeFileSync(inside('node_modules/left/index.js'), 'left\n');
}
