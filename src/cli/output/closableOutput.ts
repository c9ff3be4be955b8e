import type { Disposable } from '../../ports/workspaceState';
import type { OutputStream } from './style';

/** Standard output that the reader may close at any time (`devs run | head`). */
export interface ClosableOutput {
  readonly stream: OutputStream;
  /** Does nothing once the reader has gone. */
  write(text: string): void;
  /** Called at once when the reader has gone already. */
  onClosed(listener: () => void): Disposable;
}

/** Watches `stream` for a reader that goes away, so that no write ends the process. */
export function closableOutput(stream: OutputStream): ClosableOutput {
  const listeners = new Set<() => void>();
  let closed = false;
  stream.on('error', () => {
    closed = true;
    for (const listener of listeners) listener();
  });
  return {
    stream,
    write: (text) => {
      if (!closed && text !== '') stream.write(text);
    },
    onClosed: (listener) => {
      listeners.add(listener);
      if (closed) listener();
      return { dispose: () => listeners.delete(listener) };
    },
  };
}
