import type { InTurnLoop } from '../../model/hops/hop';
import {
  describeEnded,
  describeHop,
  describeProof,
  describeSame,
  type TurnHop,
} from '../../model/overview/describeHop';
import type { RunReportTurn } from '../../model/run/runReport';
import { hopsIn } from './describeTerminal';
import { describeCall } from '../task/describeSteps';
import type { ReportPlace } from './reportPlace';
import { cell, fileLink, sentence } from '../../text/markdown';
import { countOf } from '../../text/count';
import { describeDuration } from '../../text/duration';

/** The hops of a turn as a compact table, with the loop inside it and the steps that prove it; nothing where there were none. */
export function hopsMarkdown(turn: RunReportTurn, place: ReportPlace): readonly string[] {
  const { number, hops, inTurnLoop, exit } = turn;
  const left = hopsIn(turn) - hops.length;
  if (hops.length === 0 && inTurnLoop === undefined && exit === undefined) return [];
  return [
    hops.length === 0 && inTurnLoop?.steps !== undefined
      ? `### Loop in turn ${number}`
      : `### Hops of turn ${number}`,
    '',
    ...(inTurnLoop === undefined ? [] : [`**Loop:** ${sentence(inTurnLoop.message)}`, '']),
    ...(inTurnLoop === undefined ? [] : stepsTable(inTurnLoop)),
    ...(exit === undefined ? [] : [`**Exit ${exit.kind}:** ${sentence(exit.stopReason)}`, '']),
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
      (step) => `| ${step.number} | ${cell(describeCall(step))} | ${cell(step.result)} |`,
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
  const reset = progress === undefined ? '' : `, progress: ${cell(progress)}`;
  const same = describeSame(hop);
  const again = same === '' ? '' : `, ${cell(same)}`;
  const cells = [
    number,
    cell(describeHop(hop)),
    `${describeEnded(hop)}${again}${reset}`,
    durationMs === undefined ? '' : describeDuration(durationMs),
    cell(request === '' ? reason : request),
    cell(answer),
    transcript === '' ? '' : fileLink('transcript', place, transcript),
  ];
  return `| ${cells.join(' | ')} |`;
}
