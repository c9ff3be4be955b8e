import type { InTurnLoop } from '../../model/hops/hop';
import {
  describeHopOutcome,
  describeHop,
  describeProof,
  describeSameRequests,
  type TurnHop,
} from '../../model/overview/describeHop';
import type { RunReportTurn } from '../../model/run/runReport';
import { countHops } from './describeTerminal';
import { describeCall } from '../task/describeSteps';
import type { ReportPlace } from './reportPlace';
import { tableCell, fileLink, escapeMarkdown } from '../../text/markdown';
import { countOf } from '../../text/count';
import { describeDuration } from '../../text/duration';

/** The hops of a turn as a compact table, with the loop inside it and the steps that prove it; nothing where there were none. */
export function hopsMarkdown(turn: RunReportTurn, place: ReportPlace): readonly string[] {
  const { number, hops, inTurnLoop, exit } = turn;
  const left = countHops(turn) - hops.length;
  if (hops.length === 0 && inTurnLoop === undefined && exit === undefined) return [];
  return [
    hops.length === 0 && inTurnLoop?.steps !== undefined
      ? `### Loop in turn ${number}`
      : `### Hops of turn ${number}`,
    '',
    ...(inTurnLoop === undefined ? [] : [`**Loop:** ${escapeMarkdown(inTurnLoop.message)}`, '']),
    ...(inTurnLoop === undefined ? [] : stepsTable(inTurnLoop)),
    ...(exit === undefined
      ? []
      : [`**Exit ${exit.kind}:** ${escapeMarkdown(exit.stopReason)}`, '']),
    ...(left > 0 ? [`${countOf(left, 'earlier hop')} not listed.`, ''] : []),
    ...table({ number, hops }, place),
  ];
}

/** Nothing where no steps prove it. */
function stepsTable(loop: InTurnLoop): readonly string[] {
  const { steps = [] } = loop;
  if (steps.length === 0) return [];
  return [
    `Found by ${describeProof(loop)}.`,
    '',
    '| Step | Call | Result |',
    '| ---: | --- | --- |',
    ...steps.map(
      (step) => `| ${step.number} | ${tableCell(describeCall(step))} | ${tableCell(step.result)} |`,
    ),
    '',
  ];
}

function table(
  { number: turn, hops }: Pick<RunReportTurn, 'number' | 'hops'>,
  place: ReportPlace,
): readonly string[] {
  if (hops.length === 0) return [];
  return [
    '| Hop | From → to | Outcome | Took | Asked | Answered | File |',
    '| ---: | --- | --- | ---: | --- | --- | --- |',
    ...hops.map((hop) => row({ ...hop, turn }, place)),
    '',
  ];
}

function row(hop: TurnHop, place: ReportPlace): string {
  const { number, durationMs, request, reason, answer, progress, transcript } = hop;
  const reset = progress === undefined ? '' : `, progress: ${tableCell(progress)}`;
  const same = describeSameRequests(hop);
  const again = same === '' ? '' : `, ${tableCell(same)}`;
  const cells = [
    number,
    tableCell(describeHop(hop)),
    `${describeHopOutcome(hop)}${again}${reset}`,
    durationMs === undefined ? '' : describeDuration(durationMs),
    tableCell(request === '' ? reason : request),
    tableCell(answer),
    transcript === '' ? '' : fileLink('transcript', place, transcript),
  ];
  return `| ${cells.join(' | ')} |`;
}
