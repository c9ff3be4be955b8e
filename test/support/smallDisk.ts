import { execFileSync } from 'node:child_process';
import {
  closeSync,
  cpSync,
  existsSync,
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

const BLOCK = Buffer.alloc(64 * 1024);
const LEAST = 4096;

/** A small disk of its own that can be filled; on Linux, for who may mount. */
export class SmallDisk {
  private readonly bound: string[] = [];

  /** Mounts it at `folder`, which is created; `options` as for tmpfs. Throws where that is not allowed. */
  constructor(
    readonly folder: string,
    options = 'size=16m',
  ) {
    mkdirSync(folder, { recursive: true });
    mount(['-t', 'tmpfs', '-o', options, 'devs-test', folder]);
  }

  /** Makes another folder lie on the disk, with all that is in it. */
  hold(folder: string): void {
    const inside = path.join(this.folder, path.basename(folder));
    mkdirSync(inside);
    if (existsSync(folder)) cpSync(folder, inside, { recursive: true });
    mkdirSync(folder, { recursive: true });
    mount(['--bind', inside, folder]);
    this.bound.push(folder);
  }

  /** Leaves so many bytes: none, unless told. */
  fill(left = 0): void {
    const fd = openSync(path.join(this.folder, 'ballast'), 'a');
    try {
      for (let free = this.free(); free > left; free = this.free()) {
        writeSync(fd, BLOCK, 0, Math.min(BLOCK.length, Math.max(LEAST, free - left)));
      }
    } catch {
      // It is full to the last byte.
    } finally {
      closeSync(fd);
    }
  }

  /** Leaves room for so many more files: none, unless told. */
  fillInodes(left = 0): void {
    const many = path.join(this.folder, 'many');
    mkdirSync(many, { recursive: true });
    for (let free = statfsSync(this.folder).ffree; free > left; free -= 1) {
      writeFileSync(path.join(many, String(free)), '');
    }
  }

  /** There is space again. */
  empty(): void {
    for (const name of ['ballast', 'many'])
      rmSync(path.join(this.folder, name), { recursive: true, force: true });
  }

  /** Read-only (`ro`) or not (`rw`) from now on. */
  remount(as: 'ro' | 'rw'): void {
    mount(['-o', `remount,${as}`, this.folder]);
  }

  unmount(): void {
    for (const folder of [...this.bound.reverse(), this.folder])
      execFileSync('umount', ['-l', folder]);
  }

  private free(): number {
    const { bavail, bsize } = statfsSync(this.folder);
    return bavail * bsize;
  }
}

function mount(args: readonly string[]): void {
  execFileSync('mount', args, { stdio: ['ignore', 'ignore', 'pipe'] });
}

/** A suite where a disk can be mounted; elsewhere injected failures stand for it. */
export function describeOnSmallDisk(title: string, define: (this: Mocha.Suite) => void): void {
  if (mayMount()) describe(title, define);
}

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
