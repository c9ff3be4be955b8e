import type { ClosableOutput } from './closableOutput';
import { EXIT } from './outcome';
import type { CliWorld } from './world';

/** Turns signals, and a reader that goes away, into one aborted signal. */
export interface Interruption {
  readonly signal: AbortSignal;
  dispose(): void;
}

export interface InterruptionOptions {
  readonly world: Pick<CliWorld, 'onSignal' | 'exitNow'>;
  readonly output: ClosableOutput;
  /** Called once when a human ends the process; not when the reader closes. */
  readonly onInterrupted: () => void;
}

/** The first Ctrl+C aborts, the second one ends the process at once. */
export function watchInterruption(options: InterruptionOptions): Interruption {
  const { world, output, onInterrupted } = options;
  const controller = new AbortController();
  let signals = 0;
  const signalled = world.onSignal(() => {
    signals += 1;
    if (signals > 1) {
      world.exitNow(EXIT.interrupted);
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
