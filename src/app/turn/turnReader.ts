import { stat } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import type { Step } from '../../model/steps/step';
import type { StepDiff, StepLine } from '../../model/steps/stepLine';
import { TRANSCRIPT_HEAD_BYTES } from '../../platform/process/transcript';
import { describeArguments } from '../../rules/steps/shown/describeArguments';
import { toStepLine } from '../../rules/steps/shown/toStepLine';
import { readTurnCalls, type TurnCall } from './readTurnCalls';
import { readStepDiffs } from './stepDiffs';

/** A turn as its transcripts show it now. */
export interface TurnReading {
  /** Whether any transcript of it is kept. */
  readonly isKept: boolean;
  /** All steps of all its calls, in order. */
  readonly lines: readonly StepLine[];
  /** Each call with the index of its first step. */
  readonly calls: readonly { readonly name: string; readonly first: number }[];
  readonly problems: readonly string[];
  /** Whether what the last call prints is not stored before that call ends, since it has printed too much. */
  readonly isFull: boolean;
  /** What an agent printed whose output shows no steps; '' for none. */
  readonly output: string;
}

/** A step with all its texts, the arguments of its call in words. */
export interface ReadStep {
  readonly step: Step;
  readonly call: string;
  readonly diffs: readonly StepDiff[];
}

/** Steps between two pauses for other work. */
const SLICE = 500;

const NOTHING: TurnReading = {
  ...{ isKept: false, lines: [], calls: [], problems: [] },
  ...{ isFull: false, output: '' },
};

/** Reads the steps of one turn again and again while they are written. */
export class TurnReader {
  private stamp = '';
  private steps: readonly Step[] = [];
  private texts: readonly string[] | undefined;
  private latest = NOTHING;

  /** `findFiles`: absolute paths of the turn's transcripts, in the order of their calls. */
  constructor(private readonly findFiles: () => Promise<readonly string[]>) {}

  /** Absolute paths of the transcripts, in the order of their calls; empty if none is kept. */
  files(): Promise<readonly string[]> {
    return this.findFiles();
  }

  /** As it is now; the same object while no transcript changed. */
  async read(): Promise<TurnReading> {
    const files = await this.findFiles();
    const found = await Promise.all(files.map((file) => stat(file).catch(() => undefined)));
    const stamp = found
      .map((stats, index) => `${files[index]} ${stats?.size} ${stats?.mtimeMs}`)
      .join('\n');
    if (stamp === this.stamp) return this.latest;
    const calls = await readTurnCalls(files);
    const steps = calls.flatMap((call) => call.steps);
    const lines = await this.toLines(steps);
    const isFull = (found.at(-1)?.size ?? 0) >= TRANSCRIPT_HEAD_BYTES;
    this.latest = { lines, isFull, ...summarize(calls) };
    this.steps = steps;
    this.texts = undefined;
    this.stamp = stamp;
    return this.latest;
  }

  /** The step at an index of the newest reading; undefined beyond its end. */
  find(index: number): ReadStep | undefined {
    const step = this.steps[index];
    return step && { step, call: describeArguments(step), diffs: readStepDiffs(step) };
  }

  /** Finds the words in all texts of the steps, ignoring case; returns indexes into the newest reading. */
  search(words: string): readonly number[] {
    const wanted = words.trim().toLowerCase();
    if (wanted === '') return [];
    this.texts ??= this.steps.map(toSearched);
    return this.texts.flatMap((text, index) => (text.includes(wanted) ? [index] : []));
  }

  /** Lines of steps that are as before stay the same objects. */
  private async toLines(steps: readonly Step[]): Promise<readonly StepLine[]> {
    const lines: StepLine[] = [];
    for (const [index, step] of steps.entries()) {
      const [before, line] = [this.steps[index], this.latest.lines[index]];
      lines.push(
        line !== undefined && before !== undefined && isSame(before, step)
          ? line
          : toStepLine(step),
      );
      if (index % SLICE === SLICE - 1) await setImmediate();
    }
    return lines;
  }
}

function summarize(calls: readonly TurnCall[]): Omit<TurnReading, 'lines' | 'isFull'> {
  let first = 0;
  const starts = calls.map(({ name, steps }) => {
    const start = { name, first };
    first += steps.length;
    return start;
  });
  return {
    isKept: calls.length > 0,
    calls: starts,
    problems: calls.flatMap(({ problems }) => problems),
    output: calls.flatMap(({ output }) => output ?? []).join('\n\n'),
  };
}

function isSame(one: Step, other: Step): boolean {
  return (
    one.number === other.number &&
    one.tool === other.tool &&
    one.error === other.error &&
    one.args === other.args &&
    one.result === other.result &&
    one.thought === other.thought
  );
}

function toSearched({ tool, args, result, thought }: Step): string {
  return `${tool}\n${describeArguments({ args })}\n${result}\n${thought}`.toLowerCase();
}
