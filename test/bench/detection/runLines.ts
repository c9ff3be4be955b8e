import { replayRun } from '../../../src/app/read/replayRecordings';
import type { StepVerdict } from '../../../src/model/steps/step';
import type { StepLimits } from '../../../src/model/config/stepLimits';
import { secondRepetition, type RunLabels } from './labels';
import type { LabelledRecording } from './loadRuns';
import { signed } from './signed';

/**
 * Each run with what was said of it and what came of it (found, missed, a fire where no loop is known),
 * and below it what the detectors find, one verdict a line; `#` stands before step numbers of the recording.
 */
export function runLines(
  runs: readonly LabelledRecording[],
  limits: StepLimits,
): readonly string[] {
  return runs.flatMap((run) => {
    const { fires } = replayRun(run, limits);
    const stuck = fires.find(({ level }) => level === 'stuck')?.step;
    const index = run.steps.findIndex(({ number }) => number === stuck);
    const outcome = outcomeOf(run.labels, index === -1 ? undefined : index);
    return [
      `${outcome.padEnd(10)} ${run.id}: ${run.steps.length} steps, ${labelWords(run.labels)}`,
      ...fires.map(verdictLine),
    ];
  });
}

function outcomeOf(labels: RunLabels, stuckAt: number | undefined): string {
  const loop = secondRepetition(labels) ?? labels.loopAt ?? undefined;
  if (loop === undefined) return stuckAt === undefined ? '' : 'FIRED';
  return stuckAt === undefined ? 'MISSED' : `FOUND ${signed(stuckAt - loop)}`;
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
  const proof = evidence.map((each) => `#${each}`).join(' ');
  return `${`#${step}`.padStart(16)} ${level.padEnd(7)} ${detector} ${count}/${limit}: ${proof}`;
}
