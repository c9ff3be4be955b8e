import { closeSync, openSync, writeSync } from 'node:fs';
import { oneLine } from '../text/oneLine';
import { visibleLine } from '../text/visibleText';

/** Maximum length of the message of a terminal's notification, in characters. */
const MAX_NOTIFICATION = 200;
const MAX_LINE = 2_000;
const [BELL, NOTIFY] = ['\x07', '\x1b]9;'];

/**
 * Rings the bell of the user's terminal and has it show a notification, where it can (OSC 9); with `aloud`, also writes
 * the text as a line. Never throws: an agent may have no terminal.
 */
export function tellUser(text: string, aloud: boolean): void {
  // What a message quotes must not control the terminal.
  const short = visibleLine(oneLine(text), MAX_NOTIFICATION);
  const line = aloud ? `\r\n${visibleLine(oneLine(text), MAX_LINE)}\r\n` : '';
  try {
    const fd = openSync(process.platform === 'win32' ? 'CONOUT$' : '/dev/tty', 'w');
    try {
      writeSync(fd, `${NOTIFY}${short}${BELL}${BELL}${line}`);
    } finally {
      closeSync(fd);
    }
  } catch {
    // There is no terminal.
  }
}
