import { describeHop, describeSame, HOP_OUTCOME_WORDS, type TurnHop } from '../../domain/hopWords';
import { cell, fileLink, sentence } from '../../domain/markdownText';
import type { RunReportTurn } from '../../domain/runReport';
import { describeTime } from '../../domain/runReportWords';
import type { ReportPlace } from './reportPlace';

/** The hops of a turn as a compact table, with the loop inside it; nothing where there were none. */
export function hopsMarkdown(
  { number, hops, inTurnLoop, exit }: RunReportTurn,
  place: ReportPlace,
): readonly string[] {
  if (hops.length === 0 && inTurnLoop === undefined && exit === undefined) return [];
  return [
    `### Hops of turn ${number}`,
    '',
    ...(inTurnLoop === undefined ? [] : [`**Loop:** ${sentence(inTurnLoop.message)}`, '']),
    ...(exit === undefined ? [] : [`**Exit ${exit.kind}:** ${sentence(exit.stopReason)}`, '']),
    ...table({ number, hops }, place),
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
  const { number, outcome, durationMs, request, reason, answer, progress, transcript } = hop;
  const reset = progress === undefined ? '' : `, progress: ${cell(progress)}`;
  const same = describeSame(hop);
  const again = same === '' ? '' : `, ${cell(same)}`;
  const cells = [
    number,
    cell(describeHop(hop)),
    `${HOP_OUTCOME_WORDS[outcome]}${again}${reset}`,
    durationMs === undefined ? '' : describeTime(durationMs),
    cell(request === '' ? reason : request),
    cell(answer),
    transcript === '' ? '' : fileLink('transcript', place, transcript),
  ];
  return `| ${cells.join(' | ')} |`;
}
