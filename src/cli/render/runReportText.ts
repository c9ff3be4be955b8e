import { describeHopOutcome, describeHop, describeProof } from '../../model/overview/describeHop';
import { nameDecider, hasJudgedTurn, withoutReasoning } from '../../model/report/describeJudged';
import { describeActor } from '../../reports/task/describeIntervention';
import type {
  RunReport,
  RunReportLine,
  RunReportTask,
  RunReportTurn,
} from '../../model/run/runReport';
import { endedBadly, countHops, describeTerminal } from '../../reports/run/describeTerminal';
import type { ReportFiles } from '../../ports/runReports';
import { printable, printableLine, printablePath } from '../terminal/printable';
import type { Style } from '../terminal/style';
import { alignColumns, type Cell } from '../terminal/table';
import { OUTCOME_WORDS } from '../../reports/task/outcomeWords';
import { historyLines } from './historyText';
import { judgeCostLine, judgeLines } from './judgedText';
import { statusColour } from './statusText';
import { countOf } from '../../text/count';
import { clockTime } from '../../text/time';
import { compactDuration } from '../../text/duration';
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

/** What `devs report` prints of a run; everything that agents said is harmless to a terminal. */
export function runReportText(report: RunReport, options: RunReportTextOptions): string {
  const { style, files } = options;
  const lines = [
    ...headLines(report, options),
    ...report.tasks.flatMap((task) => taskLines(task, report, options)),
    '',
    style.dim(`In full, with transcripts and diffs: ${printablePath(files.markdown)}`),
    style.dim(`To take it along: devs report --run ${printableLine(report.id)} --export <folder>`),
  ];
  return `${lines.join('\n')}\n`;
}

function headLines(report: RunReport, { style, now }: RunReportTextOptions): readonly string[] {
  const { id, terminalStatus, stopReason, startedAt, endedAt, by, turns, hopCount, judge } = report;
  const paint = painted(report, style);
  const ms = Date.parse(endedAt) - Date.parse(startedAt);
  const facts = [
    `started ${timeOf(startedAt, now)}${by === undefined ? '' : ` by ${printableLine(describeActor(by))}`}`,
    ...(Number.isFinite(ms) ? [`took ${compactDuration(Math.max(0, ms))}`] : []),
    countOf(turns.length, 'turn'),
    ...(hopCount === 0 ? [] : [countOf(hopCount, 'hop')]),
  ];
  return [
    `${style.bold(`Run ${printableLine(id)}`)}: ${paint(describeTerminal(terminalStatus))}`,
    `  ${printableLine(stopReason)}`,
    style.dim(`  ${facts.join(', ')}`),
    ...judgeCostLine(judge).map((line) => style.dim(`  ${line}`)),
  ];
}

function taskLines(
  task: RunReportTask,
  report: RunReport,
  { style, now }: RunReportTextOptions,
): readonly string[] {
  const turns = report.turns.filter(({ taskId }) => taskId === task.id);
  const why = printableLine(task.statusReason);
  const status = statusColour(task.status, style)(task.status);
  return [
    '',
    `${style.bold(printableLine(task.id))}  ${status}${why === '' ? '' : `: ${why}`}`,
    ...task.loops.map((loop) => style.yellow(`  Loop: ${printableLine(loop)}`)),
    ...questionLines(task, style),
    ...indented(turnLines(turns, report, style)),
    ...indented(judgeLines(turns.slice(-MAX_TURNS), style)),
    ...indented(hopLines(turns, style)),
    ...indented(proofLines(turns)),
    ...indented(historyLines(task.interventions.toReversed(), now)),
  ];
}

function questionLines({ question }: RunReportTask, style: Style): readonly string[] {
  if (question === undefined) return [];
  const lines = printable(question).split('\n');
  return [style.bold('  You are asked'), ...lines.map((line) => `  | ${line}`.trimEnd())];
}

function turnLines(
  turns: readonly RunReportTurn[],
  report: RunReport,
  style: Style,
): readonly string[] {
  if (turns.length === 0) return [];
  const judges = hasJudgedTurn(report.turns);
  const names = ['TURN', 'OUTCOME', 'TIME', 'HOPS', 'FILES', ...(judges ? ['BY'] : []), 'REASON'];
  const head = names.map((text) => ({ text, paint: style.dim }));
  const older = turns.length - MAX_TURNS;
  return [
    ...(older > 0 ? [`… ${countOf(older, 'older turn')}`] : []),
    ...alignColumns([head, ...turns.slice(-MAX_TURNS).map((turn) => turnCells(turn, judges))]),
  ];
}

function turnCells(turn: RunReportTurn, judges: boolean): readonly Cell[] {
  const { number, outcome, pivotDirective, durationMs, changedFiles, judged } = turn;
  const reason = withoutReasoning(turn.reason, judged);
  return [
    { text: String(number) },
    { text: `${OUTCOME_WORDS[outcome]}${pivotDirective > 0 ? ' ↻' : ''}` },
    { text: durationMs === undefined ? '' : compactDuration(durationMs) },
    { text: String(countHops(turn)) },
    { text: String(changedFiles.length) },
    ...(judges ? [{ text: nameDecider(turn) }] : []),
    { text: fitLine(printableLine(reason), MAX_REASON) },
  ];
}

function hopLines(turns: readonly RunReportTurn[], style: Style): readonly string[] {
  const hops = turns.flatMap((turn) => turn.hops.map((hop) => ({ turn: turn.number, hop })));
  if (hops.length === 0) return [];
  const older = hops.length - MAX_HOPS;
  return [
    style.dim('HOPS'),
    ...(older > 0 ? [`… ${countOf(older, 'older hop')}`] : []),
    ...alignColumns(
      hops.slice(-MAX_HOPS).map(({ turn, hop }) => [
        { text: `${turn}/${hop.number}` },
        { text: printableLine(describeHop(hop)) },
        { text: describeHopOutcome(hop) },
        { text: hop.durationMs === undefined ? '' : compactDuration(hop.durationMs) },
        {
          text: fitLine(printableLine(hop.request === '' ? hop.reason : hop.request), MAX_REASON),
        },
      ]),
    ),
  ];
}

/** Which steps prove the loops in turns that had to be ended. */
function proofLines(turns: readonly RunReportTurn[]): readonly string[] {
  return turns.flatMap(({ number, inTurnLoop }) =>
    inTurnLoop?.steps === undefined
      ? []
      : [printableLine(`Turn ${number} was ended: ${describeProof(inTurnLoop)}`)],
  );
}

/** What `devs report --list` prints: one line for each run, newest first. */
export function runReportsText(runs: readonly RunReportLine[], style: Style, now: Date): string {
  if (runs.length === 0) return 'No run report yet: one is written when a run ends.\n';
  const head = ['RUN', 'STARTED', 'TURNS', 'HOPS', 'ENDED', 'WHY'].map((text) => ({
    text,
    paint: style.dim,
  }));
  const rows = runs.map((run) => [
    { text: printableLine(run.id) },
    { text: timeOf(run.startedAt, now) },
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

function timeOf(at: string, now: Date): string {
  return Number.isNaN(Date.parse(at)) ? printableLine(at) : clockTime(at, now);
}

function indented(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `  ${line}`.trimEnd());
}
