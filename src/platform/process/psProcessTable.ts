import { spawnSync } from 'node:child_process';
import type { ProcessEntry, ProcessTable } from './processEntry';
import { MARKER_VARIABLE } from './turnMarker';

/** `ps` line: pid, parent, group, state, start ("Mon Jan  2 15:04:05 2006"), command and environment. */
const LINE =
  /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\w{3}\s+\w{3}\s+\d+\s+[\d:]+\s+\d{4})(?:\s+(.*))?$/;

/**
 * The process table of macOS and the BSDs, from `ps`. It prints the environment of the user's own
 * processes except those that the system protects.
 */
export const psProcessTable: ProcessTable = {
  list(marker) {
    const columns = 'pid=,ppid=,pgid=,stat=,lstart=,command=';
    const entries = parsePs(runPs(['-A', '-E', '-ww', '-o', columns]), marker);
    // It does not report what it omits.
    return { entries, isComplete: false };
  },
  startOf(pid) {
    const columns = 'pid=,ppid=,pgid=,stat=,lstart=';
    return parsePs(runPs(['-o', columns, '-p', String(pid)]), '')[0]?.start;
  },
};

/** Parses the output of `ps` with the columns above; lines of another form and zombies are left out. */
export function parsePs(output: string, marker: string): readonly ProcessEntry[] {
  return output.split('\n').flatMap((line) => {
    const [, pid, parent, group, state, start, words] = LINE.exec(line) ?? [];
    if (pid === undefined || start === undefined || state?.startsWith('Z') === true) return [];
    return {
      pid: Number(pid),
      parent: Number(parent),
      group: Number(group),
      session: 0,
      start: start.replace(/\s+/g, ' '),
      marked: marker !== '' && isMarked(words ?? '', marker),
    };
  });
}

function isMarked(words: string, marker: string): boolean {
  return words.split(/\s/).some(
    (word) =>
      word.startsWith(`${MARKER_VARIABLE}=`) &&
      word
        .slice(MARKER_VARIABLE.length + 1)
        .split('/')
        .includes(marker),
  );
}

function runPs(args: readonly string[]): string {
  const env = { ...process.env, LC_ALL: 'C' };
  const maxBuffer = 64 * 1024 * 1024;
  const answer: { readonly stdout: string | null } = spawnSync('ps', args, {
    encoding: 'utf8',
    env,
    maxBuffer,
  });
  // Null without `ps`: then only the group is known.
  return answer.stdout ?? '';
}
