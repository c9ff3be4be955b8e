import { replayRun } from '../../../src/app/replay';
import type { StepVerdict } from '../../../src/domain/step';
import type { StepLimits } from '../../../src/domain/stepLimits';
import { secondRepetition, type RunLabels } from './labels';
import type { LabelledRecording } from './loadRuns';

/** Each run with what was said of it, and what the detectors find in it, one verdict a line. */
export function runLines(
  runs: readonly LabelledRecording[],
  limits: StepLimits,
): readonly string[] {
  return runs.flatMap((run) => {
    const { fires } = replayRun(run, limits);
    const head = `${run.id}: ${run.steps.length} steps, ${labelWords(run.labels)}`;
    return [head, ...fires.map(verdictLine)];
  });
}

function labelWords(labels: RunLabels): string {
  const { repetitionAt, loopAt, resolved } = labels;
  const second = secondRepetition(labels);
  const words = [
    ...(resolved === undefined ? [] : [resolved ? 'solved' : 'unsolved']),
    ...(repetitionAt === undefined ? [] : [`repetitions at [${repetitionAt.join(' ')}]`]),
    ...(second === undefined ? [] : [`loop at ${second}`]),
    ...(loopAt === undefined ? [] : [`loop as read at ${loopAt ?? 'no step'}`]),
  ];
  return words.length === 0 ? 'unlabelled' : words.join(', ');
}

function verdictLine({ step, level, detector, evidence, count, limit }: StepVerdict): string {
  return `  ${String(step).padStart(5)} ${level.padEnd(7)} ${detector} ${count}/${limit} [${evidence.join(' ')}]`;
}
