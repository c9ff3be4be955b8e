import type { FailureAnalysisReport } from '../../model/report/pauseReport';
import type { TaskOverview, TurnMark } from '../../model/overview/overview';
import { OUTCOME_WORDS } from '../../reports/task/outcomeWords';
import { describeDuration } from '../../text/describeDuration';
import { codeBlock, escapeMarkdown, replaceControls } from '../../text/markdown';
import { oneLine } from '../../text/oneLine';
import { utcTime } from '../../text/time';
import { pauseReportMarkdown } from '../documents/pauseReportMarkdown';

/** What a task page says, as Markdown to be pasted elsewhere: goal, turns, and the report of a task that needs the user. */
export function taskMarkdown(
  task: TaskOverview,
  report: FailureAnalysisReport | undefined,
  status: string,
): string {
  const reason = oneLine(task.statusReason);
  const sections = [
    `# ${escapeMarkdown(task.title)}`,
    `${escapeMarkdown(status)}${reason === '' ? '' : `: ${escapeMarkdown(reason)}`}`,
    '## Goal',
    codeBlock(task.goal),
    ...(task.link === undefined ? [] : [`From <${task.link}>`]),
    ...(task.turns.length === 0 ? [] : ['## Turns', task.turns.map(turnLine).join('\n')]),
    ...(report === undefined ? [] : [`#${pauseReportMarkdown(report, task)}`]),
  ];
  return replaceControls(`${sections.join('\n\n')}\n`);
}

function turnLine({ number, agent, outcome, pivot, at, durationMs, reason }: TurnMark): string {
  const by = agent === undefined ? '' : ` by ${escapeMarkdown(agent)}`;
  const took = durationMs === undefined ? '' : `, ${describeDuration(durationMs)}`;
  const why = reason === '' ? '' : `: ${escapeMarkdown(reason)}`;
  const start = pivot ? ', a fresh start' : '';
  return `- Turn ${number}${by}: ${OUTCOME_WORDS[outcome]}${start}, ${utcTime(at)}${took}${why}`;
}
