import {
  SegmentCache,
  type SegmentFiles,
} from '../../../../../src/platform/state/database/segmentCache';

/** A folder of segments that a test can look into and damage. */
export interface SegmentsInMemory {
  readonly files: Map<string, Uint8Array>;
  /** Thrown by the next writes, while set. */
  failing: Error | undefined;
  /** A cache over it that knows nothing yet. */
  open(): SegmentCache;
}

export function segmentsInMemory(): SegmentsInMemory {
  const files = new Map<string, Uint8Array>();
  const folder: SegmentsInMemory = {
    files,
    failing: undefined,
    open: () => new SegmentCache(access),
  };
  const access: SegmentFiles = {
    read: (name) => files.get(name),
    list: () => [...files.keys()],
    write: (name, bytes) => {
      if (folder.failing !== undefined) throw folder.failing;
      files.set(name, bytes);
    },
    remove: (name) => void files.delete(name),
    path: (name) => `history/${name}`,
  };
  return folder;
}
