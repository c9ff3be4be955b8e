import type { RecordingItem } from '../../model/steps/replayedRun';
import { documentRuns } from './documentRuns';
import { isObject, parseJson, wrongAt } from '../json/jsonValue';
import { problemAt, unknownFormat, type Place } from './parts/place';
import { listRuns } from './readerFor';
import { cutShort } from './readLines';
import type { ReadingEnd } from './recordingBytes';
import { MAX_LINE_BYTES } from './recordingLines';
import { judgedAlone } from './signsOfWork';

/** Bytes of the largest JSON document that is read: as many as of a line. */
const MAX_DOCUMENT_BYTES = MAX_LINE_BYTES;

/** The runs of a file that is one JSON value. */
export async function readDocument(
  bytes: AsyncGenerator<Buffer, ReadingEnd, void>,
  place: Place,
): Promise<readonly RecordingItem[]> {
  const chunks: Buffer[] = [];
  let size = 0;
  for (;;) {
    const next = await bytes.next();
    if (next.done === true) {
      if (next.value.kind === 'cut') return [problemAt(place, cutShort(next.value.why))];
      return documentItems(Buffer.concat(chunks).toString(), place);
    }
    size += next.value.length;
    if (size > MAX_DOCUMENT_BYTES) return [problemAt(place, TOO_LARGE)];
    chunks.push(next.value);
  }
}

const TOO_LARGE =
  `the JSON document is larger than ${MAX_DOCUMENT_BYTES / 1_000_000} MB and is left out; ` +
  'files with one run a line may have any size';

function documentItems(text: string, place: Place): readonly RecordingItem[] {
  const json = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const parsed = parseJson(json);
  if (!parsed.ok) {
    const at = wrongAt(json.trimEnd());
    const line = at === undefined ? {} : { line: lineAt(json, at) };
    return [problemAt({ ...place, ...line }, `${parsed.why}, so the file is left out`)];
  }
  const { value } = parsed;
  const runs = Array.isArray(value)
    ? listRuns(value, place)
    : isObject(value)
      ? (documentRuns(value, place) ?? listRuns([value], place))
      : undefined;
  if (runs === undefined) return [unknownFormat(place.file, 'The JSON in it is no recorded run.')];
  return judgedAlone(value, runs, place);
}

function lineAt(text: string, position: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < position; at = text.indexOf('\n', at + 1)) {
    line += 1;
  }
  return line;
}
