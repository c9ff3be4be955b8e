import { randomBytes } from 'node:crypto';
import { closeSync, openSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import {
  createCheckpoints,
  type CheckpointsOptions,
} from '../../../../src/platform/checkpoints/createCheckpoints';

/** What a process found that records large files, has them edited, and restores them. */
export interface LargeFiles {
  readonly notes: readonly string[];
  /** Bytes that the first checkpoint of them added on disk. */
  readonly added: number;
  readonly left: readonly string[];
  /** Files with their first content in the end. */
  readonly restored: number;
  /** Files that a redo brought back to what the edit made of them. */
  readonly redone: number;
  /** Most memory, in bytes, beyond what the process had needed for small files. */
  readonly memory: number;
}

const options = JSON.parse(process.argv[2] ?? '') as CheckpointsOptions;
const [count, bytes] = [Number(process.argv[3]), Number(process.argv[4])];
const names = Array.from({ length: count }, (_, index) => `large-${index}.bin`);

const peak = (): number => process.resourceUsage().maxRSS * 1024;

/** A block at a time, so that this takes no memory. */
function write(name: string, block: Buffer, from: number, to: number): void {
  const fd = openSync(join(options.workspaceDir, name), from === 0 ? 'w' : 'r+');
  for (let at = from; at < to; at += block.length)
    writeSync(fd, block, 0, Math.min(block.length, to - at), at);
  closeSync(fd);
}

async function main(): Promise<LargeFiles> {
  const checkpoints = createCheckpoints(options);
  writeFileSync(join(options.workspaceDir, 'small'), 'one');
  const small = await checkpoints.record();
  writeFileSync(join(options.workspaceDir, 'small'), 'two');
  const before = (await checkpoints.record()).id;
  await checkpoints.restore({ id: 's', from: before, to: small.id, paths: ['small'] });
  const usual = peak();
  // Half of them can be compressed.
  for (const [index, name] of names.entries())
    write(name, index % 2 === 0 ? randomBytes(1 << 20) : Buffer.alloc(1 << 20, name), 0, bytes);
  const first = await checkpoints.record();
  for (const name of names) write(name, Buffer.from('edited'), bytes >> 1, (bytes >> 1) + 6);
  const second = await checkpoints.record();
  const go = async (id: string, from: string, to: string) =>
    (await checkpoints.restore({ id, from, to, paths: names })).left.map(({ why }) => why);
  const left = await go('r', second.id, first.id);
  const files = async (id: string) => (await checkpoints.read(id)).files;
  const now = await checkpoints.readWorkspace();
  const same = async (id: string, seen = now): Promise<number> => {
    const then = await files(id);
    return names.filter((name) => seen.files.get(name)?.version === then.get(name)?.version).length;
  };
  const restored = await same(first.id);
  await go('q', first.id, second.id);
  const redone = await same(second.id, await checkpoints.readWorkspace());
  const memory = peak() - usual;
  if (names.some((name) => statSync(join(options.workspaceDir, name)).size !== bytes))
    throw new Error('a file has another size');
  return { notes: first.notes, added: first.addedBytes, left, restored, redone, memory };
}

void main().then((found) => process.send?.(found, () => process.exit()));
