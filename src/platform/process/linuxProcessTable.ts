import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import type { ProcessEntry, ProcessTable } from './processEntry';
import { carriesMarker } from './turnMarker';

type ProcessStat = Omit<ProcessEntry, 'marked'>;

/** The process table of Linux, read from `/proc`. */
export const linuxProcessTable: ProcessTable = {
  list(marker, since = '0') {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    let isComplete = true;
    const entries = pids.flatMap((pid) => {
      const read = readStat(pid);
      const isOlder = read !== undefined && Number(read.stat.start) < Number(since);
      if (!read?.isAlive) {
        isComplete &&= isOlder;
        return [];
      }
      if (isOlder) return [{ ...read.stat, marked: false }];
      const environ = readEnvironment(pid);
      // Unreadable for processes of other users; empty during exec for our own.
      if (environ?.length === 0) isComplete = false;
      return [{ ...read.stat, marked: environ !== undefined && carriesMarker(environ, marker) }];
    });
    return { entries, isComplete };
  },
  startOf(pid) {
    const read = readStat(String(pid));
    return read?.isAlive === true ? read.stat.start : undefined;
  },
};

/** Fields of `/proc/<pid>/stat`; the process may be a zombie. */
export interface StatLine {
  readonly stat: ProcessStat;
  readonly isAlive: boolean;
}

/** Reads the text of `/proc/<pid>/stat`; undefined for another text. */
export function parseStat(text: string): StatLine | undefined {
  // The name is in parentheses and may itself contain spaces and parentheses.
  const nameEnd = text.lastIndexOf(')');
  const pid = Number.parseInt(text, 10);
  const [state, parent, group, session, ...rest] = text.slice(nameEnd + 2).split(' ');
  const start = rest[15];
  if (nameEnd < 0 || Number.isNaN(pid) || start === undefined) return undefined;
  const numbers = { parent: Number(parent), group: Number(group), session: Number(session) };
  return { stat: { pid, ...numbers, start }, isAlive: state !== 'Z' && state !== 'X' };
}

/** Longer than any line of `/proc/<pid>/stat`: some fifty numbers and a name of at most 64 bytes. */
const line = Buffer.alloc(4096);

/** Undefined when the process is gone. */
function readStat(pid: string): StatLine | undefined {
  try {
    // Every process is read whenever a program ends: `readFileSync` takes twice as long.
    const fd = openSync(`/proc/${pid}/stat`, 'r');
    try {
      return parseStat(line.toString('utf8', 0, readSync(fd, line)));
    } finally {
      closeSync(fd);
    }
  } catch {
    return undefined;
  }
}

/** Undefined when the process is gone or belongs to someone else. */
function readEnvironment(pid: string): Buffer | undefined {
  try {
    return readFileSync(`/proc/${pid}/environ`);
  } catch {
    return undefined;
  }
}
