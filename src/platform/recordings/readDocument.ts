import type { RecordingItem } from '../../model/steps/replayedRun';
import { parseDocumentRuns } from './documentRuns';
import { isObject, parseJson, wrongAt } from '../json/jsonValue';
import { problemAt, unknownFormatProblem, type Place } from './parts/place';
import { readList } from './selectLineReader';
import { describeDamage } from './readLines';
import type { ReadingEnd } from './recordingBytes';
import { MAX_LINE_BYTES } from './recordingLines';
import { replaceStepless } from './toolCallMarkers';

/** Largest JSON document that is read, in bytes. */
const MAX_DOCUMENT_BYTES = MAX_LINE_BYTES;

/** Reads the runs of a file that is one JSON value. */
export async function readDocument(
  bytes: AsyncGenerator<Buffer, ReadingEnd, void>,
  place: Place,
): Promise<readonly RecordingItem[]> {
  const chunks: Buffer[] = [];
  let size = 0;
  for (;;) {
    const next = await bytes.next();
    if (next.done === true) {
      if (next.value.kind === 'cut') return [problemAt(place, describeDamage(next.value.why))];
      return parseDocument(Buffer.concat(chunks).toString(), place);
    }
    size += next.value.length;
    if (size > MAX_DOCUMENT_BYTES) return [problemAt(place, TOO_LARGE)];
    chunks.push(next.value);
  }
}

const TOO_LARGE =
  `the JSON document is larger than ${MAX_DOCUMENT_BYTES / 1_000_000} MB and is left out; ` +
  'files with one run a line may have any size';

function parseDocument(text: string, place: Place): readonly RecordingItem[] {
  const json = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const parsed = parseJson(json);
  if (!parsed.ok) {
    const at = wrongAt(json.trimEnd());
    const line = at === undefined ? {} : { line: lineNumberAt(json, at) };
    return [problemAt({ ...place, ...line }, `${parsed.why}, so the file is left out`)];
  }
  const { value } = parsed;
  const runs = Array.isArray(value)
    ? readList(value, place)
    : isObject(value)
      ? (parseDocumentRuns(value, place) ?? readList([value], place))
      : undefined;
  if (runs === undefined)
    return [unknownFormatProblem(place.file, 'Its JSON is not a recorded run.')];
  return replaceStepless(value, runs, place);
}

function lineNumberAt(text: string, position: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < position; at = text.indexOf('\n', at + 1)) {
    line += 1;
  }
  return line;
}
