import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { moveRepository, repairLinks } from './linkedRepository';

/**
 * Without git; a repository; one with a repository, or a submodule, in the folder `nested`; a linked worktree; a
 * submodule, with the repository around it in the base folder.
 */
export const KINDS = ['plain', 'git', 'nested', 'withSubmodule', 'worktree', 'submodule'] as const;
export type Kind = (typeof KINDS)[number];

const START = Date.parse('2026-01-01T00:00:00.000Z');

/** A base folder: `work` is the workspace, `outside` lies beside it, `state` is Devs' own. */
export function makeBase(): string {
  return fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'devs-histories-')));
}

/** What git sees of its user: nothing of this machine. `at` is the time of commits. */
export function gitEnvironment(base: string, at = new Date(START)): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    HOME: base,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: join(base, 'gitconfig'),
    GIT_COMMITTER_DATE: at.toISOString(),
    GIT_AUTHOR_DATE: at.toISOString(),
  };
}

const CONFIG = [
  '[user]\n\tname = Test\n\temail = test@example.org',
  '[gc]\n\tauto = 0\n[advice]\n\taddEmbeddedRepo = false',
  '[core]\n\tsafecrlf = false\n[protocol "file"]\n\tallow = always\n',
].join('\n');

const FIRST_FILES: Readonly<Record<string, string>> = {
  '.gitignore': '*.log\nignored/\n/secret.env\nbuild/\n',
  'a.txt': '<<U1>>\nthe text that was there first, before anybody else came\n',
  'src/code.js': '<<U2>>\nmodule.exports = "the first version of the code of the shop";\n',
  'src/util.js': '<<U3>>\r\nmodule.exports = "with other ends of lines than the other";\r\n',
  'd/e': '<<U4>>\na file in a folder, which will be the cause of some trouble\n',
  'run.sh': '#!/bin/sh\n# <<U5>> a program that can be started by its name\n',
  'app.log': '<<U6>> ignored\n',
  'ignored/data.db': '\0<<U7>> ignored data of the user that nothing may touch\0',
  'secret.env': 'TOKEN=<<U8>>\n',
  'node_modules/m/i.js': '<<U9>>',
};

/** What every history begins with; the contents are numbered up to `FIRST_FREE`. */
export const FIRST_FREE = 20;

function build(kind: Kind): string {
  const base = makeBase();
  const work = join(base, 'work');
  const write = (path: string, text: string): void => {
    fs.mkdirSync(dirname(join(work, path)), { recursive: true });
    fs.writeFileSync(join(work, path), text, 'latin1');
  };
  const git = (folder: string, ...args: readonly string[]): void => {
    const options = {
      cwd: join(work, folder),
      env: gitEnvironment(base),
      stdio: 'ignore' as const,
    };
    execFileSync('git', args, options);
  };
  fs.mkdirSync(join(base, 'outside'));
  fs.writeFileSync(join(base, 'gitconfig'), CONFIG);
  for (const name of ['canary', 'e', 'below']) fs.writeFileSync(join(base, 'outside', name), name);
  for (const [path, text] of Object.entries(FIRST_FILES)) write(path, text);
  fs.chmodSync(join(work, 'run.sh'), 0o755);
  fs.symlinkSync('a.txt', join(work, 'link'));
  if (kind === 'plain') return base;
  git('', 'init', '-q', '-b', 'main', '--template=');
  fs.mkdirSync(join(work, '.git/hooks'));
  fs.writeFileSync(join(work, '.git/hooks/post-merge'), '#!/bin/sh\n', { mode: 0o755 });
  git('', 'add', '-A');
  git('', 'commit', '-qm', 'first');
  git('', 'switch', '-q', '-c', 'other');
  write('src/util.js', '<<U10>>\nwhat the other branch has in place of it, and what is longer\n');
  write('d/g', '<<U11>>\na file that only the other branch has, as branches have such\n');
  git('', 'add', '-A');
  git('', 'commit', '-qm', 'other');
  git('', 'switch', '-q', 'main');
  if (kind === 'nested' || kind === 'withSubmodule') {
    write('nested/.gitignore', '*.log\n');
    write('nested/n.txt', '<<U12>>\na file of a repository that lies in the workspace\n');
    write('nested/n.log', '<<U13>> ignored there');
    git('nested', 'init', '-q', '-b', 'main', '--template=');
    git('nested', 'add', '-A');
    git('nested', 'commit', '-qm', 'nested');
  }
  if (kind === 'withSubmodule') {
    git('', 'submodule', 'add', './nested', 'nested');
    git('', 'submodule', 'absorbgitdirs', 'nested');
    git('', 'commit', '-qm', 'submodule');
  }
  moveRepository(kind, base, git);
  write('a.txt', '<<U14>>\nchanged and not committed before any agent came along here\n');
  write('src/deep/er/x.ts', '<<U15>>\nuntracked before any agent came along, and in no commit\n');
  return base;
}

const built = new Map<Kind, string>();

/** A fresh copy of the first state of such a workspace. */
export function copyTemplate(kind: Kind): string {
  const template = built.get(kind) ?? build(kind);
  built.set(kind, template);
  const base = makeBase();
  fs.cpSync(template, base, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  if (kind === 'worktree') repairLinks(base);
  return base;
}

/** Takes the templates away again. */
export function removeTemplates(): void {
  for (const base of built.values()) fs.rmSync(base, { recursive: true, force: true });
  built.clear();
}
