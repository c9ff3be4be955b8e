import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, posix, resolve, win32 } from 'node:path';
import { StateError } from '../../../ports/workspaceState';

export interface StatePlace {
  /** Real, absolute path of the workspace folder. */
  readonly workspaceDir: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** The user's home folder, absolute. */
  readonly home: string;
}

/** `stateDirectoryOf` for this machine and user, with links in the workspace path resolved. */
export function stateDirectory(options: Pick<StatePlace, 'workspaceDir' | 'environment'>): string {
  return stateDirectoryOf({
    workspaceDir: realPath(options.workspaceDir),
    environment: options.environment,
    platform: process.platform,
    home: homedir(),
  });
}

/** The path with links resolved and in the disk's case; unchanged if that fails. */
export function realPath(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    // A missing or unreadable folder is reported when it is read.
    return resolve(folder);
  }
}

/**
 * State directory of a workspace: `DEVS_STATE_DIR`, or one folder for each workspace in the user's
 * state directory. Throws `StateError` for a relative `DEVS_STATE_DIR`, whose meaning would depend
 * on the current folder, and for the workspace itself; an empty one counts as unset. Ignores a
 * relative `XDG_STATE_HOME`, as the XDG Base Directory Specification requires.
 */
export function stateDirectoryOf(options: StatePlace): string {
  const path = options.platform === 'win32' ? win32 : posix;
  const chosen = options.environment['DEVS_STATE_DIR'] ?? '';
  if (chosen === '') return path.join(userStateDirectory(options), folderName(options));
  if (!path.isAbsolute(chosen)) {
    throw new StateError(
      `DEVS_STATE_DIR is "${chosen}", a relative path; set it to an absolute one or unset it.`,
    );
  }
  if (path.relative(options.workspaceDir, chosen) === '') {
    throw new StateError(
      `DEVS_STATE_DIR is "${chosen}", the workspace itself; set it to another folder or unset it.`,
    );
  }
  return path.normalize(chosen);
}

/** Folder of the guard for this user, on this machine. */
export function guardDirectory(environment: StatePlace['environment']): string {
  const place = { environment, platform: process.platform, home: homedir() };
  return join(userStateDirectory(place), 'guard');
}

function userStateDirectory({
  environment,
  platform,
  home,
}: Omit<StatePlace, 'workspaceDir'>): string {
  if (platform === 'win32') {
    const local = environment['LOCALAPPDATA'] ?? '';
    const data = win32.isAbsolute(local) ? local : win32.join(home, 'AppData', 'Local');
    return win32.join(data, 'Devs');
  }
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'Devs');
  const state = environment['XDG_STATE_HOME'] ?? '';
  return posix.join(posix.isAbsolute(state) ? state : posix.join(home, '.local', 'state'), 'devs');
}

/** A readable, unique file name that is valid on every platform. */
export function folderName({
  workspaceDir,
  platform,
}: Pick<StatePlace, 'workspaceDir' | 'platform'>): string {
  const path = platform === 'win32' ? win32 : posix;
  const readable = path
    .basename(workspaceDir)
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40);
  // Windows paths are case-insensitive.
  const named = platform === 'win32' ? workspaceDir.toLowerCase() : workspaceDir;
  const hash = createHash('sha256').update(named).digest('hex').slice(0, 12);
  return `${readable === '' ? 'workspace' : readable}-${hash}`;
}
