import { doesNotMatch, match, ok } from 'node:assert/strict';
import {
  pauseReportMarkdown,
  type ReportedTask,
} from '../../../src/vscode/documents/pauseReportMarkdown';
import { inlineCode } from '../../../src/text/markdown';
import { aBlockReport, aTaskLoop } from '../../support/blockSamples';

const BLOCKED: ReportedTask = {
  history: [],
  interventions: ['rewind', 'skip', 'resume', 'notALoop'],
};

describe('the report of a blocked task as a document', () => {
  it('says what is missing, what to do, and how to go on', () => {
    const text = pauseReportMarkdown(aBlockReport(), BLOCKED);
    match(
      text,
      /^# fix-rounding is blocked\n\nIt cannot go on without you\. Filed 2026-11-21 22:05:00 UTC\.\n\n\*\*not logged in: Invalid API key\*\*\n\n## What to do\n\n- Log in; then resume the task\.\n/,
    );
    match(text, /\*\*Devs: Resume Task…\*\*/);
    doesNotMatch(text, /Not a Loop|What was tried|undefined/);
  });

  it('lists the attempts that prove a loop, and lets it be called none', () => {
    const report = aBlockReport({ reason: 'ESCALATED', attemptLoop: aTaskLoop() });
    const text = pauseReportMarkdown(report, BLOCKED);
    match(
      text,
      /## Attempts of the loop\n\n- … 1 older\n- Attempt 5 \(2026-11-21 21:00:00 UTC, turn 7\):\n {2}- `blocked by no critic`\n {2}- `no file changed`\n- Attempt 8 \(2026-11-21 22:00:00 UTC, turns 9–11\):\n/,
    );
    match(text, /\*\*Devs: This Was Not a Loop…\*\*/);
  });

  it('shows words of agents as code', () => {
    const [first] = aTaskLoop().attempts;
    const attempts = [{ ...first!, blockers: ['[x](command:evil) `y`'] }];
    const loop = aTaskLoop({ attempts, tasks: ['a', 'b'] });
    const text = pauseReportMarkdown(aBlockReport({ attemptLoop: loop }), BLOCKED);
    ok(text.includes(`  - ${inlineCode(`blocked by ${attempts[0]!.blockers[0]!}`)}\n`), text);
    match(text, /Attempt 5 \(2026-11-21 21:00:00 UTC, turn 7, `fix-rounding`\):/);
  });
});
