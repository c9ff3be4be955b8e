import type { FailureAnalysisReport, ReportedTurn, SuspendReason } from '../domain/report';
import { describeEnd } from '../domain/turn';

/** A pause report as a Markdown document; whatever an agent or a program said stands in code fences. */
export function reportMarkdown(report: FailureAnalysisReport): string {
  return [
    `# ${oneLine(report.taskId)} is paused`,
    '',
    `${why(report.reason)} Filed ${utc(report.createdAt)}.`,
    '',
    '## What was tried',
    '',
    ...strategies(report),
    '',
    '## The last error',
    '',
    fenced(report.lastError),
    '',
    '## The turns that prove it',
    ...report.turns.flatMap((turn) => turnSection(turn, report.taskId)),
    '',
    '## What you can do',
    '',
    '- **Devs: Resume Task…** goes on with fresh limits, and with your hint if you give one.',
    '- **Devs: Skip Task…** takes the task off the list.',
    '',
  ].join('\n');
}

function why(reason: SuspendReason): string {
  switch (reason) {
    case 'MAX_PIVOTS_EXCEEDED':
      return 'Every strategy has failed and the pivots are used up.';
    case 'MAX_TURNS':
      return 'The task has used up its turns (`maxTurns`).';
    case 'MAX_MINUTES':
      return 'The run has used up its time (`maxMinutes`).';
    default:
      return reason satisfies never;
  }
}

function strategies({ failedStrategies, failureCount }: FailureAnalysisReport): readonly string[] {
  const count = failureCount === 1 ? '1 failed strategy' : `${failureCount} failed strategies`;
  const list = failedStrategies.map((strategy, index) => `${index + 1}. ${quoted(strategy)}`);
  return [`${count}:`, '', ...(list.length === 0 ? ['(none recorded)'] : list)];
}

function turnSection(turn: ReportedTurn, pausedTask: string): readonly string[] {
  const where = turn.taskId === pausedTask ? '' : ` on ${oneLine(turn.taskId)}`;
  const directive = turn.pivotDirective === 0 ? '' : `, pivot directive ${turn.pivotDirective}`;
  return [
    '',
    `### Turn ${turn.number}${where}: ${turn.outcome.replace('_', ' ')}${directive}`,
    '',
    `- Time: ${utc(turn.at)}, ${(turn.durationMs / 1000).toFixed(1)} s`,
    `- Agent: ${quoted(describeEnd(turn.agentEnd))}`,
    `- Verification: ${turn.verifyEnd === undefined ? 'not run' : quoted(describeEnd(turn.verifyEnd))}`,
    `- Reply: ${quoted(turn.responseHash.slice(0, 12))}, workspace: ${quoted(turn.state.slice(0, 12))}`,
    ...(turn.reason === '' ? [] : [`- Counted so because: ${quoted(turn.reason)}`]),
    '',
    fenced(turn.firstLines),
  ];
}

/** A fence longer than any run of backticks inside, so that nothing can break out of it. */
function fenced(text: string): string {
  const body = text.trim() === '' ? '(nothing)' : text.trimEnd();
  const fence = '`'.repeat(Math.max(3, longestRun(body) + 1));
  return `${fence}text\n${body}\n${fence}`;
}

function quoted(text: string): string {
  const line = oneLine(text);
  if (line === '') return '(none)';
  const ticks = '`'.repeat(longestRun(line) + 1);
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${ticks}${pad}${line}${pad}${ticks}`;
}

function longestRun(text: string): number {
  const runs = (text.match(/`+/g) ?? []).map((run) => run.length);
  return Math.max(0, ...runs);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function utc(iso: string): string {
  return iso.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC');
}
