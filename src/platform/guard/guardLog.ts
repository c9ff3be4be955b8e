import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** A log that is larger is renamed, and a new one begun. */
const MAX_LOG_BYTES = 1_000_000;
const MAX_MESSAGE = 2_000;

/** Writes a line into the guard's log. Never throws: where that fails as well, nobody is left to be told. */
export function writeGuardLog(file: string, message: string): void {
  const line = message.slice(0, MAX_MESSAGE).replace(/\s+/g, ' ').trim();
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_LOG_BYTES)
      renameSync(file, `${file}.old`);
    appendFileSync(file, `${new Date().toISOString()} ${line}\n`, { mode: 0o600 });
  } catch {
    // Nothing is lost but this line.
  }
}
