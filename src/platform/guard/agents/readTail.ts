import { closeSync, openSync, readSync, statSync } from 'node:fs';

/**
 * The last bytes of a file as text, `max` at most; '' for what is no file. Its first line may be cut. Throws the error of
 * the system.
 */
export function readTail(file: string, max: number): string {
  const stats = statSync(file);
  // Opening a pipe would wait for whoever writes it.
  if (!stats.isFile()) return '';
  const { size } = stats;
  const length = Math.min(size, max);
  const bytes = Buffer.alloc(length);
  const opened = openSync(file, 'r');
  try {
    const read = readSync(opened, bytes, 0, length, size - length);
    return bytes.toString('utf8', 0, read);
  } finally {
    closeSync(opened);
  }
}
