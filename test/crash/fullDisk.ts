import { execFileSync, spawnSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  openSync,
  rmSync,
  statfsSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';

const SIZE = '48m';
const INODES = '6000';
const BLOCK = Buffer.alloc(64 * 1024);

/** How to be allowed to mount: arguments of `unshare`, or why it is not possible. */
export function findNamespace():
  | { readonly ok: true; readonly args: readonly string[] }
  | { readonly ok: false; readonly why: string } {
  let why = 'it needs Linux';
  if (process.platform === 'linux') {
    for (const args of [['-m'], ['-rm']]) {
      const tried = spawnSync('unshare', [...args, 'mount', '-t', 'tmpfs', 'none', '/mnt']);
      if (tried.status === 0) return { ok: true, args };
      why = tried.error?.message ?? tried.stderr.toString().trim();
    }
  }
  return { ok: false, why };
}

/** Which of the two folders lie on the small disk. */
export type OnDisk = readonly ('project' | 'state')[];

/** A small disk that folders of a sandbox lie on, and which can be filled. */
export class FullDisk {
  private readonly disk: string;
  private readonly mounts: string[] = [];

  /** Mounts it; `root` is an empty folder. Throws where that is not allowed. */
  constructor(
    root: string,
    readonly holds: OnDisk,
  ) {
    this.disk = path.join(root, 'disk');
    mkdirSync(this.disk);
    this.mount(['-t', 'tmpfs', '-o', `size=${SIZE},nr_inodes=${INODES}`, 'none'], this.disk);
    for (const folder of holds) {
      const [inside, outside] = [path.join(this.disk, folder), path.join(root, folder)];
      mkdirSync(inside);
      mkdirSync(outside);
      this.mount(['--bind', inside], outside);
    }
  }

  /** Leaves so many bytes. */
  fillBytes(left: number): void {
    const fd = openSync(path.join(this.disk, 'ballast'), 'w');
    try {
      for (let free = this.free(); free > left; free = this.free()) {
        writeSync(fd, BLOCK, 0, Math.min(BLOCK.length, Math.max(4096, free - left)));
      }
    } catch {
      // It was full before.
    } finally {
      closeSync(fd);
    }
  }

  /** Leaves room for so many more files. */
  fillInodes(left: number): void {
    const folder = path.join(this.disk, 'many');
    mkdirSync(folder);
    for (let i = statfsSync(this.disk).ffree; i > left; i -= 1) {
      writeFileSync(path.join(folder, String(i)), '');
    }
  }

  /** There is space again. */
  empty(): void {
    for (const name of ['ballast', 'many']) {
      rmSync(path.join(this.disk, name), { recursive: true, force: true });
    }
  }

  unmount(): void {
    for (const folder of this.mounts.reverse()) spawnSync('umount', ['-l', folder]);
  }

  private free(): number {
    const { bavail, bsize } = statfsSync(this.disk);
    return bavail * bsize;
  }

  private mount(args: readonly string[], folder: string): void {
    execFileSync('mount', [...args, folder], { stdio: ['ignore', 'ignore', 'pipe'] });
    this.mounts.push(folder);
  }
}
