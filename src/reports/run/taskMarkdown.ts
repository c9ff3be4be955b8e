import { interventionMarkdown } from '../task/describeIntervention';
import { judgedList } from '../judge/judgedMarkdown';
import { hopsMarkdown } from './hopsMarkdown';
import type { ReportPlace } from './reportPlace';
import type { RunTaskView, RunTurnView } from './runView';
import { shownTurns, turnsTable } from './turnsTable';
import { codeBlock, inlineCode, escapeMarkdown } from '../../text/markdown';
import { oneLine } from '../../text/oneLine';
import { withFullStop } from '../../text/sentence';
import { countOf } from '../../text/count';

/** Longest list of loops or interventions of one task. */
const MAX_LISTED = 50;

/** A section about one task of the run: its status, the reason and the evidence. */
export function taskMarkdown(task: RunTaskView, place: ReportPlace): readonly string[] {
  const { turns } = task;
  const title = task.title === task.id ? '' : `: ${inlineCode(task.title)}`;
  return [
    `## Task ${inlineCode(task.id)}${title}`,
    '',
    ...standing(task),
    ...listed('Loops that were proven', task.loops.map(escapeMarkdown)),
    ...question(task),
    ...turnsTable(turns, place),
    ...judged(turns),
    ...shownTurns(turns).flatMap((turn) => hopsMarkdown(turn, place)),
    ...listed('What you did', task.interventions.map(interventionMarkdown)),
  ];
}

function standing({ status, statusReason, pivots }: RunTaskView): readonly string[] {
  const why =
    oneLine(statusReason) === '' ? '.' : `: ${escapeMarkdown(withFullStop(statusReason))}`;
  const tried = pivots === 0 ? '' : ` This run made ${countOf(pivots, 'pivot')}.`;
  return [`Its status is ${inlineCode(status)}${why}${tried}`, ''];
}

function judged(turns: readonly RunTurnView[]): readonly string[] {
  const lines = judgedList(shownTurns(turns));
  return lines.length === 0 ? [] : ['### Questions to the judge', '', ...lines, ''];
}

function question({ question: asked }: RunTaskView): readonly string[] {
  return asked === undefined ? [] : ['### Question for you', '', codeBlock(asked), ''];
}

function listed(heading: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  const left = lines.length - MAX_LISTED;
  return [
    `### ${heading}`,
    '',
    ...(left > 0 ? [`- … ${left} earlier`] : []),
    ...lines.slice(-MAX_LISTED).map((line) => `- ${line}`),
    '',
  ];
}
