import { ENTROPY_NAME, PIVOT_NAME } from '../task/counterWords';
import { spendingParts } from '../../model/judge/judgeCost';
import type { MetricSet, Metrics } from '../../model/report/metricSet';
import { describeSpent, describeSpentShortly, hasKnownSpending } from '../usage/describeSpent';
import { describeMoney } from '../usage/describeUsage';
import { countOf, groupThousands } from '../../text/count';
import { describeDuration } from '../../text/describeDuration';
import { listSome } from '../../text/list';
import { shortName } from '../../text/truncate';

/** Text for an unknown value. */
export const UNKNOWN = '–';

/** A metric for display. Its name is the one in docs/metrics.md, on every surface. */
export interface ShownMetric {
  readonly key: string;
  readonly name: string;
  /** "50 %", "3 turns"; "–" if unknown. */
  readonly value: string;
  /** Its basis, a few words: "2 of 4 tasks"; '' for none. */
  readonly basis: string;
  /** Its meaning, one sentence with its basis. */
  readonly meaning: string;
}

/** Lists the metrics, most relevant first. */
export function describeMetrics(all: MetricSet): readonly ShownMetric[] {
  const { loopingTasks, tasks, gates, forced, falseAlarms, turnsAfterProof, savedTurns } = all;
  const looping = `${groupThousands(loopingTasks)} of ${countOf(tasks, 'task')}`;
  const loops = countOf(all.loops, 'loop');
  const stops = gates + forced;
  const resolved = groupThousands(all.resolvedGates);
  const lost = describeDuration(all.msAfterProof);
  return [
    {
      key: 'loopRate',
      name: METRIC_COLUMNS.loopRate.label,
      value: formatShare(all.loopRate),
      basis: looping,
      meaning: `${looping} looped.`,
    },
    {
      key: 'gateRate',
      name: METRIC_COLUMNS.gateRate.label,
      value: formatShare(all.gateRate),
      basis: countOf(gates, 'pause'),
      meaning: `Pauses of a task and questions to you because of a loop: ${groupThousands(gates)}.`,
    },
    {
      key: 'turnsAfterProof',
      name: METRIC_COLUMNS.turnsAfterProof.label,
      value: countOf(turnsAfterProof, 'turn'),
      basis: lost,
      meaning: `Turns that made no progress after Devs had found a loop, out of ${countOf(all.turns, 'turn')} in all. They took ${lost}.`,
    },
    {
      key: 'savedTurns',
      name: 'Saved turns, at most',
      value: countOf(savedTurns, 'turn'),
      basis: describeDuration(all.savedMs),
      meaning: describeSaved(all),
    },
    {
      key: 'falseAlarmRate',
      name: 'False alarm rate',
      value: formatShare(all.falseAlarmRate),
      basis:
        forced === 0
          ? `${falseAlarms} of ${countOf(gates, 'pause')}`
          : `${falseAlarms} of ${stops} (${countOf(gates, 'pause')}, ${countOf(forced, 'forced end')})`,
      meaning: `Stops because of a loop: ${groupThousands(stops)}. You marked ${falseAlarms} of them as not a loop.`,
    },
    {
      key: 'resolutionMs',
      name: 'Time to your decision',
      value: all.resolutionMs === undefined ? UNKNOWN : describeDuration(all.resolutionMs),
      basis: `${resolved} of ${countOf(gates, 'pause')} answered`,
      meaning: 'Average time from a pause until your decision.',
    },
    {
      key: 'loopsPerTask',
      name: 'Loops per looping task',
      value: formatMean(all.loopsPerTask),
      basis: `${loops} found`,
      meaning: `Average number of loops in a task that looped; ${loops} in all.`,
    },
    {
      key: 'loopsBeforeGate',
      name: 'Loops before a pause',
      value: formatMean(all.loopsBeforeGate),
      basis: '',
      meaning:
        'Average number of loops that Devs found in a task between your last decision and the next pause.',
    },
    ...spentMetrics(all),
    ...flakyMetric(all),
    ...judgeMetric(all.judge),
    ...debuggerMetric(all.debugger),
  ];
}

/** Empty if nothing is known of what agents used. */
function spentMetrics({
  spent,
  spentAfterProof,
  savedNanoUsd = 0,
}: MetricSet): readonly ShownMetric[] {
  if (spent === undefined || !hasKnownSpending({ spent })) return [];
  const calls = countOf(spent.calls, 'call');
  const lost = spentAfterProof && describeSpentShortly(spentAfterProof);
  return [
    {
      key: 'spent',
      name: 'Spent',
      value: describeSpentShortly(spent),
      basis: calls,
      meaning: `Used by ${calls} of agents, as the agents reported: ${describeSpent(spent)}.`,
    },
    {
      key: 'spentAfterProof',
      name: 'Spent in loops',
      value: lost ?? UNKNOWN,
      basis: `of ${describeSpentShortly(spent)}`,
      meaning:
        'Used by turns that made no progress after Devs had found a loop, until the task made progress or paused, or you decided.',
    },
    ...(savedNanoUsd === 0
      ? []
      : [
          {
            key: 'savedNanoUsd',
            name: 'Money saved by pauses, at most',
            value: `about ${describeMoney(savedNanoUsd)}`,
            basis: 'saved turns at the mean price of their task’s turns',
            meaning:
              'What the saved turns would have cost, each at the average price of a turn of the same task.',
          },
        ]),
  ];
}

