import type { JudgeCost } from '../../model/judge/judgedTurn';
import { spendingParts } from '../../model/judge/judgeCost';
import type { MetricSet, Metrics } from '../../model/report/metrics';
import { dayBar } from '../terminal/dayBar';
import { printableLine } from '../terminal/printable';
import type { Style } from '../terminal/style';
import { alignColumns, GAP, type Cell } from '../terminal/table';
import { compactDuration } from '../../text/duration';
import { countOf } from '../../text/count';

/** Days that are listed, the newest; figures cover all of them. */
const LISTED_DAYS = 30;
/** What stands where nothing can be said. */
const NONE = '–';

export interface MetricsTextOptions {
  readonly style: Style;
  /** Whether a bar is drawn for each day: on a terminal. */
  readonly bars: boolean;
  /** Set when only so many days are counted. */
  readonly days?: number;
}

/** What `devs metrics` prints: the figures as a whole, per agent and per day. */
export function metricsText(metrics: Metrics, options: MetricsTextOptions): string {
  const { style, days } = options;
  if (metrics.all.tasks === 0) return `${emptyWords(metrics, days)}\n`;
  const lines = [
    style.bold(`Looping, ${spanWords(metrics)}`),
    '',
    ...wholeLines(metrics.all, style),
    ...titled('Agent Loop Patterns', agentLines(metrics, style), style),
    ...titled('Days (UTC)', dayLines(metrics, options), style),
    ...forgottenLines(metrics, style),
  ];
  return `${lines.join('\n')}\n`;
}

function emptyWords({ forgottenTurns }: Metrics, days: number | undefined): string {
  if (days !== undefined) {
    return `Nothing happened in the last ${countOf(days, 'day')}; without --days everything that is kept is counted.`;
  }
  return forgottenTurns > 0
    ? 'There is nothing to count: no turn is kept any more.'
    : 'There is nothing to count yet: no task has had a turn. `devs run` starts them.';
}

function spanWords({ from = '', to = '' }: Metrics): string {
  const [first, last] = [from.slice(0, 10), to.slice(0, 10)];
  return first === last ? first : `${first} to ${last}`;
}

function wholeLines(all: MetricSet, style: Style): readonly string[] {
  const { tasks, loopingTasks, loops, gates, forced, falseAlarms, resolvedGates, patterns } = all;
  const rows: readonly (readonly [name: string, value: string, more: string])[] = [
    ['Loop Detection Rate', percent(all.loopRate), `${loopingTasks} of ${countOf(tasks, 'task')}`],
    ['Average Loops Per Task', decimal(all.loopsPerTask), `${countOf(loops, 'loop')} proved`],
    ['Average loops before gate', decimal(all.loopsBeforeGate), ''],
    ['Gate Trigger Rate', percent(all.gateRate), countOf(gates, 'gate')],
    [
      'False positive rate',
      percent(all.falseAlarmRate),
      forced === 0
        ? `${falseAlarms} of ${countOf(gates, 'gate')}`
        : `${falseAlarms} of ${gates + forced} (${countOf(gates, 'gate')}, ${countOf(forced, 'forced end')})`,
    ],
    [
      'Resolution Time',
      time(all.resolutionMs),
      `${resolvedGates} of ${countOf(gates, 'gate')} answered`,
    ],
    [
      'After the proof of a loop',
      countOf(all.turnsAfterProof, 'turn'),
      compactDuration(all.msAfterProof),
    ],
    ['Saved by pauses, at most', countOf(all.savedTurns, 'turn'), compactDuration(all.savedMs)],
    ...judgeRows(all.judge),
  ];
  const names = rows.map(([name]) => name.length);
  return [
    ...alignColumns(
      rows.map(([name, value, more]) => [
        { text: name },
        { text: value },
        { text: more, paint: style.dim },
      ]),
    ),
    // Apart: its words are many, and would push the last column off the screen.
    `${'Loops proved by'.padEnd(Math.max(...names) + GAP)}${patternWords(patterns)}`,
  ];
}

/** Nothing where no judge was asked. */
function judgeRows(
  judge: JudgeCost | undefined,
): readonly (readonly [name: string, value: string, more: string])[] {
  if (judge === undefined || judge.calls === 0) return [];
  const [calls = '', ...spent] = spendingParts(judge);
  const more = [...spent, compactDuration(judge.durationMs)].join(', ');
  return [['Asking the judge', calls, more]];
}

function agentLines({ agents }: Metrics, style: Style): readonly string[] {
  if (agents.length === 0) return [];
  const head = [
    'AGENT',
    'TASKS',
    'TURNS',
    'LOOPS',
    'LOOP RATE',
    'GATES',
    'FALSE',
    'AFTER PROOF',
    'PROVED BY',
  ];
  return table(
    head,
    agents.map(({ agent, figures }) => [
      printableLine(agent),
      String(figures.tasks),
      String(figures.turns),
      String(figures.loops),
      percent(figures.loopRate),
      String(figures.gates),
      String(figures.falseAlarms),
      countOf(figures.turnsAfterProof, 'turn'),
      patternWords(figures.patterns),
    ]),
    style,
  );
}

function dayLines({ days }: Metrics, { bars, style }: MetricsTextOptions): readonly string[] {
  const listed = days.slice(-LISTED_DAYS);
  const most = Math.max(0, ...listed.map(({ figures }) => figures.turns));
  const lines = table(
    ['DAY', 'TURNS', 'LOOPS', 'GATES', 'AFTER PROOF'],
    listed.map(({ day, figures }) => [
      day,
      String(figures.turns),
      String(figures.loops),
      String(figures.gates),
      String(figures.turnsAfterProof),
      bars ? dayBar({ turns: figures.turns, after: figures.turnsAfterProof, most }) : '',
    ]),
    style,
  );
  const older = days.length - listed.length;
  return older > 0 ? [...lines, `… ${countOf(older, 'day')} before`] : lines;
}

function forgottenLines({ forgottenTurns }: Metrics, style: Style): readonly string[] {
  if (forgottenTurns === 0) return [];
  const are = forgottenTurns === 1 ? 'is' : 'are';
  return [
    '',
    style.dim(`${countOf(forgottenTurns, 'turn')} ${are} not kept any more and left out.`),
  ];
}

function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  style: Style,
): readonly string[] {
  const heads: readonly Cell[] = head.map((text) => ({ text, paint: style.dim }));
  return alignColumns([heads, ...rows.map((row) => row.map((text) => ({ text })))]);
}

function titled(title: string, lines: readonly string[], style: Style): readonly string[] {
  return lines.length === 0 ? [] : ['', style.bold(title), ...lines.map((line) => `  ${line}`)];
}

function patternWords(patterns: MetricSet['patterns']): string {
  const words = Object.entries(patterns).map(
    ([name, count]) => `${printableLine(name).replaceAll('_', ' ')} ${count}`,
  );
  return words.length === 0 ? NONE : words.join(', ');
}

function percent(rate: number | undefined): string {
  return rate === undefined ? NONE : `${Math.round(rate * 1_000) / 10} %`;
}

function decimal(value: number | undefined): string {
  return value === undefined ? NONE : value.toFixed(1);
}

function time(ms: number | undefined): string {
  return ms === undefined ? NONE : compactDuration(ms);
}
