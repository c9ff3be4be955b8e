import { spawnSync } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import which from 'which';
import { installOnce } from './installOnce';
import { emptyProject, npmInstall } from './npmInstall';
import { step } from './progress';

/** A headless Chromium inside an npm package (Linux x64), for machines without a browser. */
const PACKAGED = '@sparticuz/chromium';
const PACKAGED_VERSION = '153.0.0';

const COMMANDS = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];

const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** A browser to start and what its environment needs for that. */
export interface Chromium {
  readonly executable: string;
  readonly env: Readonly<Record<string, string>>;
}

async function installed(): Promise<string | undefined> {
  for (const command of COMMANDS) {
    const found = await which(command, { nothrow: true });
    if (found !== null) return found;
  }
  return APPLICATIONS.find((file) => existsSync(file));
}

async function unpack(archive: string, into: string): Promise<void> {
  const tar = `${into}.tar`;
  await pipeline(createReadStream(archive), createBrotliDecompress(), createWriteStream(tar));
  await mkdir(into, { recursive: true });
  const done = spawnSync('tar', ['-xf', tar, '-C', into], { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`could not unpack ${archive}: ${done.stderr}`);
  await rm(tar);
}

/** Fonts for a machine that has none; those it has come first. */
function fontsConfig(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${folder}</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;
}

async function fillPackaged(folder: string): Promise<void> {
  await emptyProject(folder);
  await npmInstall(folder, [`${PACKAGED}@${PACKAGED_VERSION}`]);
  const bin = join(folder, 'node_modules', PACKAGED, 'bin');
  const executable = join(folder, 'chromium');
  const packed = createReadStream(join(bin, 'chromium.br'));
  await pipeline(packed, createBrotliDecompress(), createWriteStream(`${executable}.part`));
  await chmod(`${executable}.part`, 0o755);
  await rename(`${executable}.part`, executable);
  await unpack(join(bin, 'al2023.tar.br'), join(folder, 'libraries'));
  await unpack(join(bin, 'fonts.tar.br'), join(folder, 'fonts'));
  await rm(join(folder, 'node_modules'), { recursive: true });
}

async function packaged(): Promise<Chromium> {
  const folder = await installOnce({
    name: `chromium-${PACKAGED_VERSION}`,
    fill: (partial) => step('a Chromium for the tests', () => fillPackaged(partial)),
  });
  const fonts = join(folder, 'fonts.conf');
  if (!existsSync(fonts)) await writeFile(fonts, fontsConfig(join(folder, 'fonts')));
  const env = { LD_LIBRARY_PATH: join(folder, 'libraries/lib'), FONTCONFIG_FILE: fonts };
  return { executable: join(folder, 'chromium'), env };
}

/** Debian's own package; false when this is no Debian, or nobody who may install. */
function installFromDebian(): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  const apt = (...args: string[]): boolean =>
    spawnSync('apt-get', ['-q', '-y', ...args], { stdio: ['ignore', 2, 2] }).status === 0;
  return apt('update') && apt('install', '--no-install-recommends', 'chromium');
}

/**
 * A Chromium for the tests: `DEVS_CHROMIUM` if set, else an installed one, else (Linux x64) one from npm into
 * `.vscode-test/`, else Debian's when run as root. Throws with what to do when there is none.
 */
export async function findChromium(): Promise<Chromium> {
  const chosen = process.env['DEVS_CHROMIUM'] ?? (await installed());
  if (chosen !== undefined) return { executable: chosen, env: {} };
  if (process.platform === 'linux' && process.arch === 'x64') return packaged();
  if (installFromDebian()) return { executable: '/usr/bin/chromium', env: {} };
  throw new Error(
    'No Chrome or Chromium found. Install one, or name its executable in DEVS_CHROMIUM.',
  );
}
