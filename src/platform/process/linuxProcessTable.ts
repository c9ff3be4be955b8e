import { readdirSync, readFileSync } from 'node:fs';
import type { ProcessEntry, ProcessTable } from './processEntry';
import { carriesMarker } from './turnMarker';

type ProcessStat = Omit<ProcessEntry, 'marked'>;

/** The process table of Linux, read from `/proc`. */
export const linuxProcessTable: ProcessTable = {
  list(marker) {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => {
        const stat = readStat(pid);
        return stat === undefined ? [] : [{ ...stat, marked: isMarked(pid, marker) }];
      });
  },
  startOf(pid) {
    return readStat(String(pid))?.start;
  },
};

/** Reads the text of `/proc/<pid>/stat`; undefined for a zombie and for what is no such text. */
export function parseStat(text: string): ProcessStat | undefined {
  // The name stands in parentheses and may itself contain spaces and parentheses.
  const nameEnd = text.lastIndexOf(')');
  const pid = Number.parseInt(text, 10);
  const [state, parent, group, session, ...rest] = text.slice(nameEnd + 2).split(' ');
  const start = rest[15];
  if (nameEnd < 0 || Number.isNaN(pid) || start === undefined) return undefined;
  if (state === 'Z' || state === 'X') return undefined;
  return { pid, parent: Number(parent), group: Number(group), session: Number(session), start };
}

function readStat(pid: string): ProcessStat | undefined {
  const text = readProcFile(pid, 'stat');
  return text === undefined ? undefined : parseStat(text.toString('utf8'));
}

function isMarked(pid: string, marker: string): boolean {
  const environ = readProcFile(pid, 'environ');
  return environ !== undefined && carriesMarker(environ, marker);
}

/** Undefined when the process is gone or belongs to someone else. */
function readProcFile(pid: string, name: string): Buffer | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`);
  } catch {
    return undefined;
  }
}
