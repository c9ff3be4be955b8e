import type { RecordingItem } from '../../model/steps/replayedRun';
import { parseJson, type Parsed } from '../json/jsonValue';
import type { LineReader } from './parts/lineReader';
import { NOT_A_RUN, problemAt, unknownFormatProblem, type Place } from './parts/place';
import { selectLineReader } from './selectLineReader';
import type { ReadingEnd } from './recordingBytes';
import { MAX_LINE_BYTES, type FileLine } from './recordingLines';
import { replaceStepless, ToolCallMarkers } from './toolCallMarkers';

/** Lines, and their characters, within which the format must be recognized. */
const UNDECIDED_LINES = 5_000;
const UNDECIDED_CHARACTERS = 64_000_000;

/** How lines that are not JSON are treated. */
export interface LineRules {
  /** Whether a line that does not begin like a JSON object is skipped without a problem. */
  readonly noisy: boolean;
  /** Message when no format is recognized. */
  readonly unknown: string;
}

/** Reads the runs of a file of JSON lines in the format that its lines show; yields a problem when the format is unknown. */
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
      if (next.value.kind === 'cut') yield problemAt(place, describeDamage(next.value.why));
      return;
    }
    yield* reading.readLine(next.value);
    if (reading.isUndecidable) {
      yield unknownFormatProblem(place.file, rules.unknown);
      return;
    }
  }
}

/** Message for damaged compressed bytes. */
export function describeDamage(why: string): string {
  return `the file is damaged, only the part before the damage is read: ${why}. Compress it again with gzip`;
}

type Problem = Extract<RecordingItem, { readonly kind: 'problem' }>;
/** A line that is kept until the format is recognized. */
type PendingLine = Problem | { readonly kind: 'undecided'; readonly place: Place };

class LineReading {
  private reader: LineReader | undefined;
  /** Lines read before the format was recognized. */
  private pending: PendingLine[] = [];
  private counts = { lines: 0, characters: 0, readBroken: 0 };
  private readonly markers = new ToolCallMarkers();

  constructor(
    private readonly place: Place,
    private readonly rules: LineRules,
  ) {}

  get isUndecidable(): boolean {
    const { lines, characters } = this.counts;
    const enough = lines >= UNDECIDED_LINES || characters >= UNDECIDED_CHARACTERS;
    return this.reader === undefined && enough;
  }

  readLine({ number, text }: FileLine): readonly RecordingItem[] {
    const place = { ...this.place, line: number };
    if (text === undefined) return this.report(problemAt(place, TOO_LONG));
    const trimmed = text.trim();
    if (trimmed === '') return [];
    this.counts.lines += 1;
    this.counts.characters += trimmed.length;
    const parse = this.parsed(trimmed);
    if (!parse.ok) return this.broken(trimmed, problemAt(place, `${parse.why}${EXPECTED_LINE}`));
    const { value } = parse;
    if (this.reader?.expectsWholeRuns !== true) this.markers.count(value, number);
    const before = this.reader === undefined ? this.pending.length : 0;
    this.reader ??= selectLineReader(value, this.place);
    if (this.reader === undefined) return this.holdUndecided(place);
    const read = this.reader.readLine({ line: number, position: this.counts.lines, value });
    const items =
      this.reader.expectsWholeRuns === true ? replaceStepless(value, read, place) : read;
    if (before === 0) return items;
    return [...this.takePending(this.reader), ...items];
  }

  /** Parses the line; in a log also without its prefix. Transcripts of Devs have no prefix. */
  private parsed(text: string): Parsed {
    const whole = parseJson(text);
    if (whole.ok || !this.rules.noisy || this.place.oneRun === true) return whole;
    const rest = BEHIND_PREFIX.exec(text)?.[1];
    const parsed = rest === undefined ? whole : parseJson(rest);
    return parsed.ok ? parsed : whole;
  }

  /** JSON that does not determine the format: a problem only in a file whose lines are whole runs. */
  private holdUndecided(place: Place): readonly RecordingItem[] {
    if (!this.rules.noisy) this.pending.push({ kind: 'undecided', place });
    return [];
  }

  private takePending(reader: LineReader): readonly RecordingItem[] {
    return this.pending.splice(0).flatMap((held) => {
      if (held.kind === 'problem') return [held];
      return reader.expectsWholeRuns === true ? [problemAt(held.place, NOT_A_RUN)] : [];
    });
  }

  end(): readonly RecordingItem[] {
    if (this.reader !== undefined)
      return this.markers.replaceStepless(this.reader.end(), this.place);
    const { lines, readBroken: broken } = this.counts;
    const problems = this.pending.filter((held) => held.kind === 'problem');
    if (problems.length > 0 && broken === lines && !this.rules.noisy) return problems;
    return [unknownFormatProblem(this.place.file, this.rules.unknown)];
  }

  private broken(text: string, problem: Problem): readonly RecordingItem[] {
    const leftOut = this.rules.noisy ? LEFT_OUT.exec(text)?.[1] : undefined;
    if (leftOut !== undefined) return this.report(problemAt(this.place, `${leftOut}${GAP}`));
    if (this.rules.noisy && !text.startsWith('{"')) return [];
    this.counts.readBroken += 1;
    return this.report(problem);
  }

  private report(problem: Problem): readonly RecordingItem[] {
    if (this.reader !== undefined) return [problem];
    this.pending.push(problem);
    return [];
  }
}

/** The prefix is a time, a level, or the name of a stream or container. */
const BEHIND_PREFIX = /^[^{]{1,100}(\{"[^]*\})$/;
/** Line of a transcript of Devs that marks its omitted middle. */
const LEFT_OUT = /^\[devs\] (\d+ bytes) left out here$/;
const GAP = " in the middle of the agent's output were not kept; their steps are missing";
const EXPECTED_LINE = '; each line must be one whole JSON object, so this one is left out';
const TOO_LONG = `the line is longer than ${MAX_LINE_BYTES / 1_000_000} MB and is left out; write one run a line`;
