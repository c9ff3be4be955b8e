import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { cacheDir } from '../realVscode/paths';

/** A temporary home and workspace for one run of an agent. */
export interface AgentHome {
  /** A git repository with one commit; absolute. */
  readonly workspace: string;
  /** For files of the runner; outside the workspace. */
  readonly stateDir: string;
  /**
   * Environment that keeps the agent in here and sends all it wants from other machines to `proxy`,
   * which must refuse it.
   */
  readonly env: (proxy: string) => Record<string, string>;
  /** Writes a file below the home folder, as a user's settings would be, and gives its absolute path. */
  readonly write: (path: string, content: string) => string;
  /** Reads a file below the home folder. */
  readonly read: (path: string) => string;
  /** Writes a file of the workspace, which nobody may execute, and commits it. */
  readonly commit: (path: string, content: string) => void;
  readonly dispose: () => void;
}

/** Codex may write whatever it likes in the system's temporary folders, so nothing is tested there. */
function folderForRuns(): string {
  const temporary = [...new Set(['/tmp', tmpdir()])]
    .filter(existsSync)
    .map((path) => realpathSync(path));
  const inside = temporary.some((folder) => !relative(folder, cacheDir).startsWith('..'));
  return inside ? homedir() : cacheDir;
}

/** Makes a fresh home, which `dispose` removes. */
export function createAgentHome(): AgentHome {
  mkdirSync(cacheDir, { recursive: true });
  const root = realpathSync(mkdtempSync(join(folderForRuns(), '.devs-agent-run-')));
  const [home, workspace, stateDir, temp] = ['home', 'workspace', 'state', 'tmp'].map((name) => {
    const folder = join(root, name);
    mkdirSync(folder);
    return folder;
  }) as [string, string, string, string];
  git(workspace, 'init');
  const commit = (path: string, content: string): void => {
    writeFileSync(join(workspace, path), content);
    git(workspace, 'add', path);
    git(workspace, 'commit', '-m', `Add ${path}`, '--no-gpg-sign');
  };
  commit('README.md', '# A project\n');
  return {
    workspace,
    stateDir,
    env: (proxy) => ({
      ...{ HOME: home, USERPROFILE: home, APPDATA: home, LOCALAPPDATA: home },
      ...{ TMPDIR: temp, TMP: temp, TEMP: temp },
      ...{ HTTP_PROXY: proxy, HTTPS_PROXY: proxy, http_proxy: proxy, https_proxy: proxy },
      ...{ NO_PROXY: '127.0.0.1,localhost', no_proxy: '127.0.0.1,localhost' },
    }),
    write: (path, content) => {
      const file = join(home, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
      return file;
    },
    read: (path) => readFileSync(join(home, path), 'utf8'),
    commit,
    dispose: () => rmSync(root, { recursive: true, force: true, maxRetries: 5 }),
  };
}

function git(workspace: string, ...args: readonly string[]): void {
  const who = ['-c', 'user.name=Devs', '-c', 'user.email=devs@localhost'];
  execFileSync('git', [...who, ...args], { cwd: workspace, stdio: 'ignore' });
}

const needed = /^(PATH|Path|PATHEXT|SystemRoot|windir|ComSpec|LANG|LC_.*|TERM)$/;

/** Takes everything from this process's environment that could log an agent in; undo with the answer. */
export function forgetKeys(path: string): () => void {
  const before = { ...process.env };
  for (const name of Object.keys(process.env)) {
    if (!needed.test(name)) Reflect.deleteProperty(process.env, name);
  }
  process.env['PATH'] = path;
  return () => void Object.assign(process.env, before);
}
