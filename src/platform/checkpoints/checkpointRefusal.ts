import { homedir, userInfo } from 'node:os';
import { posix, win32 } from 'node:path';
import { realPath } from '../state/files/stateDirectory';

export interface WorkspacePlace {
  /** Real, absolute path of the workspace folder. */
  readonly workspaceDir: string;
  /** Real, absolute paths of the user's home folder, from all sources. */
  readonly homes: readonly string[];
  readonly platform: NodeJS.Platform;
}

const INSTEAD = 'Open the folder of one project instead.';

/** Why a folder must not be recorded, one sentence with the remedy; undefined if it may be. */
export function assessWorkspace({
  workspaceDir,
  homes,
  platform,
}: WorkspacePlace): string | undefined {
  const path = platform === 'win32' ? win32 : posix;
  if (path.parse(workspaceDir).root === workspaceDir)
    return `No checkpoints are made of ${workspaceDir}: it is the root of a file system, with far more in it than one project. ${INSTEAD}`;
  for (const home of homes) {
    // Case-insensitive on Windows, as the disk is.
    const way = path.relative(workspaceDir, home);
    if (way === '')
      return `No checkpoints are made of ${workspaceDir}: it is your home folder, with private files and those of other programs. ${INSTEAD}`;
    if (way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way))
      return `No checkpoints are made of ${workspaceDir}: your home folder ${home} lies in it. ${INSTEAD}`;
  }
  return undefined;
}

/** `assessWorkspace` for this machine and user. */
export function checkpointRefusal(
  workspaceDir: string,
  environment: NodeJS.ProcessEnv,
): string | undefined {
  const named = [environment['HOME'], environment['USERPROFILE'], homedir(), accountHome()];
  const homes = named.flatMap((home) =>
    home === undefined || home === '' ? [] : [realPath(home)],
  );
  return assessWorkspace({
    workspaceDir: realPath(workspaceDir),
    homes: [...new Set(homes)],
    platform: process.platform,
  });
}

function accountHome(): string | undefined {
  try {
    return userInfo().homedir;
  } catch {
    // The user has no account on this machine.
    return undefined;
  }
}
