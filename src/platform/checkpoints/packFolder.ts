import { closeSync, fstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../state/files/diskError';
import type { EncodedObject } from './objectCoding';
import { decodeIndex, FOOTER_BYTES, findIndex, type PackEntry } from './packFormat';
import { PACK_SUFFIX, TEMPORARY_SUFFIX } from './packWriter';

/** A pack with its index; `entries` is undefined if the index is damaged. */
export interface Pack {
  readonly name: string;
  readonly bytes: number;
  readonly entries: readonly PackEntry[] | undefined;
}

/** Names of the packs in a folder; empty if there is no folder. Throws file system errors. */
export function listPackNames(folder: string): readonly string[] {
  return listNames(folder).filter((name) => name.endsWith(PACK_SUFFIX));
}

/**
 * Lists temporary files of killed writers. To be called by the single writer while it writes
 * nothing.
 */
export function listTemporaryFiles(folder: string): readonly string[] {
  return listNames(folder).filter((name) => name.endsWith(TEMPORARY_SUFFIX));
}

/** Bytes of all files in a folder. */
export function measureFolder(folder: string): number {
  let bytes = 0;
  for (const name of listNames(folder))
    bytes += statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
  return bytes;
}

/** Reads a pack's index; undefined if the pack is gone. Throws other file system errors. */
export function openPack(folder: string, name: string): Pack | undefined {
  return withFile(join(folder, name), (fd) => {
    const bytes = fstatSync(fd).size;
    const footer = readAt(fd, Math.max(bytes - FOOTER_BYTES, 0), FOOTER_BYTES);
    const place = findIndex(footer, bytes);
    const entries = place && decodeIndex(readAt(fd, place.offset, place.length), footer);
    return { name, bytes, entries };
  });
}

/** Stored bytes of an object; undefined if the pack is gone; shorter if the pack is truncated. */
export function readStored(
  folder: string,
  name: string,
  entry: PackEntry,
): EncodedObject | undefined {
  return withFile(join(folder, name), (fd) => ({
    bytes: readAt(fd, entry.offset, entry.length),
    coding: entry.coding,
  }));
}

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

function withFile<T>(path: string, work: (fd: number) => T): T | undefined {
  let fd: number;
  try {
    fd = openSync(path, 'r');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return work(fd);
  } finally {
    closeSync(fd);
  }
}

function readAt(fd: number, offset: number, length: number): Buffer {
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const read = readSync(fd, buffer, filled, length - filled, offset + filled);
    if (read === 0) break;
    filled += read;
  }
  return buffer.subarray(0, filled);
}
