import { PIVOT_NAME } from '../task/counterWords';
import { OUTCOME_WORDS } from '../task/outcomeWords';
import type { ReportPlace } from './reportPlace';
import type { RunTurnView } from './describeRun';
import { tableCell, fileLink } from '../../text/markdown';
import { countOf } from '../../text/count';
import { describeDuration } from '../../text/describeDuration';

/** Maximum number of turns per task in the table; the newest. */
const MAX_TURNS = 500;
/** Maximum number of links per turn. */
const MAX_LINKS = 12;

/** The turns of a task that its report shows. */
export function shownTurns(turns: readonly RunTurnView[]): readonly RunTurnView[] {
  return turns.slice(-MAX_TURNS);
}

/** Formats the turns of a task as a table: outcome, reason and files. */
export function turnsTable(turns: readonly RunTurnView[], place: ReportPlace): readonly string[] {
  if (turns.length === 0) return [];
  const left = turns.length - MAX_TURNS;
  const judges = turns.some(({ decider }) => decider !== undefined);
  return [
    '### Turns',
    '',
    ...(left > 0
      ? [
          `${countOf(left, 'earlier turn')} ${left === 1 ? 'is' : 'are'} listed only in the JSON file.`,
          '',
        ]
      : []),
    `| Turn | Outcome | Hops | Took | ${judges ? 'Decided by | ' : ''}Why | Measured | Changed | Files |`,
    `| ---: | --- | ---: | ---: | ${judges ? '--- | ' : ''}--- | --- | ---: | --- |`,
    ...shownTurns(turns).map((turn) => row(turn, place)),
    '',
  ];
}

function row(turn: RunTurnView, place: ReportPlace): string {
  const { number, outcome, pivotDirective, durationMs, decider } = turn;
  const pivot = pivotDirective === 0 ? '' : `, ${PIVOT_NAME} ${pivotDirective}`;
  const cells = [
    number,
    `${OUTCOME_WORDS[outcome]}${pivot}`,
    turn.hopCount,
    durationMs === undefined ? '' : describeDuration(durationMs),
    ...(decider === undefined ? [] : [decider]),
    tableCell(turn.reason),
    tableCell(turn.measured),
    turn.changedFiles.length,
    links(turn, place),
  ];
  return `| ${cells.join(' | ')} |`;
}

function links({ transcripts, diff }: RunTurnView, place: ReportPlace): string {
  const left = transcripts.length - MAX_LINKS;
  return [
    ...(diff === undefined ? [] : [fileLink('diff', place, diff)]),
    ...transcripts.slice(0, MAX_LINKS).map((name) => fileLink(partOf(name), place, name)),
    ...(left > 0 ? [`… ${left} more`] : []),
  ].join(', ');
}

/** Label of a transcript: "agent", "02-coder.agent". */
function partOf(name: string): string {
  const file = name.slice(name.lastIndexOf('/') + 1);
  const [, ...parts] = file.replace(/\.log$/, '').split('.');
  return parts.length === 0 ? file : parts.join(' ');
}
