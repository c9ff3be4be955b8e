import { nameDecider, hasJudgedTurn, withoutReasoning } from '../../model/report/describeJudged';
import { describeMeasurement } from '../../model/report/describeFailure';
import type { RunReportTurn } from '../../model/run/runReport';
import { OUTCOME_WORDS } from '../task/outcomeWords';
import { countHops } from './describeTerminal';
import type { ReportPlace } from './reportPlace';
import { tableCell, fileLink } from '../../text/markdown';
import { countOf } from '../../text/count';
import { describeDuration } from '../../text/duration';

/** Turns of one task that the table shows; the newest. */
const MAX_TURNS = 500;
/** Links of one turn. */
const MAX_LINKS = 12;

/** Those of a task's turns that its report shows. */
export function shownTurns(turns: readonly RunReportTurn[]): readonly RunReportTurn[] {
  return turns.slice(-MAX_TURNS);
}

/** The turns of a task with what each was, why, and the files that prove it. */
export function turnsTable(turns: readonly RunReportTurn[], place: ReportPlace): readonly string[] {
  if (turns.length === 0) return [];
  const left = turns.length - MAX_TURNS;
  const judges = hasJudgedTurn(turns);
  return [
    '### Turns',
    '',
    ...(left > 0 ? [`${countOf(left, 'earlier turn')} in the JSON alone.`, ''] : []),
    `| Turn | Outcome | Hops | Took | ${judges ? 'Decided by | ' : ''}Why | Measured | Changed | Files |`,
    `| ---: | --- | ---: | ---: | ${judges ? '--- | ' : ''}--- | --- | ---: | --- |`,
    ...shownTurns(turns).map((turn) => row(turn, place, judges)),
    '',
  ];
}

function row(turn: RunReportTurn, place: ReportPlace, judges: boolean): string {
  const { number, outcome, pivotDirective, durationMs, judged, measurement } = turn;
  const pivot = pivotDirective === 0 ? '' : `, pivot directive ${pivotDirective}`;
  const cells = [
    number,
    `${OUTCOME_WORDS[outcome]}${pivot}`,
    countHops(turn),
    durationMs === undefined ? '' : describeDuration(durationMs),
    ...(judges ? [nameDecider(turn)] : []),
    tableCell(withoutReasoning(turn.reason, judged)),
    measurement === undefined ? '' : tableCell(describeMeasurement(measurement)),
    turn.changedFiles.length,
    links(turn, place),
  ];
  return `| ${cells.join(' | ')} |`;
}

function links({ transcripts, diff }: RunReportTurn, place: ReportPlace): string {
  const left = transcripts.length - MAX_LINKS;
  return [
    ...(diff === undefined ? [] : [fileLink('diff', place, diff)]),
    ...transcripts.slice(0, MAX_LINKS).map((name) => fileLink(partOf(name), place, name)),
    ...(left > 0 ? [`… ${left} more`] : []),
  ].join(', ');
}

/** What a transcript is of: "agent", "02-coder.agent". */
function partOf(name: string): string {
  const file = name.slice(name.lastIndexOf('/') + 1);
  const [, ...parts] = file.replace(/\.log$/, '').split('.');
  return parts.length === 0 ? file : parts.join(' ');
}
