import { join } from 'node:path';
import { structuredLine } from '../../model/events/structuredEvent';
import type { EventLog } from '../../ports/eventLog';
import { diskError } from '../state/files/diskError';
import { renameWithRetry } from '../state/files/durableFile';
import { appendLine } from './appendLine';
import { EVENTS_FILE, MAX_EVENTS_BYTES, OLD_EVENTS_FILE } from './eventFiles';

/**
 * `events.jsonl` in the state directory: JSON lines, private to the user. At 5 MB it becomes
 * `events.1.jsonl`, in place of the one before, and a new one begins. Lines that the disk refuses
 * are missing only in the log: the state has every event.
 */
export function createEventLog(stateDir: string, maxBytes = MAX_EVENTS_BYTES): EventLog {
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
        write(structuredLine(event));
        return undefined;
      } catch (error) {
        return `Events are not logged: ${diskError('write', file, error).message}`;
      }
    },
  };
}
