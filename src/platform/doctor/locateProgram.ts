import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, resolve } from 'node:path';
import type { ProgramPlace } from '../../ports/programs';
import { thisPlatform } from '../process/commandPlatform';

export interface ProgramLookup {
  /** Absolute path of the folder in which the program would be started. */
  readonly cwd: string;
  /** The whole environment that it would have. */
  readonly env: Readonly<Record<string, string>>;
}

/** Default of the system without a PATH. */
const USUAL_PATH = '/usr/bin:/bin';

/** The file that the system would start for a program's name: by PATH, or from `cwd` where the name is a path. */
export async function locateProgram(
  program: string,
  { cwd, env }: ProgramLookup,
): Promise<ProgramPlace> {
  if (program.trim() === '' || program.includes('\0')) return { kind: 'missing' };
  const platform = thisPlatform(env, cwd);
  if (platform.kind === 'windows') {
    const file = platform.findProgram(program);
    return file === undefined ? { kind: 'missing' } : { kind: 'found', file };
  }
  const path = env['PATH'] ?? USUAL_PATH;
  // An empty entry of PATH is the current folder, as `resolve` reads it too.
  const folders = program.includes('/') ? [''] : path.split(delimiter);
  const places = await Promise.all(folders.map((folder) => look(resolve(cwd, folder, program))));
  return (
    places.find(({ kind }) => kind === 'found') ??
    places.find(({ kind }) => kind === 'notExecutable') ?? { kind: 'missing' }
  );
}

async function look(file: string): Promise<ProgramPlace> {
  try {
    if (!(await stat(file)).isFile()) return { kind: 'missing' };
  } catch {
    // Missing, or in an unreadable folder: the system also tries the next one.
    return { kind: 'missing' };
  }
  return await access(file, constants.X_OK).then(
    () => ({ kind: 'found', file }),
    () => ({ kind: 'notExecutable', file }),
  );
}
