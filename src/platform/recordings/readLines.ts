import type { RecordingItem } from '../../model/steps/replayedRun';
import { parseJson, type Parsed } from '../json/jsonValue';
import type { LineReader } from './parts/lineReader';
import { NO_RUN, problemAt, unknownFormat, type Place } from './parts/place';
import { readerFor } from './readerFor';
import type { ReadingEnd } from './recordingBytes';
import { MAX_LINE_BYTES, type FileLine } from './recordingLines';
import { judgedAlone, SignsOfWork } from './signsOfWork';

/** Lines, and characters of them, in which the format has to show. */
const UNDECIDED_LINES = 5_000;
const UNDECIDED_CHARACTERS = 64_000_000;

/** How lines are read that are no JSON. */
export interface LineRules {
  /** Whether a line that does not even begin like a JSON object is nothing to tell. */
  readonly noisy: boolean;
  /** What is said where no format shows. */
  readonly unknown: string;
}

/** The runs of a file with JSON lines, in the format that its lines show; of no known one, a problem. */
export async function* readLines(
  lines: AsyncGenerator<FileLine, ReadingEnd, void>,
  place: Place,
  rules: LineRules,
): AsyncGenerator<RecordingItem, void, void> {
  const reading = new LineReading(place, rules);
  for (;;) {
    const next = await lines.next();
    if (next.done === true) {
      yield* reading.end();
      if (next.value.kind === 'cut') yield problemAt(place, cutShort(next.value.why));
      return;
    }
    yield* reading.line(next.value);
    if (reading.isHopeless) {
      yield unknownFormat(place.file, rules.unknown);
      return;
    }
  }
}

/** What is told of compressed bytes that are damaged. */
export function cutShort(why: string): string {
  return `the file is damaged, what came before is read: ${why}. Compress it anew with gzip`;
}

type Problem = Extract<RecordingItem, { readonly kind: 'problem' }>;
/** A line that waits until the format shows. */
type Held = Problem | { readonly kind: 'undecided'; readonly place: Place };

class LineReading {
  private reader: LineReader | undefined;
  /** What was wrong before the format was known. */
  private held: Held[] = [];
  private seen = { lines: 0, characters: 0, broken: 0 };
  private readonly signs = new SignsOfWork();

  constructor(
    private readonly place: Place,
    private readonly rules: LineRules,
  ) {}

  get isHopeless(): boolean {
    const { lines, characters } = this.seen;
    const enough = lines >= UNDECIDED_LINES || characters >= UNDECIDED_CHARACTERS;
    return this.reader === undefined && enough;
  }

  line({ number, text }: FileLine): readonly RecordingItem[] {
    const place = { ...this.place, line: number };
    if (text === undefined) return this.told(problemAt(place, TOO_LONG));
    const trimmed = text.trim();
    if (trimmed === '') return [];
    this.seen.lines += 1;
    this.seen.characters += trimmed.length;
    const parsed = this.parsed(trimmed);
    if (!parsed.ok) return this.broken(trimmed, problemAt(place, `${parsed.why}${RIGHT}`));
    const { value } = parsed;
    if (this.reader?.takesOnlyRuns !== true) this.signs.see(value, number);
    const before = this.reader === undefined ? this.held.length : 0;
    this.reader ??= readerFor(value, this.place);
    if (this.reader === undefined) return this.undecided(place);
    const read = this.reader.line({ line: number, position: this.seen.lines, value });
    const items = this.reader.takesOnlyRuns === true ? judgedAlone(value, read, place) : read;
    if (before === 0) return items;
    return [...this.heldBy(this.reader), ...items];
  }

  /** Of a log, that which stands behind what it puts before each line; a transcript of Devs has nothing there. */
  private parsed(text: string): Parsed {
    const whole = parseJson(text);
    if (whole.ok || !this.rules.noisy || this.place.oneRun === true) return whole;
    const rest = BEHIND_PREFIX.exec(text)?.[1];
    const parsed = rest === undefined ? whole : parseJson(rest);
    return parsed.ok ? parsed : whole;
  }

  /** JSON that says nothing of the format: it is wrong only in a file of which each line is a run. */
  private undecided(place: Place): readonly RecordingItem[] {
    if (!this.rules.noisy) this.held.push({ kind: 'undecided', place });
    return [];
  }

  private heldBy(reader: LineReader): readonly RecordingItem[] {
    return this.held.splice(0).flatMap((held) => {
      if (held.kind === 'problem') return [held];
      return reader.takesOnlyRuns === true ? [problemAt(held.place, NO_RUN)] : [];
    });
  }

  end(): readonly RecordingItem[] {
    if (this.reader !== undefined) return this.signs.judged(this.reader.end(), this.place);
    const { lines, broken } = this.seen;
    const problems = this.held.filter((held) => held.kind === 'problem');
    if (problems.length > 0 && broken === lines && !this.rules.noisy) return problems;
    return [unknownFormat(this.place.file, this.rules.unknown)];
  }

  private broken(text: string, problem: Problem): readonly RecordingItem[] {
    const leftOut = this.rules.noisy ? LEFT_OUT.exec(text)?.[1] : undefined;
    if (leftOut !== undefined) return this.told(problemAt(this.place, `${leftOut}${GAP}`));
    if (this.rules.noisy && !text.startsWith('{"')) return [];
    this.seen.broken += 1;
    return this.told(problem);
  }

  private told(problem: Problem): readonly RecordingItem[] {
    if (this.reader !== undefined) return [problem];
    this.held.push(problem);
    return [];
  }
}

/** A time, a level, the name of a stream or of a container. */
const BEHIND_PREFIX = /^[^{]{1,100}(\{"[^]*\})$/;
/** What stands in a transcript of Devs where its middle is missing. */
const LEFT_OUT = /^\[devs\] (\d+ bytes) left out here$/;
const GAP =
  ' in the middle were not kept of what the agent printed; the steps in them are not seen';
const RIGHT = '; each line must be one whole JSON object, so this one is left out';
const TOO_LONG = `the line is longer than ${MAX_LINE_BYTES / 1_000_000} MB and is left out; write one run a line`;
