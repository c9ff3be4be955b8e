import type { Disposable } from '../../ports/workspaceState';
import type { CliHost } from './cliHost';

/** Milliseconds in which what was typed before arrives, and in which nobody can have read what is asked. */
const TYPED_AHEAD_MS = 200;

const CTRL_C = '\u0003';
const CTRL_Z = '\u001a';
const CTRL_BACKSLASH = '\u001c';

export interface KeyListener {
  /** Called once, when keys count. */
  readonly onReady: () => void;
  /** A single key that types a character; never one of several that came together, as in a paste. */
  readonly onKey: (key: string) => void;
  /** Called before the process is suspended; must dispose. */
  readonly onSuspend: () => void;
}

type KeyHost = Pick<CliHost, 'stdin' | 'raise' | 'after'>;

/**
 * Reads single keys from the terminal until disposed, which restores it; so does the end of the process. Keys typed before
 * are dropped. Ctrl+C, Ctrl+\ and Ctrl+Z do what they do elsewhere.
 */
export function readKeys(
  { stdin, raise, after }: KeyHost,
  { onReady, onKey, onSuspend }: KeyListener,
): Disposable {
  let isReady = false;
  const onData = (chunk: Buffer | string): void => {
    const keys = Array.from(chunk.toString());
    for (const key of keys) if (key === CTRL_C) raise('SIGINT');
    if (keys.includes(CTRL_BACKSLASH)) raise('SIGQUIT');
    if (keys.includes(CTRL_Z)) {
      onSuspend();
      raise('SIGTSTP');
      return;
    }
    const [key, ...more] = keys;
    if (isReady && key !== undefined && more.length === 0 && key >= ' ') onKey(key);
  };
  // Reading fails once the terminal is gone; SIGHUP then ends the run.
  stdin.off('error', ignore).on('error', ignore);
  setRaw(stdin, true);
  stdin.on('data', onData).resume();
  const ready = after(TYPED_AHEAD_MS, () => {
    isReady = true;
    onReady();
  });
  return {
    dispose: () => {
      ready.dispose();
      stdin.off('data', onData).pause();
      setRaw(stdin, false);
    },
  };
}

function ignore(): void {
  // Nothing is left to read.
}

function setRaw(stdin: CliHost['stdin'], isRaw: boolean): void {
  try {
    stdin.setRawMode?.(isRaw);
  } catch {
    // The terminal is gone.
  }
}
