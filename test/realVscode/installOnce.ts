import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from './processes';
import { cacheDir } from './paths';

const STAMP = 'installed.json';
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

/**
 * The folder `.vscode-test/<name>`, filled on first use and complete whenever it exists: it is filled under another
 * name, stamped and then renamed, so an interrupted or concurrent installer never leaves half of it.
 */
export async function installOnce({ name, fill }: Installation): Promise<string> {
  const target = join(cacheDir, name);
  if (existsSync(join(target, STAMP))) return target;
  await mkdir(cacheDir, { recursive: true });
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
  return target;
}
