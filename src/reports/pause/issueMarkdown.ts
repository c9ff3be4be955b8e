import { maskSecrets } from '../../text/maskSecrets';
import type { Hop } from '../../model/hops/hop';
import {
  describeHopOutcome,
  describeHop,
  describeSameRequests,
  provingHops,
} from '../../model/overview/describeHop';
import { judgedList } from '../../model/report/judgedMarkdown';
import type { FailureAnalysisReport } from '../../model/report/pauseReport';
import { describeEdge } from '../../model/hops/roles';
import { codeBlock, inlineCode, escapeMarkdown } from '../../text/markdown';
import { withFullStop } from '../../text/sentence';
import { truncate } from '../../text/truncate';

/** The most steps that an issue tells, the newest, and of strategies. */
const MAX_STEPS_TOLD = 20;
const MAX_STRATEGIES = 20;
/** The newest turns of which it is told what the judge was asked. */
const MAX_TURNS_JUDGED = 20;
const MAX_GOAL = 8_000;
const MAX_OUTPUT = 4_000;

/** The task that an issue is about. */
export interface IssueTask {
  readonly title: string;
  readonly goal: string;
  /** The subtask whose turn it was; absent where it was the task itself. */
  readonly subtask?: string;
}

/**
 * The issue about a task that its planner, or a limit of its edges, gave up (docs/decisions/planner-loops.md, `snitch`):
 * Markdown with everything that proves it. What agents and programs said stands in code, secrets masked.
 */
export function issueText(report: FailureAnalysisReport, task: IssueTask): string {
  const sections = [
    `# ${escapeMarkdown(truncate(task.title, 200))}: given up`,
    facts(report, task),
    `## Why\n\n${escapeMarkdown(withFullStop(maskSecrets(report.stopReason ?? '')))}${loop(report)}`,
    `## Goal\n\n${codeBlock(truncate(task.goal, MAX_GOAL))}`,
    ...steps(report),
    `## Last verification\n\n${codeBlock(maskSecrets(report.lastError).slice(-MAX_OUTPUT))}`,
    tried(report),
    ...judged(report),
    ...advice(report),
    whatYouCanDo(report.taskId),
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

function loop({ inTurnLoop }: FailureAnalysisReport): string {
  if (inTurnLoop === undefined) return '';
  const { detector, edge, hops } = inTurnLoop;
  const counted =
    edge === undefined
      ? ''
      : `\n- Edge: ${describeEdge(edge.name)}, ${edge.count} hops without progress, limit ${edge.limit}`;
  return `\n\n- Found by: ${detector}${counted}\n- Proven by the steps ${hops.join(', ')} of the last turn`;
}

function steps(report: FailureAnalysisReport): readonly string[] {
  const { hops = [] } = report;
  if (hops.length === 0) return [];
  const shown = hops.slice(-MAX_STEPS_TOLD);
  const left = hops.length - shown.length;
  const proof = new Set(provingHops(report));
  return [
    `## Steps${left === 0 ? '' : `, the last ${shown.length} of ${hops.length}`}`,
    ...shown.map((hop) => step(hop, proof.has(hop))),
  ];
}

function step(hop: Hop & { readonly turn: number }, isProof: boolean): string {
  const { turn, number, reason, request, answer, progress, transcript } = hop;
  const same = describeSameRequests(hop);
  const marks = [describeHopOutcome(hop), ...(isProof ? ['part of the loop'] : [])];
  return [
    `### ${turn}.${number} ${escapeMarkdown(describeHop(hop))} (${marks.join(', ')})`,
    ...(reason === '' ? [] : [`Why: ${inlineCode(maskSecrets(reason))}`]),
    ...(progress === undefined ? [] : [`New before it: ${inlineCode(maskSecrets(progress))}`]),
    ...(same === '' ? [] : [`Asked ${same}.`]),
    `Request:\n\n${codeBlock(maskSecrets(request))}`,
    `Answer:\n\n${codeBlock(maskSecrets(answer))}`,
    ...(transcript === '' ? [] : [`Transcript: ${inlineCode(transcript)}`]),
  ].join('\n\n');
}

function tried({ failedStrategies }: FailureAnalysisReport): string {
  const shown = failedStrategies.slice(-MAX_STRATEGIES);
  const lines = shown.map((strategy) => `- ${inlineCode(maskSecrets(strategy))}`);
  return `## What was tried\n\n${lines.length === 0 ? 'Nothing is known.' : lines.join('\n')}`;
}

function judged({ turns }: FailureAnalysisReport): readonly string[] {
  const lines = judgedList(turns.slice(-MAX_TURNS_JUDGED));
  return lines.length === 0 ? [] : [`## What the judge was asked\n\n${lines.join('\n')}`];
}

function advice(report: FailureAnalysisReport): readonly string[] {
  if (report.advice.length === 0) return [];
  return [`## Advice\n\n${report.advice.map((text) => `- ${escapeMarkdown(text)}`).join('\n')}`];
}

function whatYouCanDo(taskId: string): string {
  return [
    '## What you can do',
    '',
    'The task waits for you; in the dashboard, or in a terminal:',
    '',
    `- ${inlineCode(`devs resume ${taskId} --hint "…"`)}: it goes on with your guidance, its counters start anew.`,
    `- ${inlineCode(`devs resume ${taskId} --agent <name>`)}: another agent goes on.`,
    `- ${inlineCode(`devs rewind ${taskId}`)}: the files go back to before it.`,
    `- ${inlineCode(`devs skip ${taskId}`)}: it is left for good.`,
  ].join('\n');
}
