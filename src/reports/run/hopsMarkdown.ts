import { describeHopOutcome, describeHop, describeSameRequests } from '../hops/describeHop';
import { describeCall, describeOutcome, type ProvenLoop } from '../task/describeSteps';
import type { ReportPlace } from './reportPlace';
import type { RunHop, RunTurnView } from './describeRun';
import { tableCell, fileLink, escapeMarkdown } from '../../text/markdown';
import { countOf } from '../../text/count';
import { describeDuration } from '../../text/describeDuration';

/** Formats the hops of a turn as a compact table, with its loop and the proving steps; empty without hops. */
export function hopsMarkdown(turn: RunTurnView, place: ReportPlace): readonly string[] {
  const { number, hops, loop, exit } = turn;
  const left = turn.hopCount - hops.length;
  if (hops.length === 0 && loop === undefined && exit === undefined) return [];
  return [
    hops.length === 0 && loop !== undefined && loop.steps.length > 0
      ? `### Loop in turn ${number}`
      : `### Hops (calls between agents) of turn ${number}`,
    '',
    ...(loop === undefined
      ? []
      : [`**Loop:** ${escapeMarkdown(loop.message)}`, '', ...stepsTable(loop)]),
    ...(exit === undefined
      ? []
      : [`**Exit ${exit.kind}:** ${escapeMarkdown(exit.stopReason)}`, '']),
    ...(left > 0 ? [`${countOf(left, 'earlier hop')} not listed.`, ''] : []),
    ...table(hops, place),
  ];
}

/** Empty if no steps prove it. */
function stepsTable({ foundBy, steps }: ProvenLoop): readonly string[] {
  if (steps.length === 0) return [];
  return [
    `Found by ${foundBy}.`,
    '',
    '| Step | Call | Result |',
    '| ---: | --- | --- |',
    ...steps.map(
      (step) =>
        `| ${step.number} | ${tableCell(describeCall(step))} | ${tableCell(describeOutcome(step))} |`,
    ),
    '',
  ];
}

function table(hops: readonly RunHop[], place: ReportPlace): readonly string[] {
  if (hops.length === 0) return [];
  return [
    '| Hop | From → to | Outcome | Took | Asked | Answered | File |',
    '| ---: | --- | --- | ---: | --- | --- | --- |',
    ...hops.map((hop) => row(hop, place)),
    '',
  ];
}

function row(hop: RunHop, place: ReportPlace): string {
  const { number, durationMs, asked, answer, progress, transcript } = hop;
  const reset = progress === undefined ? '' : `, progress: ${tableCell(progress)}`;
  const same = describeSameRequests(hop);
  const again = same === '' ? '' : `, ${tableCell(same)}`;
  const cells = [
    number,
    tableCell(describeHop(hop)),
    `${describeHopOutcome(hop)}${again}${reset}`,
    durationMs === undefined ? '' : describeDuration(durationMs),
    tableCell(asked),
    tableCell(answer),
    transcript === '' ? '' : fileLink('transcript', place, transcript),
  ];
  return `| ${cells.join(' | ')} |`;
}
