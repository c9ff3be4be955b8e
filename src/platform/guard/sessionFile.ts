import { createHash } from 'node:crypto';
import { closeSync, fstatSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isGuardedAgent, type GuardedAgent } from '../../model/guard/guardedAgent';
import type { SessionRecord } from '../../model/guard/sessionRecord';

/** A file that is larger takes no more records. */
export const MAX_SESSION_BYTES = 256 * 1024 * 1024;

const EXTENSION = '.jsonl';
/** Ids that can be part of a file name on every system. */
const PLAIN_ID = /^[A-Za-z0-9][\w-]{0,99}$/;

/** The file of a session. Ids that no file can be named after are hashed. */
export function sessionFile(folder: string, agent: GuardedAgent, id: string): string {
  const name = PLAIN_ID.test(id)
    ? id
    : `_${createHash('sha256').update(id).digest('hex').slice(0, 32)}`;
  return join(folder, `${agent}.${name}${EXTENSION}`);
}

/** Whose session a file records; undefined for other files. */
export function readSessionName(
  file: string,
): { readonly agent: GuardedAgent; readonly id: string } | undefined {
  const [agent = '', id = '', extension, ...more] = basename(file).split('.');
  const isName = `.${extension ?? ''}` === EXTENSION && more.length === 0 && id !== '';
  return isName && isGuardedAgent(agent) ? { agent, id } : undefined;
}

/**
 * Appends records. Several processes may do so at once: they are written by one call, and a line that was cut off before
 * (killed, full disk) does not damage them. Throws the error of the system where they cannot be written whole.
 */
export function appendRecords(file: string, records: readonly SessionRecord[]): void {
  const line = Buffer.from(records.map((record) => `\n${JSON.stringify(record)}\n`).join(''));
  const fd = openForAppend(file);
  try {
    if (fstatSync(fd).size > MAX_SESSION_BYTES) throw new Error(`${file} is full.`);
    const written = writeSync(fd, line);
    if (written < line.length)
      throw new Error(`${file}: ${written} of ${line.length} bytes written.`);
  } finally {
    closeSync(fd);
  }
}

function openForAppend(file: string): number {
  try {
    return openSync(file, 'a', 0o600);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 });
    return openSync(file, 'a', 0o600);
  }
}
