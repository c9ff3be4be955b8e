import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import spawn from 'cross-spawn';

/** Set on the command line so that neither a user's nor a project's npm settings change what is installed. */
const FLAGS = [
  '--ignore-scripts',
  '--omit=dev',
  '--include=optional',
  '--global=false',
  '--location=project',
  '--workspaces=false',
  '--install-strategy=hoisted',
  '--install-links=false',
  '--legacy-peer-deps=false',
  '--strict-peer-deps=false',
  '--engine-strict=false',
  '--package-lock=true',
  '--package-lock-only=false',
  '--dry-run=false',
  '--audit=false',
  '--fund=false',
  '--update-notifier=false',
  '--loglevel=error',
];

/** Registry, proxy and cache settings stay; what an enclosing `npm run` adds about its own package goes. */
function environment(): NodeJS.ProcessEnv {
  const foreign = /^(npm_package_|npm_lifecycle_|npm_config_local_prefix$|npm_config_prefix$)/i;
  const entries = Object.entries(process.env).filter(
    ([name]) => !foreign.test(name) && name !== 'INIT_CWD' && name !== 'NODE_OPTIONS',
  );
  return Object.fromEntries(entries);
}

/** The npm that runs us, if one does; else the one on PATH. */
function npmCommand(): readonly [string, readonly string[]] {
  const running = process.env['npm_execpath'];
  return running?.endsWith('npm-cli.js') === true ? [process.execPath, [running]] : ['npm', []];
}

/**
 * Creates a folder that npm takes for a project of its own, so that it does not climb up into the checkout. `overrides`:
 * versions of packages, by name, whatever version another package asks for.
 */
export async function emptyProject(
  folder: string,
  overrides: Readonly<Record<string, string>> = {},
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const manifest = { private: true, overrides };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest)}\n`);
}

/**
 * Runs `npm install` for `packages` (none: what the folder's own package.json asks for) in `folder`, without running
 * any install script. `folder` must hold a package.json. Throws with the end of npm's output when npm fails.
 */
export async function npmInstall(folder: string, packages: readonly string[] = []): Promise<void> {
  const [command, before] = npmCommand();
  const child = spawn(command, [...before, 'install', ...FLAGS, ...packages], {
    cwd: folder,
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const collect = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-4000);
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  const code = await new Promise<number | null>((done, failed) => {
    child.once('error', failed);
    child.once('close', done);
  });
  if (code === 0) return;
  const what = packages.length > 0 ? packages.join(' ') : 'the dependencies';
  throw new Error(`npm could not install ${what} (exit code ${code ?? 'none'}):\n${output.trim()}`);
}
