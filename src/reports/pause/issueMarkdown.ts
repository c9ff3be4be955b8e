import { describeHopOutcome, describeHop, describeSameRequests } from '../hops/describeHop';
import { judgedList } from '../judge/judgedMarkdown';
import type { FailureAnalysisReport } from '../../model/report/pauseReport';
import { nameNumbers } from '../../text/list';
import { codeBlock, inlineCode, escapeMarkdown } from '../../text/markdown';
import { maskSecrets } from '../../text/maskSecrets';
import { withFullStop } from '../../text/sentence';
import { truncate } from '../../text/truncate';
import { describePause, describeRepeats, type PausedHop, type PauseView } from './pauseView';

/** Maximum numbers of hops and strategies in an issue, the newest. */
const MAX_HOPS = 20;
const MAX_STRATEGIES = 20;
/** Maximum number of turns with questions to the judge, the newest. */
const MAX_TURNS_JUDGED = 20;
const MAX_GOAL = 8_000;
const MAX_OUTPUT = 4_000;

/** The task that an issue is about. */
export interface IssueTask {
  readonly title: string;
  readonly goal: string;
  /** The subtask of the last turn; absent if it was the task itself. */
  readonly subtask?: string;
}

/**
 * Builds the issue about a task that was given up by its planner or at an edge limit (docs/decisions/planner-loops.md,
 * `snitch`): Markdown with all evidence. Texts of agents and programs are formatted as code, secrets masked.
 */
export function issueMarkdown(report: FailureAnalysisReport, task: IssueTask): string {
  const pause = describePause(report);
  const judged = judgedList(report.turns.slice(-MAX_TURNS_JUDGED));
  const sections = [
    `# ${escapeMarkdown(truncate(task.title, 200))}: given up`,
    facts(report, task),
    `## Why\n\n${escapeMarkdown(withFullStop(maskSecrets(pause.stopReason)))}${proof(pause)}`,
    `## Goal\n\n${codeBlock(truncate(task.goal, MAX_GOAL))}`,
    ...hops(pause),
    `## Last verification\n\n${codeBlock(maskSecrets(report.lastError).slice(-MAX_OUTPUT))}`,
    `## What was tried\n\n${tried(pause)}`,
    ...(judged.length === 0 ? [] : [`## Questions to the judge\n\n${judged.join('\n')}`]),
    ...(pause.advice.length === 0
      ? []
      : [`## Advice\n\n${pause.advice.map((text) => `- ${escapeMarkdown(text)}`).join('\n')}`]),
    whatYouCanDo(pause),
  ];
  return `${sections.join('\n\n')}\n`;
}

function facts(
  { taskId, createdAt, turns, failureCount }: FailureAnalysisReport,
  task: IssueTask,
): string {
  const turn = turns.at(-1)?.number;
  return [
    `- Task: ${inlineCode(taskId)}`,
    ...(task.subtask === undefined ? [] : [`- In its subtask: ${inlineCode(task.subtask)}`]),
    ...(turn === undefined ? [] : [`- Turn: ${turn}`]),
    `- Time: ${createdAt}`,
    '- Status: `aborted_stuck`',
    `- Failed strategies since the task began or was last resumed: ${failureCount}`,
  ].join('\n');
}

function proof({ loop, hops: all }: PauseView): string {
  if (loop === undefined) return '';
  const proving = all.filter(({ proves }) => proves).map(({ number }) => number);
  const named = nameNumbers('hop', proving);
  const proven =
    named === '' ? '' : `\n- Evidence: ${named} (calls between agents) of the last turn`;
  return `\n\n- Found by: ${loop.foundBy}${proven}`;
}

function hops({ hops: all }: PauseView): readonly string[] {
  if (all.length === 0) return [];
  const shown = all.slice(-MAX_HOPS);
  const which = shown.length === all.length ? '' : `, the last ${shown.length} of ${all.length}`;
  return [`## Hops (calls between agents)${which}`, ...shown.map(hopSection)];
}

function hopSection(hop: PausedHop): string {
  const { turn, number, reason, request, answer, progress, transcript, proves } = hop;
  const same = describeSameRequests(hop);
  const marks = [describeHopOutcome(hop), ...(proves ? ['part of the loop'] : [])];
  return [
    `### ${turn}.${number} ${escapeMarkdown(describeHop(hop))} (${marks.join(', ')})`,
    ...(reason === '' ? [] : [`Why: ${inlineCode(maskSecrets(reason))}`]),
    ...(progress === undefined ? [] : [`Changes before it: ${inlineCode(maskSecrets(progress))}`]),
    ...(same === '' ? [] : [`Asked ${same}.`]),
    `Request:\n\n${codeBlock(maskSecrets(request))}`,
    `Answer:\n\n${codeBlock(maskSecrets(answer))}`,
    ...(transcript === '' ? [] : [`Transcript: ${inlineCode(transcript)}`]),
  ].join('\n\n');
}

function tried({ failed }: PauseView): string {
  const shown = failed?.strategies.slice(-MAX_STRATEGIES) ?? [];
  const lines = shown.map(
    ({ text, times }) => `- ${inlineCode(maskSecrets(text))}${describeRepeats(times)}`,
  );
  return lines.length === 0 ? 'None recorded.' : lines.join('\n');
}

function whatYouCanDo({ taskId, resume, accept }: PauseView): string {
  return [
    '## What you can do',
    '',
    'The task waits for your decision, in the dashboard or with one of these commands in a terminal:',
    '',
    ...(accept === undefined ? [] : [`- ${inlineCode(accept.command)}: accepts it as done.`]),
    `- ${inlineCode(resume.command)}: resumes the task with a hint; its failed turns are counted from 0 again.`,
    `- ${inlineCode(`devs resume ${taskId} --agent <name>`)}: resumes the task with another agent.`,
    `- ${inlineCode(`devs rewind ${taskId}`)}: restores the files to before the task.`,
    `- ${inlineCode(`devs skip ${taskId}`)}: skips the task.`,
  ].join('\n');
}
