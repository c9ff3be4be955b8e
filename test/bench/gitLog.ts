import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import which from 'which';

/** A `git` that notes each of its starts, with what it was asked, and then is git. */
export interface GitLog {
  /** Has the noting git first on PATH. */
  readonly environment: NodeJS.ProcessEnv;
  /** File to which a line is added for each start; others may add lines of their own. */
  readonly file: string;
  /** The lines so far, oldest first. */
  lines(): readonly string[];
}

/** Makes it in a folder of its own below `folder`. Not for Windows. */
export function createGitLog(folder: string): GitLog {
  const programs = join(folder, 'programs');
  const file = join(folder, 'git.log');
  mkdirSync(programs);
  writeFileSync(file, '');
  const git = join(programs, 'git');
  writeFileSync(git, `#!/bin/sh\necho "git $*" >> '${file}'\nexec '${which.sync('git')}' "$@"\n`);
  chmodSync(git, 0o755);
  const path = `${programs}${delimiter}${process.env['PATH'] ?? ''}`;
  return {
    environment: { ...process.env, PATH: path },
    file,
    lines: () => readFileSync(file, 'utf8').split('\n').filter(Boolean),
  };
}
