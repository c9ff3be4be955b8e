import { stat } from 'node:fs/promises';
import type { RecordingItem } from '../../model/steps/replayedRun';
import { noRecordingProblem, type Place } from './parts/place';
import { readDocument } from './readDocument';
import { readLines } from './readLines';
import { recordingBytes, type ReadingEnd } from './recordingBytes';
import { recordingLines } from './recordingLines';
import path from 'node:path';

/** Name of a run without an id that was not read from a file. */
const INPUT_NAME = 'stdin';
const NOTHING_KNOWN = 'It contains no recorded run of a known format.';
const PLAIN_TEXT =
  'The agent printed plain text in this turn, which shows no steps: make it print JSON events, and name ' +
  'them with `steps` in devs.yaml.';

/** Options of `readRecording`. */
export interface ReadingOptions {
  /** When aborted, reading ends without a problem. */
  readonly signal?: AbortSignal;
  /** Whether named pipes are read, waiting for a writer; default true. */
  readonly pipes?: boolean;
  /** Read instead of the file; `file` is then only a name. */
  readonly input?: NodeJS.ReadableStream;
}

/**
 * Reads the runs and problems of a file, in file order. The format is detected from the content. Never throws;
 * ending the iteration early closes the file.
 */
export async function* readRecording(
  file: string,
  { signal, pipes = true, input }: ReadingOptions = {},
): AsyncGenerator<RecordingItem, void, void> {
  try {
    const fileProblem = input === undefined ? await findFileProblem(file, pipes) : undefined;
    if (signal?.aborted === true) return;
    if (fileProblem === undefined) yield* readSource(input ?? file, file, signal);
    else yield toProblem(file, fileProblem);
  } catch (error) {
    if (signal?.aborted !== true)
      yield toProblem(file, describeReadError(error as NodeJS.ErrnoException));
  }
}

async function* readSource(
  from: string | NodeJS.ReadableStream,
  file: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<RecordingItem, void, void> {
  const { head, bytes, end } = await peekHead(recordingBytes(from, signal));
  try {
    if (head.length === 0 && end?.kind === 'cut') {
      yield noRecordingProblem(file, `It is damaged from its beginning: ${end.why}.`);
      return;
    }
    yield* readItems(head, bytes, {
      file,
      name: typeof from === 'string' ? toRunName(file) : INPUT_NAME,
    });
  } finally {
    await bytes.return({ kind: 'whole' });
  }
}

async function* readItems(
  head: Buffer,
  bytes: AsyncGenerator<Buffer, ReadingEnd, void>,
  place: Place,
): AsyncGenerator<RecordingItem, void, void> {
  const shape = detectFileShape(head);
  switch (shape.kind) {
    case 'unreadable':
      yield noRecordingProblem(place.file, shape.message);
      return;
    case 'document':
      yield* await readDocument(bytes, place);
      return;
    case 'transcript': {
      const turn: Place = { ...place, name: toTranscriptName(place.file), oneRun: true };
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
  /** The whole input, head included. */
  readonly bytes: AsyncGenerator<Buffer, ReadingEnd, void>;
  /** How reading ended, when the head is the whole input. */
  readonly end: ReadingEnd | undefined;
}

async function peekHead(bytes: AsyncGenerator<Buffer, ReadingEnd, void>): Promise<Peeked> {
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
  return { head, bytes: prependHead(head, bytes, end), end };
}

async function* prependHead(
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

async function findFileProblem(file: string, pipes: boolean): Promise<string | undefined> {
  const found = await stat(file);
  if (found.isDirectory()) return 'It is a folder; name the files in it.';
  return found.isFile() || (pipes && found.isFIFO()) ? undefined : 'It is not a file.';
}

function describeReadError({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'There is no such file.';
  if (code === 'EACCES' || code === 'EPERM') return 'It is not readable; change its permissions.';
  return `It cannot be read: ${message}.`;
}

function toProblem(file: string, message: string): RecordingItem {
  return { kind: 'problem', problem: { file, message } };
}

/** Bytes at the beginning of a file that determine its shape. */
const PEEK_BYTES = 64 * 1024;

/** How to read a file. */
type FileShape =
  /** Line by line; `noisy`: lines that are not JSON are skipped without a problem. */
  | { readonly kind: 'lines'; readonly noisy: boolean }
  /** Line by line, all lines one run: the transcript of a turn of Devs. */
  | { readonly kind: 'transcript' }
  /** One JSON value over many lines. */
  | { readonly kind: 'document' }
  | { readonly kind: 'unreadable'; readonly message: string };

const UTF16 = 'It is UTF-16 text; save it as UTF-8.';

/** Determines the shape from the first bytes of a file; fewer than `PEEK_BYTES` are the whole file. */
function detectFileShape(head: Buffer): FileShape {
  if (/^(?:fffe|feff)/.test(head.toString('hex', 0, 2)))
    return { kind: 'unreadable', message: UTF16 };
  if (head.includes(0)) return { kind: 'unreadable', message: 'It is binary, not text.' };
  const text = head.toString().trimStart();
  if (text === '' && head.length < PEEK_BYTES) {
    return { kind: 'unreadable', message: 'It is empty.' };
  }
  if (text.startsWith('[devs] ')) return { kind: 'transcript' };
  const [first = '', second] = text
    .split('\n', MAX_FIRST_LINES)
    .filter((line) => line.trim() !== '');
  if (!JSON_START.test(text)) return { kind: 'lines', noisy: true };
  const spansLines = second !== undefined && startsDocument(first.trim(), second);
  return spansLines ? { kind: 'document' } : { kind: 'lines', noisy: false };
}
/** Does not match a log line that begins with a word in brackets. */
const JSON_START =
  /^(?:\{|\[\s*(?:$|[[\]{"]|(?:true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)\s*(?:[,\]]|$)))/;
/** Enough lines to find two that are not blank. */
const MAX_FIRST_LINES = 50;

/**
 * Whether the two lines are the beginning of one JSON value. Otherwise they are JSON lines, of which the
 * first may be broken; the second then begins with a brace.
 */
function startsDocument(first: string, second: string): boolean {
  if (isJson(first)) return false;
  return first.startsWith('[') || !second.startsWith('{');
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const ENDINGS = /\.(?:gz|jsonl|ndjson|json|traj|log|txt|agent)$/i;

/** Name of a run without an id: the file name without its extensions. */
function toRunName(file: string): string {
  const name = path.basename(file);
  let short = name;
  while (ENDINGS.test(short)) short = short.replace(ENDINGS, '');
  return short === '' ? name : short;
}

/** Name of a turn of Devs: `<folder of the transcript, which is the task>/<file name without extensions>`. */
function toTranscriptName(file: string): string {
  return `${path.basename(path.dirname(path.resolve(file)))}/${toRunName(file)}`;
}
