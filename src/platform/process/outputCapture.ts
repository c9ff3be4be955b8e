import type { Readable } from 'node:stream';
import { deferred } from './deferred';
import { OutputTail } from './outputTail';
import type { Transcript } from './transcript';

/** Default number of bytes of standard output that are kept. */
export const STDOUT_BYTES = 1024 * 1024;
/** Bytes of the other tails. */
export const TAIL_BYTES = 4 * 1024;
/** Milliseconds without output after which the output counts as complete. */
const QUIET_MS = 100;

/** Captures the output of a child without delaying it, in bounded memory. */
export interface OutputCapture {
  readonly stdout: OutputTail;
  readonly stderr: OutputTail;
  /** Both streams in order of arrival. */
  readonly combined: OutputTail;
  /** Resolves when the output is complete, or silent for 100 ms, or after `limitMs` at most. */
  settled(limitMs: number): Promise<void>;
  /** Resolves when the output is complete, because every process that held it has ended, or after `limitMs`. */
  completed(limitMs: number): Promise<void>;
  /** Stops listening. */
  stop(): void;
}

export interface CaptureOptions {
  readonly transcript?: Transcript | undefined;
  readonly quietMs?: number;
  /** Bytes of standard output that are kept, the last ones. */
  readonly stdoutBytes?: number;
  /** Called with each chunk of standard output. Must not throw. */
  readonly onStdout?: ((chunk: Buffer) => void) | undefined;
}

/** Listens to standard output and standard error (or to one stream that carries both). */
export function captureOutput(
  streams: readonly Readable[],
  { transcript, quietMs = QUIET_MS, stdoutBytes = STDOUT_BYTES, onStdout }: CaptureOptions,
): OutputCapture {
  const [stdout, stderr] = [new OutputTail(stdoutBytes), new OutputTail(TAIL_BYTES)];
  const combined = new OutputTail(TAIL_BYTES);
  let onChunk: () => void = () => undefined;
  streams.forEach((stream, index) => {
    stream.on('data', (chunk: Buffer) => {
      (index === 0 ? stdout : stderr).push(chunk);
      combined.push(chunk);
      transcript?.write(chunk);
      if (index === 0) onStdout?.(chunk);
      onChunk();
    });
  });
  const complete = allClosed(streams);
  return {
    stdout,
    stderr,
    combined,
    completed: (limitMs) => withLimit(complete, limitMs),
    async settled(limitMs) {
      const silence = awaitSilence(quietMs);
      onChunk = silence.broken;
      await withLimit(Promise.race([complete, silence.reached]), limitMs);
      onChunk = () => undefined;
      silence.cancel();
    },
    stop() {
      for (const stream of streams) stream.destroy();
    },
  };
}

async function allClosed(streams: readonly Readable[]): Promise<undefined> {
  const closings = streams.map((stream) => {
    const closed = deferred<undefined>();
    // Reading failed: the output so far is the result.
    stream.on('error', () => undefined);
    stream.once('close', () => closed.resolve(undefined));
    return closed.promise;
  });
  await Promise.all(closings);
  return undefined;
}

/** Waits for a pause in a series of events. */
interface Silence {
  readonly reached: Promise<undefined>;
  /** Reports an event: the wait restarts. */
  readonly broken: () => void;
  readonly cancel: () => void;
}

/** Resolves after `quietMs` without an event. */
function awaitSilence(quietMs: number): Silence {
  const reached = deferred<undefined>();
  let breaks = 0;
  const timer = setTimeout(() => {
    const before = breaks;
    afterPendingInput(() => {
      if (breaks === before) reached.resolve(undefined);
    });
  }, quietMs);
  return {
    reached: reached.promise,
    broken() {
      breaks++;
      timer.refresh();
    },
    cancel: () => clearTimeout(timer),
  };
}

/** Resolves with `promise`, after `limitMs` at most. */
async function withLimit(promise: Promise<undefined>, limitMs: number): Promise<void> {
  const limit = deferred<undefined>();
  const timer = setTimeout(() => afterPendingInput(() => limit.resolve(undefined)), limitMs);
  await Promise.race([promise, limit.promise]);
  clearTimeout(timer);
}

/** On a busy machine timers are late and input may be unread: input is handled first. */
function afterPendingInput(then: () => void): void {
  setImmediate(() => setImmediate(then));
}
