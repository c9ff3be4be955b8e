import { createHash } from 'node:crypto';
import { join } from 'node:path';

/** Where the guard keeps what it needs; one folder for each user. */
export interface GuardPaths {
  readonly root: string;
  /** A file for each session. */
  readonly sessions: string;
  /** Checkpoints of the folders in which agents work, a folder for each. */
  readonly checkpoints: string;
  /** What went wrong in a hook. */
  readonly log: string;
  /** The programs that agents call, and what they call themselves. */
  readonly bin: string;
  /** Address of the judge; '' where the path is too long for one: each hook then judges itself. */
  readonly socket: string;
  /** Written when a judge is started. */
  readonly starting: string;
  /** What was installed into which settings file. */
  readonly installed: string;
  /** There while a process changes settings. */
  readonly lock: string;
}

/** The paths in a guard folder; creates nothing. */
export function guardPaths(root: string): GuardPaths {
  return {
    root,
    sessions: join(root, 'sessions'),
    checkpoints: join(root, 'checkpoints'),
    log: join(root, 'guard.log'),
    bin: join(root, 'bin'),
    socket: toSocket(root),
    starting: join(root, 'judge.starting'),
    installed: join(root, 'installed.json'),
    lock: join(root, 'install.lock'),
  };
}

/** Bytes of the address of a socket, on macOS; a longer one is cut off silently. */
const MAX_SOCKET = 103;

/** Windows has named pipes instead of sockets in folders. */
function toSocket(root: string): string {
  const file = join(root, 'judge.sock');
  if (process.platform !== 'win32') return Buffer.byteLength(file) > MAX_SOCKET ? '' : file;
  return `\\\\.\\pipe\\devs-guard-${createHash('sha256').update(root).digest('hex').slice(0, 32)}`;
}
