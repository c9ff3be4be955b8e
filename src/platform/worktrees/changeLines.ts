import { records } from '../workspace/gitFiles';
import { listedFile } from '../workspace/listedFile';
import type { GitFolder } from './gitFolder';

/** Lines that differ in a file. */
export interface ChangedLines {
  readonly added: number;
  readonly deleted: number;
}

/** Counts the lines that differ between two commits, by path from the root; undefined for a binary file. */
export async function countLines(
  git: GitFolder,
  before: string,
  after: string,
): Promise<ReadonlyMap<string, ChangedLines | undefined>> {
  const output = await git.bytes([
    ...['diff-tree', '-r', '-z', '--no-renames', '--numstat'],
    ...[before, after, '--'],
  ]);
  return new Map([...records(output)].map(toEntry));
}

/** "12\t3\tsrc/a.ts", and "-\t-\timage.png". */
function toEntry(record: Buffer): readonly [string, ChangedLines | undefined] {
  const second = record.indexOf('\t', record.indexOf('\t') + 1);
  const [added = '', deleted = ''] = record.subarray(0, second).toString().split('\t');
  const { path } = listedFile(record.subarray(second + 1), { tracked: true });
  const isText = added !== '-';
  return [path, isText ? { added: Number(added), deleted: Number(deleted) } : undefined];
}
