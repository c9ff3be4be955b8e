import { execFileSync } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { oneLine } from '../text/oneLine';
import { visibleLine } from '../text/visibleText';

/** Maximum length of the message of a terminal's notification, in characters. */
const MAX_NOTIFICATION = 200;
const MAX_LINE = 2_000;
/** Processes between a hook and the program that has the terminal: shells, the agent and its launcher. */
const MAX_ANCESTORS = 8;
/** Time to look at one of them, in ms. */
const LOOK_LIMIT_MS = 200;
const [BELL, NOTIFY] = ['\x07', '\x1b]9;'];

/**
 * Rings the bell of the user's terminal and has it show a notification, where it can (OSC 9); with `aloud`, also writes
 * the text as a line. Never throws: an agent may have no terminal.
 */
export function tellUser(text: string, aloud: boolean): void {
  // What a message quotes must not control the terminal.
  const short = visibleLine(oneLine(text), MAX_NOTIFICATION);
  const line = aloud ? `\r\n${visibleLine(oneLine(text), MAX_LINE)}\r\n` : '';
  const message = `${NOTIFY}${short}${BELL}${BELL}${line}`;
  if (process.platform === 'win32') write('CONOUT$', message);
  else if (!write('/dev/tty', message)) {
    const terminal = findTerminal();
    if (terminal !== undefined) write(terminal, message);
  }
}

/** Whether it was written. */
function write(terminal: string, message: string): boolean {
  try {
    const fd = openSync(terminal, 'w');
    try {
      writeSync(fd, message);
    } finally {
      closeSync(fd);
    }
    return true;
  } catch {
    // There is no terminal.
    return false;
  }
}

/** The terminal of the agent: some start their hooks without it. Undefined for none. */
function findTerminal(): string | undefined {
  let pid = process.ppid;
  for (let count = 0; count < MAX_ANCESTORS && pid > 1; count += 1) {
    const [parent = '0', terminal = '?'] = lookAt(pid).trim().split(/\s+/);
    if (/^(?:pts\/|tty|console)/.test(terminal)) return join('/dev', terminal);
    pid = Number(parent);
  }
  return undefined;
}

function lookAt(pid: number): string {
  try {
    return execFileSync('ps', ['-o', 'ppid=,tty=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: LOOK_LIMIT_MS,
    });
  } catch {
    return '';
  }
}
