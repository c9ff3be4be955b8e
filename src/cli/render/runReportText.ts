import { describeHopOutcome, describeHop } from '../../reports/hops/describeHop';
import type { RunReport, RunReportLine } from '../../model/run/runReport';
import { endedBadly, describeTerminal } from '../../reports/run/describeTerminal';
import {
  describeRun,
  type RunTaskView,
  type RunTurnView,
  type RunView,
} from '../../reports/run/describeRun';
import type { ReportFiles } from '../../ports/runReports';
import { printable, printableLine, printablePath } from '../terminal/printable';
import type { Style } from '../terminal/style';
import { alignColumns, type Cell } from '../terminal/table';
import { OUTCOME_WORDS } from '../../reports/task/outcomeWords';
import { historyLines } from './historyText';
import { permissionLines } from './permissionsText';
import { judgeLines } from './judgedText';
import { paintedStatus } from './statusText';
import { countOf } from '../../text/count';
import { clockTime } from '../../text/time';
import { compactDuration } from '../../text/describeDuration';
import { indented } from './titled';
import { fitLine } from '../terminal/terminalText';

/** Turns and hops that are shown, the newest; the files have all. */
const MAX_TURNS = 50;
const MAX_HOPS = 40;
/** Characters of a reason that are shown. */
const MAX_REASON = 160;

export interface RunReportTextOptions {
  readonly files: ReportFiles;
  readonly style: Style;
  readonly now: Date;
}

/** Output of `devs report` for a run; text of agents is made printable. */
export function runReportText(report: RunReport, options: RunReportTextOptions): string {
  const { style, files } = options;
  const run = describeRun(report);
  const lines = [
    ...headLines(run, options),
    ...run.tasks.flatMap((task) => taskLines(task, options)),
    '',
    style.dim(`Full report, with transcripts and diffs: ${printablePath(files.markdown)}`),
    style.dim(
      `To export the report: \`devs report --run ${printableLine(run.id)} --export <folder>\``,
    ),
  ];
  return `${lines.join('\n')}\n`;
}

/** Output of `devs report <task>` where the task needed nobody: its part of a run's report. '' if it has none. */
export function runTaskText(
  report: RunReport,
  taskId: string,
  options: RunReportTextOptions,
): string {
  const run = describeRun(report);
  const task = run.tasks.find(({ id }) => id === taskId);
  if (task === undefined) return '';
  const [, ...lines] = taskLines(task, options);
  const { style, files } = options;
  const all = `Report of the whole run: \`devs report --run ${printableLine(run.id)}\`, or ${printablePath(files.markdown)}`;
  return `${[...lines, '', style.dim(all)].join('\n')}\n`;
}

function headLines(run: RunView, { style, now }: RunReportTextOptions): readonly string[] {
  const { startedBy, durationMs, judgeCost } = run;
  const facts = [
    `started ${clockTime(run.startedAt, now)}${startedBy === '' ? '' : ` by ${startedBy}`}`,
    ...(durationMs === undefined ? [] : [`took ${compactDuration(durationMs)}`]),
    ...run.counts,
  ];
  return [
    `${style.bold(`Run ${printableLine(run.id)}`)}: ${painted(run, style)(run.ended)}`,
    `  ${printableLine(run.stopReason)}`,
    style.dim(`  ${printableLine(facts.join(', '))}`),
    ...(judgeCost === '' ? [] : [style.dim(`  ${judgeCost}`)]),
  ];
}

function taskLines(task: RunTaskView, { style, now }: RunReportTextOptions): readonly string[] {
  const { turns } = task;
  const why = printableLine(task.statusReason);
  const status = paintedStatus(task, style);
  return [
    '',
    `${style.bold(printableLine(task.id))}  ${status}${why === '' ? '' : `: ${why}`}`,
    ...task.loops.map((loop) => style.yellow(`  Loop: ${printableLine(loop)}`)),
    ...indented((task.filesAtPivots ?? []).map(printableLine)),
    ...questionLines(task, style),
    ...(task.debugger ?? []).map(({ summary }) => `  Diagnosis: ${printableLine(summary)}`),
    ...indented(turnLines(turns, style)),
    ...indented(judgeLines(turns.slice(-MAX_TURNS), style)),
    ...indented(hopLines(turns, style)),
    ...indented(proofLines(turns)),
    ...indented(permissionLines(task.permissions, style)),
    ...indented(historyLines(task.interventions.toReversed(), now)),
  ];
}

