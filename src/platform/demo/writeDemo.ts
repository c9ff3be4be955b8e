import { cp, mkdir, readdir } from 'node:fs/promises';
import { findProgram } from '../workspace/findProgram';
import { runGit } from '../workspace/runGit';

/** Where the demo project comes from and goes to. */
export interface DemoPlace {
  /** Absolute path of the folder to copy. */
  readonly source: string;
  /** Absolute path of a folder that is empty or does not exist. */
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
}

/** Settings for its commit: nobody has to be known to git, no signature is asked for, and no text is converted. */
const SETTINGS = [
  'user.name=Devs demo',
  'user.email=demo@localhost',
  'commit.gpgsign=false',
  'core.autocrlf=false',
].flatMap((setting) => ['-c', setting]);

const STEPS = [
  ['init', '--quiet', '--template=', '--initial-branch=main'],
  ['add', '--all'],
  ['commit', '--quiet', '--no-verify', '--message', 'The demo as it begins'],
] as const;

/**
 * Copies the demo project and makes it a git repository with one commit. Resolves with whether git did its part;
 * rejects, without writing, where the folder is not empty, and with the file system's error.
 */
export async function writeDemo({ source, folder, environment }: DemoPlace): Promise<boolean> {
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty`);
  await cp(source, folder, { recursive: true });
  const git = findProgram('git', { environment });
  if (git === undefined) return false;
  const options = { git, directory: folder, environment: withoutGit(environment) };
  for (const step of STEPS) {
    const done = await runGit(options, [...SETTINGS, ...step]);
    if (done === undefined) return false;
  }
  return true;
}

/** Without what git would read of it: another repository, another author. */
function withoutGit(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(environment).filter(([name]) => !/^GIT_/i.test(name));
  return Object.fromEntries(kept);
}
