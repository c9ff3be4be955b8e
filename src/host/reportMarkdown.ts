import type { FailureAnalysisReport, SuspendReason } from '../domain/report';
import { fenced, oneLine, quoted } from './markdownText';
import { stuckMarkdown } from './stuckMarkdown';
import { turnsMarkdown, utc } from './turnMarkdown';

/** A pause report as a Markdown document; whatever an agent or a program said stands in code fences. */
export function reportMarkdown(report: FailureAnalysisReport): string {
  return [
    `# ${oneLine(report.taskId)} is paused`,
    '',
    `${why(report.reason)} Filed ${utc(report.createdAt)}.`,
    '',
    ...stuckMarkdown(report),
    '## What was tried',
    '',
    ...strategies(report),
    '',
    '## The last error',
    '',
    fenced(report.lastError),
    '',
    '## The turns that prove it',
    ...turnsMarkdown(report),
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