function questionLines({ question }: RunTaskView, style: Style): readonly string[] {
  if (question === undefined) return [];
  const lines = printable(question).split('\n');
  return [style.bold('  Question for you'), ...lines.map((line) => `  | ${line}`.trimEnd())];
}

function turnLines(turns: readonly RunTurnView[], style: Style): readonly string[] {
  if (turns.length === 0) return [];
  const by = turns.some(({ decider }) => decider !== undefined) ? ['BY'] : [];
  const head = ['TURN', 'OUTCOME', 'TIME', 'HOPS', 'FILES', ...by, 'REASON'].map((text) => ({
    text,
    paint: style.dim,
  }));
  const older = turns.length - MAX_TURNS;
  return [
    ...(older > 0 ? [`… ${countOf(older, 'older turn')}`] : []),
    ...alignColumns([head, ...turns.slice(-MAX_TURNS).map(turnCells)]),
  ];
}

function turnCells(turn: RunTurnView): readonly Cell[] {
  const { number, outcome, pivotDirective, durationMs, changedFiles, decider } = turn;
  return [
    { text: String(number) },
    { text: `${OUTCOME_WORDS[outcome]}${pivotDirective > 0 ? ' ↻' : ''}` },
    { text: durationMs === undefined ? '' : compactDuration(durationMs) },
    { text: String(turn.hopCount) },
    { text: String(changedFiles.length) },
    ...(decider === undefined ? [] : [{ text: decider }]),
    { text: fitLine(printableLine(turn.reason), MAX_REASON) },
  ];
}

function hopLines(turns: readonly RunTurnView[], style: Style): readonly string[] {
  const hops = turns.flatMap((turn) => turn.hops);
  if (hops.length === 0) return [];
  const older = hops.length - MAX_HOPS;
  return [
    style.dim('HOPS'),
    ...(older > 0 ? [`… ${countOf(older, 'older hop')}`] : []),
    ...alignColumns(
      hops
        .slice(-MAX_HOPS)
        .map((hop) => [
          { text: `${hop.turn}/${hop.number}` },
          { text: printableLine(describeHop(hop)) },
          { text: describeHopOutcome(hop) },
          { text: hop.durationMs === undefined ? '' : compactDuration(hop.durationMs) },
          { text: fitLine(printableLine(hop.asked), MAX_REASON) },
        ]),
    ),
  ];
}

/** Which steps prove the loops in turns that had to be ended. */
function proofLines(turns: readonly RunTurnView[]): readonly string[] {
  return turns.flatMap(({ number, loop }) =>
    loop === undefined || loop.steps.length === 0
      ? []
      : [printableLine(`Turn ${number} was ended because of a loop: ${loop.foundBy}`)],
  );
}

/** Output of `devs report --list`: one line for each run, newest first. */
export function runReportsText(runs: readonly RunReportLine[], style: Style, now: Date): string {
  if (runs.length === 0) return 'There is no run report yet: Devs writes one when a run ends.\n';
  const head = ['RUN', 'STARTED', 'TURNS', 'HOPS', 'ENDED', 'WHY'].map((text) => ({
    text,
    paint: style.dim,
  }));
  const rows = runs.map((run) => [
    { text: printableLine(run.id) },
    { text: printableLine(clockTime(run.startedAt, now)) },
    { text: String(run.turnCount) },
    { text: String(run.hopCount) },
    { text: describeTerminal(run.terminalStatus), paint: painted(run, style) },
    { text: fitLine(printableLine(run.stopReason), MAX_REASON) },
  ]);
  return `${alignColumns([head, ...rows]).join('\n')}\n`;
}

function painted(
  { terminalStatus }: Pick<RunReport, 'terminalStatus'>,
  style: Style,
): (text: string) => string {
  if (endedBadly(terminalStatus)) return style.yellow;
  return terminalStatus === 'done' ? style.green : style.dim;
}
