import path from 'node:path';
import type { CliHost } from '../../terminal/cliHost';

export interface Places {
  readonly workspaceDir: string;
  /** Absolute path of the current folder; undefined when it is gone. */
  readonly cwd: string | undefined;
}

/** What a name on the command line can mean, relative to the workspace: as it is, from the current folder, from the workspace. */
export function namedPaths(name: string, { workspaceDir, cwd }: Places): readonly string[] {
  if (name === '') return [];
  const bases =
    cwd !== undefined && isWithin(cwd, workspaceDir) ? [cwd, workspaceDir] : [workspaceDir];
  return [name, ...bases.map((base) => relativeTo(workspaceDir, path.resolve(base, name)))];
}

/** Undefined when it is gone. */
export function currentFolder(host: CliHost): string | undefined {
  try {
    return host.cwd();
  } catch {
    return undefined;
  }
}

function relativeTo(workspaceDir: string, file: string): string {
  return path.relative(workspaceDir, file).split(path.sep).join('/');
}

function isWithin(folder: string, workspaceDir: string): boolean {
  const relative = path.relative(workspaceDir, folder);
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}
