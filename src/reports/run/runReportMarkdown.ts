import { describeSpending } from '../../model/judge/judgeCost';
import { describeActor } from '../task/describeIntervention';
import type { RunReport, RunReportTask, RunReportTurn } from '../../model/run/runReport';
import { resumeStep } from '../task/nextStep';
import { countHops, describeTerminal } from './describeTerminal';
import type { ReportPlace } from './reportPlace';
import { taskMarkdown } from './taskMarkdown';
import { tableCell, inlineCode, escapeMarkdown, replaceControls } from '../../text/markdown';
import { utcTime } from '../../text/time';
import { countOf } from '../../text/count';
import { describeDuration } from '../../text/duration';

/** Tasks that a sentence names. */
const MAX_NAMED = 10;

/**
 * A run's report as a Markdown document. Whatever an agent, a program or a hint said stands in code or
 * is escaped; links lead to files as seen from `place`.
 */
export function runReportMarkdown(report: RunReport, place: ReportPlace): string {
  const sections = report.tasks.flatMap((task) => taskMarkdown(task, report, place));
  const lines = [
    `# Run of ${escapeMarkdown(utcTime(report.startedAt))}: ${describeTerminal(report.terminalStatus)}`,
    '',
    `**Terminal status:** ${inlineCode(report.terminalStatus)}`,
    '',
    `**Stop reason:** ${escapeMarkdown(report.stopReason)}`,
    '',
    whatHappened(report),
    '',
    ...taskTable(report),
    ...sections,
    ...footer(report),
  ];
  return replaceControls(lines.join('\n'));
}

/** How much there was, who asked for it and how long it took, in a paragraph. */
function whatHappened(report: RunReport): string {
  const { turns, hopCount, tasks, startedAt, endedAt, by, selection } = report;
  const ms = Date.parse(endedAt) - Date.parse(startedAt);
  const took = Number.isFinite(ms) ? ` in ${describeDuration(ms)}` : '';
  const pivots = tasks.reduce((sum, task) => sum + task.pivots, 0);
  const interventions = tasks.reduce((sum, task) => sum + task.interventions.length, 0);
  const counts = [
    countOf(turns.length, 'turn'),
    ...(hopCount === 0 ? [] : [countOf(hopCount, 'hop')]),
    ...(pivots === 0 ? [] : [countOf(pivots, 'pivot')]),
    ...(interventions === 0 ? [] : [countOf(interventions, 'intervention')]),
  ].join(', ');
  const judge = report.judge === undefined ? '' : describeSpending(report.judge);
  const asked = judge === '' ? '' : ` Asking the judge took ${judge}.`;
  const what = selection.length === 0 ? 'every task' : named(selection);
  const who = by === undefined ? '' : ` by ${escapeMarkdown(describeActor(by))}`;
  const end = report.terminalStatus === 'crashed' ? 'it was found crashed' : 'it ended';
  return (
    `${countOf(tasks.length, 'task')} took part, with ${counts}${took}. ` +
    `The run was started${who} for ${what}; ${end} at ${escapeMarkdown(utcTime(endedAt))}.${asked}`
  );
}

function named(ids: readonly string[]): string {
  const left = ids.length - MAX_NAMED;
  const shown = ids.slice(0, MAX_NAMED).map(inlineCode).join(', ');
  return left > 0 ? `${shown} and ${left} more` : shown;
}

function taskTable({ tasks, turns }: RunReport): readonly string[] {
  if (tasks.length === 0) return [];
  const rows = tasks.map(({ id, status, statusReason, pivots }) => {
    const own = turns.filter((turn) => turn.taskId === id);
    const hops = own.reduce((sum, turn) => sum + countHops(turn), 0);
    const cells = [
      tableCell(id),
      inlineCode(status),
      own.length,
      hops,
      pivots,
      tableCell(statusReason),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '## Tasks',
    '',
    '| Task | Status | Turns | Hops | Pivots | Why it stands there |',
    '| --- | --- | ---: | ---: | ---: | --- |',
    ...rows,
    '',
  ];
}

function footer({ id, tasks, turns, terminalStatus }: RunReport): readonly string[] {
  const [first] = tasks.filter(({ status }) => NEEDS_YOU.has(status));
  const again =
    terminalStatus === 'crashed' ? [`- ${inlineCode('devs run')} goes on where it was.`] : [];
  const needed = first === undefined ? [] : [goingOn(first, turns)];
  return [
    '## What you can do',
    '',
    ...needed,
    ...again,
    `- ${inlineCode(`devs report --run ${id} --export <folder>`)} copies this report with all that it links to.`,
    '',
  ];
}

function goingOn(task: RunReportTask, turns: readonly RunReportTurn[]): string {
  const lastOutcome = turns.findLast(({ taskId }) => taskId === task.id)?.outcome;
  const { command, does } = resumeStep({ ...task, lastOutcome });
  return `- ${inlineCode(`devs report ${task.id}`)} shows why ${inlineCode(task.id)} stopped; run ${inlineCode(command)} to ${does}.`;
}

const NEEDS_YOU: ReadonlySet<string> = new Set([
  'PAUSED_FOR_INTERVENTION',
  'aborted_stuck',
  'blocked',
]);
