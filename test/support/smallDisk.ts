import { execFileSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statfsSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const MOST = 64 * 1024;
const LEAST = 4096;

/** A small disk of its own that can be filled; root on Linux only. */
export class SmallDisk {
  /** Mounts it at `folder`, which is created; `options` as for tmpfs. Throws where that is not allowed. */
  constructor(
    readonly folder: string,
    options = 'size=16m',
  ) {
    mkdirSync(folder);
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'devs-test', folder], { stdio: 'ignore' });
  }

  /** Leaves not one byte. */
  fill(): void {
    const fd = openSync(path.join(this.folder, 'ballast'), 'a');
    try {
      for (let size = MOST; size >= LEAST;) {
        try {
          writeSync(fd, Buffer.alloc(size));
        } catch {
          size /= 2;
        }
      }
    } finally {
      closeSync(fd);
    }
  }

  /** Leaves room for no more file. */
  fillInodes(): void {
    const many = path.join(this.folder, 'many');
    mkdirSync(many, { recursive: true });
    for (let left = statfsSync(this.folder).ffree; left > 0; left -= 1) {
      writeFileSync(path.join(many, String(left)), '');
    }
  }

  /** There is space again. */
  empty(): void {
    for (const name of ['ballast', 'many'])
      rmSync(path.join(this.folder, name), { recursive: true, force: true });
  }

  unmount(): void {
    execFileSync('umount', ['-l', this.folder]);
  }
}

/** `describe` where a disk can be mounted; elsewhere injected failures stand for it. */
export const describeOnSmallDisk = mayMount() ? describe : (): void => undefined;

function mayMount(): boolean {
  if (process.platform !== 'linux') return false;
  const base = mkdtempSync(path.join(tmpdir(), 'devs-mount-'));
  try {
    new SmallDisk(path.join(base, 'probe'), 'size=1m').unmount();
    return true;
  } catch {
    return false;
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}
