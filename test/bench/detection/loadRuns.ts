import { readRecording } from '../../../src/platform/recordings/readRecording';
import type { RecordedRun, RecordingProblem } from '../../../src/model/steps/replayedRun';
import { recordedLines } from '../recordedLines';
import { labelledRun, type RunLabels } from './labels';

/** A recorded run and what was said of it. */
export interface LabelledRecording extends RecordedRun {
  readonly labels: RunLabels;
}

/** What files of recorded runs hold. */
export interface Recordings {
  readonly runs: readonly LabelledRecording[];
  readonly problems: readonly RecordingProblem[];
}

/** Reads files as `devs replay` does, and the labels beside the runs; a run without any has empty ones. */
export async function loadRuns(files: readonly string[]): Promise<Recordings> {
  const runs: LabelledRecording[] = [];
  const problems: RecordingProblem[] = [];
  for (const file of files) {
    const labels = await labelsIn(file);
    for await (const item of readRecording(file)) {
      if (item.kind === 'problem') problems.push(item.problem);
      else runs.push({ ...item.run, labels: labels.get(item.run.id)?.shift() ?? {} });
    }
  }
  return { runs, problems };
}

/** By the run's id, in the order of the lines; nothing for a file that is no text. */
async function labelsIn(file: string): Promise<ReadonlyMap<string, RunLabels[]>> {
  const labels = new Map<string, RunLabels[]>();
  for (const line of await linesOf(file)) {
    const run = labelledRun(line);
    if (run === undefined) continue;
    const known = labels.get(run.id);
    if (known === undefined) labels.set(run.id, [run.labels]);
    else known.push(run.labels);
  }
  return labels;
}

async function linesOf(file: string): Promise<readonly string[]> {
  try {
    return await recordedLines(file);
  } catch {
    // The product's reader says why it cannot be read.
    return [];
  }
}
