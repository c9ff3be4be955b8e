import type { ClosableOutput } from './closableOutput';
import { EXIT } from './outcome';
import type { CliHost } from './cliHost';

/** Turns signals, and a reader that goes away, into one aborted signal. */
export interface Interruption {
  readonly signal: AbortSignal;
  dispose(): void;
}

export interface InterruptionOptions {
  readonly host: Pick<CliHost, 'onSignal' | 'exitNow'>;
  readonly output: ClosableOutput;
  /** Called once when a human ends the process; not when the reader closes. */
  readonly onInterrupted: () => void;
}

/** The first Ctrl+C aborts, the second one ends the process at once. */
export function watchInterruption(options: InterruptionOptions): Interruption {
  const { host, output, onInterrupted } = options;
  const controller = new AbortController();
  let signals = 0;
  const signalled = host.onSignal(() => {
    signals += 1;
    if (signals > 1) {
      host.exitNow(EXIT.interrupted);
      return;
    }
    onInterrupted();
    controller.abort();
  });
  const closed = output.onClosed(() => controller.abort());
  return {
    signal: controller.signal,
    dispose: () => {
      signalled.dispose();
      closed.dispose();
    },
  };
}