/** Empty if no verification was flaky. */
function flakyMetric({ flakyTurns, flakyTests }: MetricSet): readonly ShownMetric[] {
  if (flakyTurns === 0) return [];
  const tests = Object.entries(flakyTests).map(([test, turns]) => `${shortName(test)} (${turns})`);
  return [
    {
      key: 'flakyTurns',
      name: 'Flaky verifications',
      value: countOf(flakyTurns, 'turn'),
      basis: listSome(tests, MAX_NAMED),
      meaning:
        'Turns whose verification had different results on the same files. Such turns do not count as failed.',
    },
  ];
}

const MAX_NAMED = 3;

/** Empty if no judge was asked. */
function judgeMetric(judge: MetricSet['judge']): readonly ShownMetric[] {
  if (judge === undefined || judge.calls === 0) return [];
  const [value = '', ...spent] = spendingParts(judge);
  const basis = [...spent, describeDuration(judge.durationMs)].join(', ');
  const meaning = `Asking it took ${basis}.`;
  return [{ key: 'judge', name: 'Asking the judge', value, basis, meaning }];
}

/** Empty if no debugger agent was called. */
function debuggerMetric(asked: MetricSet['debugger']): readonly ShownMetric[] {
  if (asked === undefined) return [];
  const { calls, diagnoses, helped, durationMs } = asked;
  return [
    {
      key: 'debugger',
      name: 'Diagnoses that helped',
      value: `${groupThousands(helped)} of ${groupThousands(diagnoses)}`,
      basis: `${countOf(calls, 'call')}, ${describeDuration(durationMs)}`,
      meaning:
        'Diagnoses by the debugger agent that helped: the task made progress or was done before it paused again.',
    },
  ];
}

function describeSaved({ gates, savedTurns, savedMs }: MetricSet): string {
  if (gates === 0) return 'No loop has paused a task yet.';
  return savedTurns === 0
    ? 'Not measurable: no paused task had turns left before its limit (limits.maxTurns in devs.yaml).'
    : `Turns that tasks did not waste because they paused before their limit (limits.maxTurns in devs.yaml). These turns would have taken ${describeDuration(savedMs)}.`;
}

/** A column of the tables by agent and by day. */
export interface MetricColumn {
  readonly label: string;
  readonly show: (metrics: MetricSet) => string;
}

export const METRIC_COLUMNS = {
  tasks: { label: 'Tasks', show: ({ tasks }) => groupThousands(tasks) },
  turns: { label: 'Turns', show: ({ turns }) => groupThousands(turns) },
  loopRate: { label: 'Loop rate', show: ({ loopRate }) => formatShare(loopRate) },
  loops: { label: 'Loops', show: ({ loops }) => groupThousands(loops) },
  gates: { label: 'Pauses', show: ({ gates }) => groupThousands(gates) },
  gateRate: { label: 'Pause rate', show: ({ gateRate }) => formatShare(gateRate) },
  falseAlarms: { label: 'False alarms', show: ({ falseAlarms }) => groupThousands(falseAlarms) },
  turnsAfterProof: {
    label: 'Lost turns',
    show: ({ turnsAfterProof }) => groupThousands(turnsAfterProof),
  },
  msAfterProof: {
    label: 'Lost time',
    show: ({ msAfterProof }) => describeDuration(msAfterProof),
  },
} satisfies Readonly<Record<string, MetricColumn>>;

/** Formats a share of 0–1 as whole percent. */
export function formatShare(rate: number | undefined): string {
  return rate === undefined ? UNKNOWN : `${Math.round(rate * 100)} %`;
}

function formatMean(mean: number | undefined): string {
  return mean === undefined ? UNKNOWN : mean.toFixed(1);
}

/**
 * Lists detectors and patterns with their numbers of proved loops, descending, and how many of these were none:
 * "failed in a row 4, repeated call 3 (1 marked by you as not a loop), no progress repeat 1"; '' for none.
 */
export function describePatterns({ patterns, noLoops }: MetricSet): string {
  // Refused calls prove no loop, but can be called none.
  const found = {
    ...Object.fromEntries(Object.keys(noLoops).map((name) => [name, 0])),
    ...patterns,
  };
  return Object.entries(found)
    .toSorted(([, a], [, b]) => b - a)
    .map(([pattern, loops]) => {
      const none = noLoops[pattern];
      const also =
        none === undefined ? '' : ` (${groupThousands(none)} marked by you as not a loop)`;
      return `${namePattern(pattern)} ${groupThousands(loops)}${also}`;
    })
    .join(', ');
}

const PATTERN_NAMES: ReadonlyMap<string, string> = new Map([
  ['entropy', ENTROPY_NAME],
  ['ignored pivot', `ignored ${PIVOT_NAME}`],
]);

function namePattern(pattern: string): string {
  return PATTERN_NAMES.get(pattern) ?? pattern.replaceAll('_', ' ');
}

/** Titles of the parts that are no single number. */
export const METRIC_PARTS = {
  patterns: 'Loops found by',
  predictions: 'Predictions of pauses',
  agents: 'Metrics by agent',
  days: 'Metrics by day (UTC)',
} as const;

/** Why there are no metrics; '' if there are any. `days`: the requested number of days. */
export function describeNoMetrics({ all, forgottenTurns }: Metrics, days?: number): string {
  if (all.tasks > 0) return '';
  if (days !== undefined) {
    return `No agent worked on a task in the last ${countOf(days, 'day')}; omit --days to count the whole history.`;
  }
  return forgottenTurns > 0
    ? 'No metrics: all turns were removed with old history.'
    : 'No metrics yet: no agent has worked on a task so far.';
}

/** Describes the turns that are not counted; '' for none. */
export function describeForgotten({ forgottenTurns }: Metrics): string {
  if (forgottenTurns === 0) return '';
  const are = forgottenTurns === 1 ? 'is' : 'are';
  return `${countOf(forgottenTurns, 'turn')} ${are} no longer stored and not counted.`;
}
