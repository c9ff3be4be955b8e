import type { InterventionRecord } from '../../model/run/intervention';
import { describeStopReason } from '../../model/overview/describeHop';
import type { FailureAnalysisReport, SuspendReason } from '../../model/report/pauseReport';
import { interventionMarkdown } from '../../reports/task/describeIntervention';
import { pauseHopsMarkdown, questionMarkdown } from './pauseHopsMarkdown';
import { lessonsMarkdown } from './lessonsMarkdown';
import { stuckMarkdown } from './stuckMarkdown';
import { turnsMarkdown } from './turnsMarkdown';
import { codeBlock, inlineCode, escapeMarkdown, replaceControls } from '../../text/markdown';
import { oneLine } from '../../text/oneLine';
import { utcTime } from '../../text/time';

/** Interventions: name in the command palette, arguments of `devs`, effect. */
const COMMANDS: readonly (readonly [string, (taskId: string) => string, string])[] = [
  [
    'Rewind Task…',
    (id) => `rewind ${id}`,
    'brings the files back to how they were before its first turn, or after one; you see first what changes.',
  ],
  ['Redo (Undo Rewind)…', (id) => `redo ${id}`, 'undoes the newest rewind.'],
  ['Skip Task…', (id) => `skip ${id}`, 'takes the task off the list.'],
  [
    'Resume Task…',
    (id) => `resume ${id} --hint "…"`,
    'goes on with fresh limits, and with your hint, or the answer to its question, if you give one.',
  ],
  [
    'This Was Not a Loop…',
    (id) => `resume ${id} --not-a-loop`,
    'notes the pause as a false alarm and goes on.',
  ],
  ['Show Changes of Task…', (id) => `report ${id} --changes`, 'shows what its turns changed.'],
];

/**
 * A pause report as a Markdown document with what humans did to the task since it began (`history`) and
 * the URL of its issue; texts of agents, programs and hints are shown as code.
 */
export function pauseReportMarkdown(
  report: FailureAnalysisReport,
  history: readonly InterventionRecord[],
  issue?: string,
): string {
  const lines = [
    `# ${oneLine(report.taskId)} ${describeStanding(report)}`,
    '',
    `${describeReason(report.reason)} Filed ${utcTime(report.createdAt)}.`,
    '',
    ...stopMarkdown(report),
    ...(issue === undefined ? [] : [`[The issue about it](<${issue}>)`, '']),
    ...questionMarkdown(report),
    ...stuckMarkdown(report),
    ...lessonsMarkdown(report),
    '## What was tried',
    '',
    ...strategies(report),
    '',
    '## The last error',
    '',
    codeBlock(report.lastError),
    '',
    ...pauseHopsMarkdown(report),
    '## The turns that prove it',
    ...turnsMarkdown(report),
    '',
    ...(history.length === 0
      ? []
      : ['## What you did', '', ...history.map((each) => `- ${interventionMarkdown(each)}`), '']),
    '## What you can do',
    '',
    ...COMMANDS.map(([name, terminal, does]) => {
      return `- **Devs: ${name}** (${inlineCode(`devs ${terminal(report.taskId)}`)}) ${does}`;
    }),
    '',
  ];
  return replaceControls(lines.join('\n'));
}

function describeStanding({ terminalStatus, question }: FailureAnalysisReport): string {
  if (question !== undefined) return 'asks you';
  return terminalStatus === 'aborted_stuck' ? 'was stopped' : 'is paused';
}

function stopMarkdown(report: FailureAnalysisReport): readonly string[] {
  const stop = describeStopReason(report);
  return stop === '' ? [] : [`**${escapeMarkdown(stop)}**`, ''];
}

function describeReason(reason: SuspendReason): string {
  switch (reason) {
    case 'MAX_PIVOTS_EXCEEDED':
      return 'Every strategy has failed and the pivots are used up.';
    case 'MAX_TURNS':
      return 'The task has used up its turns (`maxTurns`).';
    case 'MAX_MINUTES':
      return 'The run has used up its time (`maxMinutes`).';
    case 'MAX_LOOP_EDGE':
      return 'The planner goes round in circles.';
    case 'QUESTION':
      return 'The planner has a question for you.';
    case 'AGENT_QUESTION':
      return 'The agent has a question for you.';
    case 'AGENT_LIMIT':
      return 'The agent used up a limit of its own.';
    case 'GAVE_UP':
      return 'The planner says that it cannot go on.';
    default:
      return reason satisfies never;
  }
}

function strategies({ failedStrategies, failureCount }: FailureAnalysisReport): readonly string[] {
  const count = failureCount === 1 ? '1 failed strategy' : `${failureCount} failed strategies`;
  const list = failedStrategies.map((strategy, index) => `${index + 1}. ${inlineCode(strategy)}`);
  return [`${count}:`, '', ...(list.length === 0 ? ['(none recorded)'] : list)];
}
