import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';

/** The lines of a text file, plain or compressed by gzip, without the blank ones. */
export async function recordedLines(file: string): Promise<readonly string[]> {
  const bytes = await readFile(file);
  const plain = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
  return plain
    .toString('utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
}
