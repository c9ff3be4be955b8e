import { lstatSync } from 'node:fs';
import { gitIgnored } from './gitFiles';
import type { UnknownPath } from './listFiles';
import { listedFile, systemPath, type ListedFile } from './listedFile';

interface GitWorkspace {
  /** Absolute. */
  readonly workspaceDir: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Path of git; undefined: nothing is tracked. */
  readonly git: string | undefined;
}

/**
 * Finds ignored files in folders that replaced a tracked file, which git omits from its list of
 * ignored files. `missing`: listed files that are not files.
 */
export async function findIgnoredUnderTracked(
  where: GitWorkspace,
  missing: Iterable<ListedFile>,
): Promise<readonly UnknownPath[]> {
  const found: UnknownPath[] = [];
  for (const file of missing) {
    if (file.tracked && isFolder(where.workspaceDir, file))
      found.push(...(await listIgnored(where, file)));
  }
  return found;
}

async function listIgnored(
  { workspaceDir, environment, git }: GitWorkspace,
  { path, raw }: ListedFile,
): Promise<readonly UnknownPath[]> {
  const directory = `${workspaceDir}/${path}`;
  const names =
    git === undefined || raw !== undefined
      ? undefined
      : await gitIgnored({ git, directory, environment }, { eachFile: true });
  // If git does not answer, the whole folder is unknown.
  if (names === undefined) return [{ path: `${path}/`, raw: raw && Buffer.concat([raw, SLASH]) }];
  return names.map((name) => listedFile(Buffer.concat([Buffer.from(`${path}/`), name]), UNTRACKED));
}

const SLASH = Buffer.from('/');
const UNTRACKED = { tracked: false };

function isFolder(workspaceDir: string, file: ListedFile): boolean {
  try {
    const stats = lstatSync(systemPath(workspaceDir, file), { throwIfNoEntry: false });
    return stats?.isDirectory() === true;
  } catch {
    return false;
  }
}
