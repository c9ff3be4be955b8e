import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from './processes';
import { cacheDir } from './paths';
import { pollUntil } from './waiting';

const STAMP = 'installed.json';
/** How long another process may take, whatever the network. */
const WITHIN_MS = 900_000;
const PARTIAL = /^partial-(\d+)-/;

/** What is installed into one folder of the cache; `name` carries the version, so that a new one gets a new folder. */
export interface Installation {
  readonly name: string;
  /** Fills the empty folder; may throw, nothing is kept then. */
  readonly fill: (folder: string) => Promise<void>;
}

/** Removes what interrupted installers left; those still at work keep theirs. */
async function removeAbandoned(): Promise<void> {
  for (const entry of await readdir(cacheDir)) {
    const owner = PARTIAL.exec(entry)?.[1];
    if (owner === undefined || isAlive(Number(owner))) continue;
    await rm(join(cacheDir, entry), { recursive: true, force: true });
  }
}

/** Moves the finished folder to its place; when another installer was faster, its folder is kept and ours dropped. */
async function putInPlace(partial: string, target: string): Promise<void> {
  try {
    await rename(partial, target);
  } catch (error) {
    if (!existsSync(join(target, STAMP))) throw error;
  }
}

/** The process that installs `name` now, according to its lock; undefined when there is none. */
async function installerOf(lock: string): Promise<number | undefined> {
  const pid = Number(await readFile(lock, 'utf8').catch(() => ''));
  return pid > 0 && isAlive(pid) ? pid : undefined;
}

/** Whether this process now holds the lock; false when another process that is alive does. */
async function take(lock: string): Promise<boolean> {
  const mine = `${lock}-${randomUUID()}`;
  await writeFile(mine, String(process.pid));
  try {
    // A link appears with its content, so that nobody reads a lock without an owner.
    await link(mine, lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    // Two that find the same dead owner may both go on: both install, and the first folder in place is kept.
    if ((await installerOf(lock)) === undefined) await rm(lock, { force: true });
    return false;
  } finally {
    await rm(mine, { force: true });
  }
}

async function install({ name, fill }: Installation, target: string): Promise<void> {
  await removeAbandoned();
  const partial = join(cacheDir, `partial-${process.pid}-${name}`);
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial);
  try {
    await fill(partial);
    await writeFile(join(partial, STAMP), `${JSON.stringify({ name, at: new Date() })}\n`);
    await putInPlace(partial, target);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

/**
 * The folder `.vscode-test/<name>`, filled on first use and complete whenever it exists: it is filled under another
 * name, stamped and then renamed, so an interrupted or concurrent installer never leaves half of it. A process waits
 * while another installs the same.
 */
export async function installOnce(installation: Installation): Promise<string> {
  const target = join(cacheDir, installation.name);
  const lock = join(cacheDir, `lock-${installation.name}`);
  const isInstalled = (): boolean => existsSync(join(target, STAMP));
  if (isInstalled()) return target;
  await mkdir(cacheDir, { recursive: true });
  const mayGoOn = async (): Promise<'installed' | 'locked' | undefined> => {
    if (isInstalled()) return 'installed';
    return (await take(lock)) ? 'locked' : undefined;
  };
  const what = `the installation of ${installation.name} by another process`;
  if ((await pollUntil(mayGoOn, { what, withinMs: WITHIN_MS })) === 'installed') return target;
  try {
    if (!isInstalled()) await install(installation, target);
  } finally {
    await rm(lock, { force: true });
  }
  return target;
}
