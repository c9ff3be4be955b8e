import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { repoRoot } from './paths';

/** An extension's folder and the package to make of it. */
export interface Packaging {
  readonly folder: string;
  readonly vsix: string;
}

/** Keeps what `work` prints, and prints it only when `work` fails. */
async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const { log, warn } = console;
  const kept: string[] = [];
  console.log = console.warn = (...parts: unknown[]) => void kept.push(parts.join(' '));
  try {
    return await work();
  } catch (error) {
    process.stderr.write(`${kept.join('\n')}\n`);
    throw error;
  } finally {
    Object.assign(console, { log, warn });
  }
}

/** As in the script `package` of package.json. */
const PAGE = { readmePath: 'dist/README.md' };

/** Packages an extension whose code is bundled, and returns the package's path. */
export async function packageExtension({ folder, vsix }: Packaging): Promise<string> {
  const options = {
    cwd: folder,
    packagePath: vsix,
    dependencies: false,
    allowMissingRepository: true,
    skipLicense: true,
    rewriteRelativeLinks: false,
    ...(existsSync(join(folder, PAGE.readmePath)) ? PAGE : {}),
  };
  await quietly(() => createVSIX(options));
  return vsix;
}

/**
 * Copies what a package can hold out of the checkout: `vsce` looks at every file of a folder first, and the checkout has
 * those of a whole VS Code.
 */
function copyShipped(target: string): void {
  const { files } = JSON.parse(readFileSync(join(repoRoot, 'package.json'), 'utf8')) as {
    readonly files: readonly string[];
  };
  const tops = files.map((pattern) => pattern.split('/')[0] ?? pattern);
  for (const name of new Set([...tops, 'package.json', 'README.md']))
    cpSync(join(repoRoot, name), join(target, name), { recursive: true });
}

/** A package to install, and what removes it afterwards if it is temporary. */
export interface Packaged {
  readonly vsix: string;
  readonly remove: () => void;
}

/** Devs itself: the package `DEVS_VSIX` names if set, else one made of the compiled checkout in a temporary folder. */
export async function packageDevs(): Promise<Packaged> {
  const made = process.env['DEVS_VSIX'];
  if (made !== undefined) return { vsix: resolve(made), remove: () => undefined };
  const folder = mkdtempSync(join(tmpdir(), 'devs-vsix-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    const copy = join(folder, 'devs');
    copyShipped(copy);
    const vsix = await packageExtension({ folder: copy, vsix: join(folder, 'devs.vsix') });
    return { vsix, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

let shared: Promise<string> | undefined;

/** Path of the package that `packageDevs` makes: made once, whoever asks, and removed when this process exits. */
export function sharedDevsPackage(): Promise<string> {
  shared ??= packageDevs().then(({ vsix, remove }) => {
    process.once('exit', remove);
    return vsix;
  });
  return shared;
}
