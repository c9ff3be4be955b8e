import { existsSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { listFile } from './resultList';

/** Name of a folder that is being filled or removed. */
const HALF = '.half';
const SIZE = 'size.json';
const sizeSchema = z.object({ bytes: z.number() });

/** A result that is kept: `key` is the name of its folder. */
export interface KeptResult {
  readonly key: string;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly usedAt: number;
}

let halves = 0;

/** A name for a folder beside the results that is no result. */
export function halfFolder(parent: string, key: string): string {
  halves += 1;
  return join(parent, `${key}.${process.pid}-${halves}${HALF}`);
}

/** Where the size of a result is noted: counting its files would take long. */
export function sizeFile(folder: string): string {
  return join(folder, SIZE);
}

/** All results in the folder of a state folder, the last used one first. Never throws. */
export function listResults(parent: string): readonly KeptResult[] {
  return namesIn(parent)
    .flatMap((key) => readResult(parent, key) ?? [])
    .sort((a, b) => b.usedAt - a.usedAt);
}

function readResult(parent: string, key: string): KeptResult | undefined {
  if (key.endsWith(HALF)) return undefined;
  const folder = join(parent, key);
  try {
    const { mtimeMs: usedAt } = statSync(listFile(folder));
    return { key, bytes: readSize(folder), usedAt };
  } catch {
    return undefined;
  }
}

function readSize(folder: string): number {
  try {
    return sizeSchema.parse(JSON.parse(readFileSync(sizeFile(folder), 'utf8'))).bytes;
  } catch {
    return 0;
  }
}

/** Removes a result; one that is half removed is none. Throws errors of the disk. */
export async function removeResult(parent: string, key: string): Promise<void> {
  const half = halfFolder(parent, key);
  if (!existsSync(join(parent, key))) return;
  renameSync(join(parent, key), half);
  await rm(half, { recursive: true, force: true, maxRetries: 3 });
}

/** Removes what a crash left half filled or half removed. Throws errors of the disk. */
export async function removeHalves(parent: string): Promise<void> {
  for (const name of namesIn(parent))
    if (name.endsWith(HALF))
      await rm(join(parent, name), { recursive: true, force: true, maxRetries: 3 });
}

function namesIn(parent: string): readonly string[] {
  try {
    return readdirSync(parent);
  } catch {
    return [];
  }
}
