import type { Readable } from 'node:stream';
import { deferred } from './deferred';
import { OutputTail } from './outputTail';
import { awaitSilence, withLimit } from './silence';
import type { Transcript } from './transcript';

/** Bytes of standard output that are kept unless the caller wants another number. */
export const STDOUT_BYTES = 1024 * 1024;
/** Bytes of the other tails. */
export const TAIL_BYTES = 4 * 1024;
/** Milliseconds without output after which nothing more is expected. */
const QUIET_MS = 100;

/** Takes in what a child prints, as fast as it comes and in bounded memory. */
export interface OutputCapture {
  readonly stdout: OutputTail;
  readonly stderr: OutputTail;
  /** Both, as they came. */
  readonly combined: OutputTail;
  /** Resolves when the output is complete, or silent for 100 ms, or after `limitMs` at most. */
  settled(limitMs: number): Promise<void>;
  /** Resolves when the output is complete: every process that held it is gone. `limitMs` at most. */
  completed(limitMs: number): Promise<void>;
  /** Stops listening. */
  stop(): void;
}

export interface CaptureOptions {
  readonly transcript?: Transcript | undefined;
  readonly quietMs?: number;
  /** Bytes of standard output that are kept, the last ones. */
  readonly stdoutBytes?: number;
  /** Told each piece of standard output as it comes. Must not throw. */
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
    // Reading broke off: what came so far is the output.
    stream.on('error', () => undefined);
    stream.once('close', () => closed.resolve(undefined));
    return closed.promise;
  });
  await Promise.all(closings);
  return undefined;
}
