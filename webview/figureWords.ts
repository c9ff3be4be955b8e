import { spendingParts } from '../src/model/judge/judgeCost';
import type { MetricSet } from '../src/model/report/metrics';
import { describeDuration } from '../src/text/duration';
import { countOf } from '../src/text/count';

/** A figure as a tile shows it. */
export interface FigureTile {
  readonly key: string;
  readonly label: string;
  readonly value: string;
  /** What it means, in a sentence. */
  readonly meaning: string;
}

/** A share of 0–1 as whole percent; '–' where nothing can be said. */
export function formatShare(rate: number | undefined): string {
  return rate === undefined ? '–' : `${Math.round(rate * 100)} %`;
}

export function formatNumber(value: number): string {
  return (Math.round(value * 10) / 10).toLocaleString();
}

/** A day (YYYY-MM-DD, UTC) as "21 Nov"; text that is none comes back as it is. */
export function formatDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  return date.toLocaleDateString(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
}

/** The main figures with what each means, the most telling first. */
export function tilesOf(figures: MetricSet): readonly FigureTile[] {
  const { turns, turnsAfterProof, msAfterProof, savedTurns } = figures;
  return [
    {
      key: 'loopRate',
      label: 'Loop rate',
      value: formatShare(figures.loopRate),
      meaning: `${figures.loopingTasks} of ${countOf(figures.tasks, 'task')} went round in circles.`,
    },
    {
      key: 'gateRate',
      label: 'Gate rate',
      value: formatShare(figures.gateRate),
      meaning: `Loops paused a task or asked you ${times(figures.gates)}.`,
    },
    {
      key: 'cost',
      label: 'Turns lost to loops',
      value: formatNumber(turnsAfterProof),
      meaning: `Of ${countOf(turns, 'turn')}, these came after a loop was proved: ${describeDuration(msAfterProof)}.`,
    },
    {
      key: 'saved',
      label: 'Turns saved',
      value: formatNumber(savedTurns),
      meaning: describeSaved(figures),
    },
    {
      key: 'falseAlarmRate',
      label: 'False alarms',
      value: formatShare(figures.falseAlarmRate),
      meaning: `You called ${figures.falseAlarms} of ${countOf(figures.gates + figures.forced, 'stop')} "not a loop".`,
    },
    {
      key: 'resolution',
      label: 'Time to resolution',
      value: figures.resolutionMs === undefined ? '–' : describeDuration(figures.resolutionMs),
      meaning: 'From a gate until you decided, on average.',
    },
    {
      key: 'loopsPerTask',
      label: 'Loops per task',
      value: figures.loopsPerTask === undefined ? '–' : formatNumber(figures.loopsPerTask),
      meaning: `${countOf(figures.loops, 'loop')} in all; the mean is over tasks that looped.`,
    },
    ...judgeTile(figures.judge),
  ];
}

/** None where no judge was asked. */
function judgeTile(judge: MetricSet['judge']): readonly FigureTile[] {
  if (judge === undefined || judge.calls === 0) return [];
  const [, ...spent] = spendingParts(judge);
  const meaning = [...spent, describeDuration(judge.durationMs)].join(', ');
  const value = formatNumber(judge.calls);
  return [{ key: 'judge', label: 'Judge calls', value, meaning: `Asking it took ${meaning}.` }];
}

function describeSaved({ gates, savedTurns, savedMs }: MetricSet): string {
  if (gates === 0) return 'No loop has had to be stopped for you yet.';
  return savedTurns === 0
    ? 'Nothing that can be counted: no task had turns left of its limit (maxTurns).'
    : `What pauses kept from being wasted at most: ${describeDuration(savedMs)}.`;
}

/** Detectors and patterns with the loops that each proved, the most first: "same failure 4, regression 1". */
export function describePatterns({ patterns }: MetricSet): string {
  return Object.entries(patterns)
    .sort(([, a], [, b]) => b - a)
    .map(([pattern, loops]) => `${pattern.replaceAll('_', ' ')} ${loops}`)
    .join(', ');
}

function times(number: number): string {
  if (number === 1) return 'once';
  return number === 0 ? 'never' : `${number.toLocaleString()} times`;
}
