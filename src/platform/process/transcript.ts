import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import { dirname } from 'node:path';
import { OutputTail } from './outputTail';

/** Bytes kept of the beginning of an output, and of its end. */
export const TRANSCRIPT_HEAD_BYTES = 4 * 1024 * 1024;
export const TRANSCRIPT_TAIL_BYTES = 1024 * 1024;
/** Milliseconds to wait for the last bytes to be written. */
const CLOSE_LIMIT_MS = 5_000;
const NEW_LINE = 10;

/** A file for the output of a process. A disk error is recorded and has no other effect. */
export interface Transcript {
  write(chunk: Buffer): void;
  /** Adds a line of its own, once the line that is being written has ended. */
  addLine(line: string): void;
  /** Adds `footer` and closes the file. Resolves with whether all of it could be written. */
  close(footer: string): Promise<boolean>;
}

/** Path and first lines of a transcript. */
export interface TranscriptSpec {
  readonly file: string;
  readonly header: string;
}

/** Opens a transcript, readable by its owner alone. Never throws. */
export function openTranscript({ file, header }: TranscriptSpec): Transcript {
  const output = openFile(file);
  const tail = new OutputTail(TRANSCRIPT_TAIL_BYTES);
  let headLeft = TRANSCRIPT_HEAD_BYTES;
  let hasLineEnded = true;
  const waiting: string[] = [];
  output.write(Buffer.from(header));
  function write(chunk: Buffer): void {
    const head = chunk.subarray(0, headLeft);
    headLeft -= head.length;
    if (head.length > 0) output.write(head);
    if (head.length < chunk.length) tail.push(chunk.subarray(head.length));
    if (chunk.length > 0) hasLineEnded = chunk.at(-1) === NEW_LINE;
  }
  function writeWaiting(): void {
    if (hasLineEnded) for (const line of waiting.splice(0)) write(Buffer.from(`${line}\n`));
  }
  return {
    write(chunk) {
      write(chunk);
      writeWaiting();
    },
    addLine(line) {
      waiting.push(line);
      writeWaiting();
    },
    close(footer) {
      const end = tail.bytes();
      const leftOut = tail.size - end.length;
      if (leftOut > 0) output.write(Buffer.from(`\n[devs] ${leftOut} bytes left out here\n`));
      if (end.length > 0) output.write(end);
      return output.end(`\n[devs] ${footer}\n`);
    },
  };
}

interface FileOutput {
  write(bytes: Buffer): void;
  end(text: string): Promise<boolean>;
}

function openFile(file: string): FileOutput {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    return fileOutput(createWriteStream(file, { mode: 0o600 }));
  } catch {
    return { write: () => undefined, end: () => Promise.resolve(false) };
  }
}

function fileOutput(stream: WriteStream): FileOutput {
  let failed = false;
  stream.on('error', () => {
    failed = true;
  });
  return {
    write(bytes) {
      // Without backpressure: at most head and tail are written.
      if (!failed) stream.write(bytes);
    },
    end(text) {
      return new Promise((resolve) => {
        const limit = setTimeout(() => resolve(false), CLOSE_LIMIT_MS);
        const closed = (): void => {
          clearTimeout(limit);
          resolve(!failed);
        };
        if (stream.closed) closed();
        else stream.once('close', closed).end(text);
      });
    },
  };
}
