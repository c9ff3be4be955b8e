import { join } from 'node:path';
import { structuredLine } from '../../model/events/structuredEvent';
import type { EventLog } from '../../ports/eventLog';
import { MASK_NOTHING, type SecretMask } from '../../ports/secretMask';
import { diskError } from '../state/files/diskError';
import { renameWithRetry } from '../state/files/durableFile';
import { EVENTS_FILE, MAX_EVENTS_BYTES, OLD_EVENTS_FILE } from './eventFiles';
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs';

/**
 * `events.jsonl` in the state directory: JSON lines, private to the user. At 5 MB it becomes
 * `events.1.jsonl`, in place of the one before, and a new one begins. Lines that the disk refuses
 * are missing only in the log: the state has every event. Secrets are masked.
 */
export function createEventLog(
  stateDir: string,
  maxBytes = MAX_EVENTS_BYTES,
  mask: SecretMask = MASK_NOTHING,
): EventLog {
  const file = join(stateDir, EVENTS_FILE);
  const old = join(stateDir, OLD_EVENTS_FILE);
  const write = (line: string): void => {
    if (appendLine(file, line, maxBytes)) return;
    renameWithRetry(file, old);
    appendLine(file, line, Infinity);
  };
  return {
    append: (event) => {
      try {
        write(structuredLine(mask.value(event)));
        return undefined;
      } catch (error) {
        return `Events are not logged: ${diskError('write', file, error).message}`;
      }
    },
  };
}

// Not on Windows, which follows links; only a file can have the name there.
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants as Partial<typeof constants>;
/** A pipe without a reader would block forever. */
const FLAGS = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | O_NOFOLLOW | O_NONBLOCK;
const NEWLINE = 0x0a;

/**
 * Appends a line to a file that is private to the user, on its own line even after an incomplete
 * one. Returns false and writes nothing if the file would exceed `maxBytes`; an empty file accepts
 * any line. Throws errors of the file system.
 */
function appendLine(file: string, line: string, maxBytes: number): boolean {
  const fd = openSync(file, FLAGS, 0o600);
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile()) throw new Error('it is not a file');
    if (process.platform !== 'win32' && (stats.mode & 0o077) !== 0) fchmodSync(fd, 0o600);
    const isCut = stats.size > 0 && lastByte(fd, stats.size) !== NEWLINE;
    const bytes = Buffer.from(`${isCut ? '\n' : ''}${line}\n`);
    if (stats.size > 0 && stats.size + bytes.length > maxBytes) return false;
    for (let offset = 0; offset < bytes.length;) offset += writeSync(fd, bytes, offset);
    return true;
  } finally {
    closeSync(fd);
  }
}

function lastByte(fd: number, size: number): number | undefined {
  const byte = Buffer.alloc(1);
  return readSync(fd, byte, 0, 1, size - 1) === 1 ? byte[0] : undefined;
}
