import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { diskError } from '../state/files/diskError';
import { nodeDurableFs, writeDurably, type DurableFs } from '../state/files/durableFile';

/** File operations of writing reports; replaced in tests to simulate failures. */
export interface ReportFs {
  readonly durable: DurableFs;
  makeFolder(path: string): void;
  remove(path: string): void;
}

export const nodeReportFs: ReportFs = {
  durable: nodeDurableFs,
  makeFolder: (path) => void mkdirSync(path, { recursive: true, mode: 0o700 }),
  remove: (path) => rmSync(path, { force: true }),
};

/**
 * Replaces a file atomically, readable by the user only; creates its folder if missing. Throws
 * `StateError`.
 */
export function writePrivately(file: string, content: string | Buffer, fs: ReportFs): void {
  try {
    fs.makeFolder(dirname(file));
    writeDurably(file, typeof content === 'string' ? Buffer.from(content) : content, fs.durable);
  } catch (error) {
    throw diskError('write', file, error);
  }
}
