import type { Disposable } from '../../ports/workspaceState';
import type { OutputStream } from './style';

/** Standard output that the reader may close at any time (`devs run | head`). */
export interface ClosableOutput {
  readonly stream: OutputStream;
  /** Does nothing after the reader has closed. */
  write(text: string): void;
  /** Why output was lost, such as a full disk; undefined if none was lost or the reader closed the pipe. */
  readonly failure: string | undefined;
  /** Called immediately if the reader has already closed. */
  onClosed(listener: () => void): Disposable;
}

/** Codes of write errors other than a closed pipe: full disk or quota, file too large, device failure. */
const LOST: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO']);

/** Watches `stream` for a reader that goes away, so that no write ends the process. */
export function closableOutput(stream: OutputStream): ClosableOutput {
  const listeners = new Set<() => void>();
  let closed = false;
  let failure: string | undefined;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    closed = true;
    if (LOST.has(error.code ?? '')) failure ??= error.message;
    for (const listener of listeners) listener();
  });
  return {
    stream,
    get failure() {
      return failure;
    },
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
