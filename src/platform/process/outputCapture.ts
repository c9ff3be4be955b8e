import type { Readable } from 'node:stream';
import { MASK_NOTHING, type SecretMask } from '../../ports/secretMask';
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
  /** Stops listening; then nothing is held back any more that might have begun a secret. */
  stop(): void;
}

export interface CaptureOptions {
  readonly transcript?: Transcript | undefined;
  readonly quietMs?: number;
  /** Bytes of standard output that are kept, the last ones. */
  readonly stdoutBytes?: number;
  /** Masks what is captured, and the transcript unless that is to be raw. */
  readonly mask?: SecretMask | undefined;
  /** Called with each chunk of standard output. Must not throw. */
  readonly onStdout?: ((chunk: Buffer) => void) | undefined;
}

/** Listens to standard output and standard error (or to one stream that carries both). */
export function captureOutput(
  streams: readonly Readable[],
  {
    transcript,
    quietMs = QUIET_MS,
    stdoutBytes = STDOUT_BYTES,
    onStdout,
    mask = MASK_NOTHING,
  }: CaptureOptions,
): OutputCapture {
  const [stdout, stderr] = [new OutputTail(stdoutBytes), new OutputTail(TAIL_BYTES)];
  const combined = new OutputTail(TAIL_BYTES);
  const { rawTranscripts } = mask;
  let onChunk: () => void = () => undefined;
  const take = (chunk: Buffer, index: number): void => {
    if (chunk.length === 0) return;
    (index === 0 ? stdout : stderr).push(chunk);
    combined.push(chunk);
    if (!rawTranscripts) transcript?.write(chunk);
    if (index === 0) onStdout?.(chunk);
  };
  const masks = streams.map((stream, index) => {
    const masking = mask.output();
    stream.on('data', (chunk: Buffer) => {
      if (rawTranscripts) transcript?.write(chunk);
      take(masking.write(chunk), index);
      onChunk();
    });
    return masking;
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
      masks.splice(0).forEach((masking, index) => take(masking.end(), index));
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
