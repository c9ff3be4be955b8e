import { execFile } from 'node:child_process';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import which from 'which';
import { installOnce } from '../realVscode/installOnce';
import { emptyProject, npmInstall } from '../realVscode/npmInstall';
import { isFullScale } from '../support/scale';

const run = promisify(execFile);

/** The newest release that runs on the oldest Node of this project. */
const VITEST = '3.2.4';
const PYTEST = ['python3-pytest', 'python3-pluggy', 'python3-iniconfig', 'python3-packaging'];
const PYTEST_NEEDS = [...PYTEST, 'python3-attr', 'python3-exceptiongroup', 'python3-tomli'];
const GO = ['golang-1.19-go', 'golang-1.19-src'];

/** Folder whose `node_modules` holds Vitest. */
export async function installVitest(): Promise<string> {
  return await installOnce({
    name: `vitest-${VITEST}`,
    fill: async (folder) => {
      await emptyProject(folder);
      await npmInstall(folder, [`vitest@${VITEST}`]);
    },
  });
}

/** Environment with which `python3 -m pytest` runs: the machine's pytest, or the one of Debian. */
export async function installPytest(): Promise<NodeJS.ProcessEnv> {
  if ((await which('python3', { nothrow: true })) === null)
    throw new Error('The tests with pytest need Python 3 on PATH. Install it from python.org.');
  if (await succeeds('python3', ['-m', 'pytest', '--version'])) return {};
  const folder = await installOnce({
    name: 'debian-pytest',
    fill: (into) => unpackDebian(into, PYTEST_NEEDS, 'pytest: python3 -m pip install pytest'),
  });
  return { PYTHONPATH: join(folder, 'usr/lib/python3/dist-packages') };
}

/** Environment with which `go test` runs: the machine's Go, or the one of Debian. */
export async function installGo(): Promise<NodeJS.ProcessEnv> {
  if ((await which('go', { nothrow: true })) !== null) return {};
  const folder = await installOnce({
    name: 'debian-go-1.19',
    fill: (into) => unpackDebian(into, GO, 'Go from go.dev'),
  });
  const bin = join(folder, 'usr/lib/go-1.19/bin');
  return { PATH: [bin, process.env['PATH'] ?? ''].join(delimiter) };
}

async function succeeds(program: string, args: readonly string[]): Promise<boolean> {
  return await run(program, [...args]).then(
    () => true,
    () => false,
  );
}

/** Unpacks packages of Debian without installing them. `instead`: what a machine without apt-get needs. */
async function unpackDebian(
  folder: string,
  packages: readonly string[],
  instead: string,
): Promise<void> {
  const archives = join(folder, 'archives');
  await mkdir(archives);
  const download = () => run('apt-get', ['-q', 'download', ...packages], { cwd: archives });
  try {
    await download().catch(async () => {
      // The lists of a new machine are missing or old.
      await run('apt-get', ['-q', 'update']);
      await download();
    });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`These tests need ${instead}. Debian's packages could not be used: ${why}`, {
      cause: error,
    });
  }
  for (const file of await readdir(archives))
    await run('dpkg-deb', ['-x', join(archives, file), folder]);
  await rm(archives, { recursive: true });
}

/** Installs the test runners of this scale that are not there yet. */
async function installRunners(): Promise<void> {
  await Promise.all([installVitest(), installPytest(), ...(isFullScale ? [installGo()] : [])]);
}

if (require.main === module) {
  installRunners().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
