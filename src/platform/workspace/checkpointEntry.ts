import { UNREADABLE, type CheckpointEntry } from '../../model/workspace/checkpoint';
import type { HashedFile } from './fileHashes';

/** The checkpoint entry of a file; content up to `maxFileBytes` is stored. */
export function toCheckpointEntry(file: HashedFile, maxFileBytes: number): CheckpointEntry {
  const { hash, mode, size } = file;
  const [kind = '', id = ''] = hash.split(':', 2);
  if (hash === UNREADABLE || kind === 'special') return { version: hash, size: 0, stored: false };
  if (kind === 'link') return { version: hash, size, stored: true };
  const version = `file:${mode.toString(8)}:${id}`;
  return { version, size, stored: size <= maxFileBytes };
}

/** Id of the object with the content; undefined if it is not stored. */
export function storedContentId({ stored, version }: CheckpointEntry): string | undefined {
  return stored ? version.slice(version.lastIndexOf(':') + 1) : undefined;
}
