import type { Readable } from 'node:stream';
import { deferred } from './deferred';
import { OutputTail } from './outputTail';
import type { Transcript } from './transcript';

/** Bytes of standard output that are kept. */
export const STDOUT_BYTES = 1024 * 1024;
/** Bytes of the other tails. */
export const TAIL_BYTES = 4 * 1024;
/** Milliseconds without output after which nothing more is expected. */
const QUIET_MS = 50;

/** Takes in what a child prints, as fast as it comes and in bounded memory. */
export interface OutputCapture {
  readonly stdout: OutputTail;
  readonly stderr: OutputTail;
  /** Both, as they came. */
  readonly combined: OutputTail;
  /** Resolves when the output is complete, or silent for 50 ms, or after `limitMs` at most. */
  settled(limitMs: number): Promise<void>;
  /** Resolves when the output is complete: every process that held it is gone. `limitMs` at most. */
  completed(limitMs: number): Promise<void>;
  /** Stops listening. */
  stop(): void;
}

/** Listens to standard output and standard error (or to one stream that carries both). */
export function captureOutput(
  streams: readonly Readable[],
  transcript: Transcript | undefined,
): OutputCapture {
  const [stdout, stderr] = [new OutputTail(STDOUT_BYTES), new OutputTail(TAIL_BYTES)];
  const combined = new OutputTail(TAIL_BYTES);
  const complete = deferred<undefined>();
  let onChunk: () => void = () => undefined;
  let open = streams.length;
  if (open === 0) complete.resolve(undefined);

  streams.forEach((stream, index) => {
    stream.on('data', (chunk: Buffer) => {
      (index === 0 ? stdout : stderr).push(chunk);
      combined.push(chunk);
      transcript?.write(chunk);
      onChunk();
    });
    // Reading broke off: what came so far is the output.
    stream.on('error', () => undefined);
    stream.once('close', () => {
      if (--open === 0) complete.resolve(undefined);
    });
  });

  return {
    stdout,
    stderr,
    combined,
    completed: (limitMs) => withLimit(complete.promise, limitMs),
    async settled(limitMs) {
      const silence = awaitSilence();
      onChunk = silence.broken;
      await withLimit(Promise.race([complete.promise, silence.reached]), limitMs);
      onChunk = () => undefined;
      silence.cancel();
    },
    stop() {
      for (const stream of streams) stream.destroy();
    },
  };
}

async function withLimit(promise: Promise<undefined>, limitMs: number): Promise<void> {
  const limit = deferred<undefined>();
  const timer = setTimeout(() => limit.resolve(undefined), limitMs);
  await Promise.race([promise, limit.promise]);
  clearTimeout(timer);
}

interface Silence {
  readonly reached: Promise<undefined>;
  readonly broken: () => void;
  readonly cancel: () => void;
}

function awaitSilence(): Silence {
  const reached = deferred<undefined>();
  let breaks = 0;
  const timer = setTimeout(() => {
    const before = breaks;
    // On a busy machine timers are late, and output may lie there unread: it gets its turn first.
    setImmediate(() => {
      if (breaks === before) reached.resolve(undefined);
    });
  }, QUIET_MS);
  return {
    reached: reached.promise,
    broken() {
      breaks++;
      timer.refresh();
    },
    cancel: () => clearTimeout(timer),
  };
}
