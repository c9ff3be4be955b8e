import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { SmallDisk } from '../support/smallDisk';

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

/** A small disk that folders of a sandbox lie on. */
export class FullDisk extends SmallDisk {
  /** Mounts it; `root` is an empty folder. Throws where that is not allowed. */
  constructor(
    root: string,
    readonly holds: OnDisk,
  ) {
    super(path.join(root, 'disk'), 'size=48m,nr_inodes=6000');
    for (const folder of holds) this.hold(path.join(root, folder));
  }
}
