import type { BlockReport } from '../../reports/task/blockReport';
import { compactDuration } from '../../text/describeDuration';
import { nameNumbers } from '../../text/list';
import { printableLine } from '../terminal/printable';
import type { Style } from '../terminal/style';
import { indented, titled } from './titled';
import { alignColumns } from '../terminal/table';
import { OUTCOME_WORDS } from '../../reports/task/outcomeWords';

/** Output of `devs report <task>` for a task that is blocked without a pause; `history`: one line each. */
export function blockReportText(
  { taskId, status, reason, turns, loop, resume }: BlockReport,
  style: Style,
  history: readonly string[],
): string {
  const id = printableLine(taskId);
  const rows = turns.map((turn) => [
    { text: String(turn.number) },
    { text: OUTCOME_WORDS[turn.outcome] },
    { text: turn.durationMs === undefined ? '' : compactDuration(turn.durationMs) },
    { text: printableLine(turn.reason) },
  ]);
  const lines = [
    style.bold(style.yellow(`⚠ ${status === 'blocked' ? 'BLOCKED' : 'ABORTED'} — ${id} needs you`)),
    '',
    `  Reason  ${printableLine(reason) || '(none recorded)'}`,
    ...(loop === undefined
      ? []
      : [`  Loop    ${printableLine(loop.message)} (${nameNumbers('attempt', loop.attempts)})`]),
    ...indented([
      ...titled('Turns that prove it', alignColumns(rows), style),
      ...titled('What you did', history, style),
    ]),
    '',
    `Run \`${printableLine(resume.command)}\` to ${resume.does}.`,
    `Run \`devs rewind ${id}\` to revert or \`devs skip ${id}\` to skip this task.`,
  ];
  return `${lines.join('\n')}\n`;
}
