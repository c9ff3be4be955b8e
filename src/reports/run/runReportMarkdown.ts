import { PIVOT_NAME } from '../task/counterWords';
import type { RunReport } from '../../model/run/runReport';
import { countOf } from '../../text/count';
import { describeDuration } from '../../text/describeDuration';
import {
  escapeMarkdown,
  inlineCode,
  inlineCodeList,
  replaceControls,
  tableCell,
  codeBlock,
} from '../../text/markdown';
import { utcTime } from '../../text/time';
import type { ReportPlace } from './reportPlace';
import { describeRun, type RunView, type RunTaskView, type RunTurnView } from './describeRun';
import { interventionMarkdown } from '../task/describeIntervention';
import { judgedList } from '../judge/judgedMarkdown';
import { hopsMarkdown } from './hopsMarkdown';
import { sessionLines } from '../sessions/sessionLines';
import { shownTurns, turnsTable } from './turnsTable';
import { oneLine } from '../../text/oneLine';
import { withFullStop } from '../../text/sentence';

/** Maximum number of tasks named in a sentence. */
const MAX_NAMED = 10;

/**
 * Formats a run's report as Markdown. Text of agents, programs and hints is formatted as code or escaped; links are
 * relative to `place`.
 */
export function runReportMarkdown(report: RunReport, place: ReportPlace): string {
  const run = describeRun(report);
  const lines = [
    `# Run of ${escapeMarkdown(utcTime(run.startedAt))}: ${run.ended}`,
    '',
    `**Terminal status:** ${escapeMarkdown(run.ended)}`,
    '',
    `**Stop reason:** ${escapeMarkdown(run.stopReason)}`,
    '',
    whatHappened(run),
    '',
    ...taskTable(run),
    ...run.tasks.flatMap((task) => taskMarkdown(task, place)),
    ...footer(run),
  ];
  return replaceControls(lines.join('\n'));
}

/** A paragraph on counts, duration and initiator. */
function whatHappened(run: RunView): string {
  const { tasks, counts, durationMs, startedBy, selection } = run;
  const took = durationMs === undefined ? '' : ` in ${describeDuration(durationMs)}`;
  const what = selection.length === 0 ? 'every task' : inlineCodeList(selection, MAX_NAMED);
  const who = startedBy === '' ? '' : ` by ${escapeMarkdown(startedBy)}`;
  const end = run.terminalStatus === 'crashed' ? 'its crash was found' : 'it ended';
  const sentences = [
    `${countOf(tasks.length, 'task')} took part, with ${counts.join(', ')}${took}.`,
    `The run was started${who} for ${what}; ${end} at ${escapeMarkdown(utcTime(run.endedAt))}.`,
    run.judgeCost,
  ];
  return sentences.join(' ').trimEnd();
}

function taskTable({ tasks }: RunView): readonly string[] {
  if (tasks.length === 0) return [];
  const rows = tasks.map(({ id, status, statusReason, pivots, turns }) => {
    const cells = [
      tableCell(id),
      inlineCode(status),
      turns.length,
      turns.reduce((sum, turn) => sum + turn.hopCount, 0),
      pivots,
      tableCell(statusReason),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '## Tasks',
    '',
    '| Task | Status | Turns | Hops | Fresh starts | Reason |',
    '| --- | --- | ---: | ---: | ---: | --- |',
    ...rows,
    '',
  ];
}

function footer({ id, terminalStatus, next }: RunView): readonly string[] {
  const { taskId = '', resume, accept } = next ?? {};
  const accepting = accept === undefined ? '' : `${inlineCode(accept.command)} to ${accept.does}, `;
  return [
    '## What you can do',
    '',
    ...(resume === undefined
      ? []
      : [
          `- ${inlineCode(`devs report ${taskId}`)} shows why ${inlineCode(taskId)} stopped; run ${accepting}${inlineCode(resume.command)} to ${resume.does}.`,
        ]),
    ...(terminalStatus === 'crashed'
      ? [`- ${inlineCode('devs run')} continues where it stopped.`]
      : []),
    `- ${inlineCode(`devs report --run ${id} --export <folder>`)} copies this report with all linked files.`,
    '',
  ];
}

/** Maximum length of a task's list of loops or interventions. */
const MAX_LISTED = 50;

/** A section about one task of the run: its status, the reason and the evidence. */
function taskMarkdown(task: RunTaskView, place: ReportPlace): readonly string[] {
  const { turns } = task;
  const title = task.title === task.id ? '' : `: ${inlineCode(task.title)}`;
  return [
    `## Task ${inlineCode(task.id)}${title}`,
    '',
    ...standing(task),
    ...listed('Loops that were found', task.loops.map(escapeMarkdown)),
    ...question(task),
    ...turnsTable(turns, place),
    ...listed('Sessions of the agents', sessionLines(turns)),
    ...judged(turns),
    ...debuggerCalls(task),
    ...shownTurns(turns).flatMap((turn) => hopsMarkdown(turn, place)),
    ...permissions(task),
    ...listed('What was done', task.interventions.map(interventionMarkdown)),
  ];
}

function standing({
  status,
  statusReason,
  pivots,
  filesAtPivots = [],
}: RunTaskView): readonly string[] {
  const why =
    oneLine(statusReason) === '' ? '.' : `: ${escapeMarkdown(withFullStop(statusReason))}`;
  const tried = pivots === 0 ? '' : ` This run made ${countOf(pivots, PIVOT_NAME)}.`;
  const files = filesAtPivots.map((text) => `- ${escapeMarkdown(oneLine(text))}.`);
  return [
    `Its status is ${inlineCode(status)}${why}${tried}`,
    '',
    ...(files.length === 0 ? [] : [...files, '']),
  ];
}

function judged(turns: readonly RunTurnView[]): readonly string[] {
  const lines = judgedList(shownTurns(turns));
  return lines.length === 0 ? [] : ['### Questions to the judge', '', ...lines, ''];
}

function debuggerCalls({ debugger: calls = [] }: RunTaskView): readonly string[] {
  if (calls.length === 0) return [];
  return [
    '### Diagnoses',
    '',
    ...calls.flatMap(({ summary, diagnosis }) => [
      escapeMarkdown(summary),
      '',
      ...(diagnosis === '' ? [] : [codeBlock(diagnosis), '']),
    ]),
  ];
}

function permissions({ permissions: asked }: RunTaskView): readonly string[] {
  return asked === undefined
    ? []
    : listed(`Permissions: ${asked.summary}`, asked.lines.map(escapeMarkdown));
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
