import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Whether this process is in the foreground of its terminal: one in the background (`devs run &`) is stopped when it
 * reads keys or changes the terminal. True where that is unknown, and without job control.
 */
export function isForeground(): boolean {
  if (process.platform === 'win32') return true;
  const [group, foreground] = process.platform === 'linux' ? readStatus() : askPs();
  return group === undefined || foreground === undefined || foreground <= 0 || group === foreground;
}

/** The process group, and the one in the foreground of the terminal. */
type Groups = readonly (number | undefined)[];

function readStatus(): Groups {
  try {
    return parseStatus(readFileSync('/proc/self/stat', 'latin1'));
  } catch {
    return [];
  }
}

/** Reads `/proc/<pid>/stat`; the name in parentheses may hold anything. */
export function parseStatus(stat: string): Groups {
  const [, , group, , , foreground] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return [Number(group), Number(foreground)];
}

function askPs(): Groups {
  const { stdout } = spawnSync('ps', ['-o', 'pgid=,tpgid=', '-p', String(process.pid)], {
    encoding: 'utf8',
  });
  const found = /^\s*(\d+)\s+(-?\d+)\s*$/.exec(stdout);
  return found === null ? [] : found.slice(1).map(Number);
}
