import { stat } from 'node:fs/promises';
import type { RecordingItem } from '../../model/steps/replayedRun';
import { fileShape, PEEK_BYTES } from './fileShape';
import { noRecording, type Place } from './parts/place';
import { readDocument } from './readDocument';
import { readLines } from './readLines';
import { recordingBytes, type ReadingEnd } from './recordingBytes';
import { recordingLines } from './recordingLines';
import { runName, transcriptName } from './runName';

/** What a run is called that came from no file and has no id of its own. */
const INPUT_NAME = 'stdin';
const NOTHING_KNOWN = 'It holds no recorded run of a known format.';
const PLAIN_TEXT =
  'The agent printed plain text in this turn, which shows no steps: have it print JSON events, and name ' +
  'them with `steps` in devs.yaml.';

/** How recordings are read by a program that has more to do. */
export interface ReadingOptions {
  /** Aborted: nothing is read any more, and nothing said about that. */
  readonly signal?: AbortSignal;
  /** Whether a pipe is waited for until somebody writes into it; it is where this is absent. */
  readonly pipes?: boolean;
  /** What is read instead of the file, which then is only a name. */
  readonly input?: NodeJS.ReadableStream;
}

/**
 * The runs that a file records, in their order, and what is wrong in it, where it is found; the
 * format is told by the content. Never throws. An early end of the iteration closes the file.
 */
export async function* readRecording(
  file: string,
  { signal, pipes = true, input }: ReadingOptions = {},
): AsyncGenerator<RecordingItem, void, void> {
  try {
    const odd = input === undefined ? await oddity(file, pipes) : undefined;
    if (signal?.aborted === true) return;
    if (odd === undefined) yield* read(input ?? file, file, signal);
    else yield problem(file, odd);
  } catch (error) {
    if (signal?.aborted !== true) yield problem(file, unreadable(error as NodeJS.ErrnoException));
  }
}

async function* read(
  from: string | NodeJS.ReadableStream,
  file: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<RecordingItem, void, void> {
  const { head, bytes, end } = await peeked(recordingBytes(from, signal));
  try {
    if (head.length === 0 && end?.kind === 'cut') {
      yield noRecording(file, `It is damaged from its beginning on: ${end.why}.`);
      return;
    }
    yield* itemsOf(head, bytes, {
      file,
      name: typeof from === 'string' ? runName(file) : INPUT_NAME,
    });
  } finally {
    await bytes.return({ kind: 'whole' });
  }
}

async function* itemsOf(
  head: Buffer,
  bytes: AsyncGenerator<Buffer, ReadingEnd, void>,
  place: Place,
): AsyncGenerator<RecordingItem, void, void> {
  const shape = fileShape(head);
  switch (shape.kind) {
    case 'unreadable':
      yield noRecording(place.file, shape.message);
      return;
    case 'document':
      yield* await readDocument(bytes, place);
      return;
    case 'transcript': {
      const turn: Place = { ...place, name: transcriptName(place.file), oneRun: true };
      yield* readLines(recordingLines(bytes), turn, { noisy: true, unknown: PLAIN_TEXT });
      return;
    }
    case 'lines': {
      const { noisy } = shape;
      yield* readLines(recordingLines(bytes), place, { noisy, unknown: NOTHING_KNOWN });
      return;
    }
    default:
      shape satisfies never;
  }
}

interface Peeked {
  readonly head: Buffer;
  /** All of it, with the head. */
  readonly bytes: AsyncGenerator<Buffer, ReadingEnd, void>;
  /** How it ended, where the head is all of it. */
  readonly end: ReadingEnd | undefined;
}

async function peeked(bytes: AsyncGenerator<Buffer, ReadingEnd, void>): Promise<Peeked> {
  const chunks: Buffer[] = [];
  let end: ReadingEnd | undefined;
  for (let size = 0; size < PEEK_BYTES;) {
    const next = await bytes.next();
    if (next.done === true) {
      end = next.value;
      break;
    }
    chunks.push(next.value);
    size += next.value.length;
  }
  const head = Buffer.concat(chunks);
  return { head, bytes: continued(head, bytes, end), end };
}

async function* continued(
  head: Buffer,
  rest: AsyncGenerator<Buffer, ReadingEnd, void>,
  end: ReadingEnd | undefined,
): AsyncGenerator<Buffer, ReadingEnd, void> {
  try {
    if (head.length > 0) yield head;
    return end ?? (yield* rest);
  } finally {
    await rest.return({ kind: 'whole' });
  }
}

async function oddity(file: string, pipes: boolean): Promise<string | undefined> {
  const found = await stat(file);
  if (found.isDirectory()) return 'It is a folder; name the files in it.';
  return found.isFile() || (pipes && found.isFIFO()) ? undefined : 'It is no file.';
}

function unreadable({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'There is no such file.';
  if (code === 'EACCES' || code === 'EPERM') return 'It may not be read; change its permissions.';
  return `It cannot be read: ${message}.`;
}

function problem(file: string, message: string): RecordingItem {
  return { kind: 'problem', problem: { file, message } };
}
