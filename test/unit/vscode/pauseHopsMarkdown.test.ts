import { doesNotMatch, equal, match } from 'node:assert/strict';
import type { TurnHop } from '../../../src/reports/hops/describeHop';
import type { FailureAnalysisReport } from '../../../src/model/report/pauseReport';
import {
  pauseReportMarkdown,
  type ReportedTask,
} from '../../../src/vscode/documents/pauseReportMarkdown';
import { asking } from './overviews';

/** The task of the report while it is paused. */
const PAUSED: ReportedTask = {
  history: [],
  interventions: ['skip', 'resume', 'notALoop', 'rewind', 'redo'],
};

function hop(number: number, change: Partial<TurnHop> = {}): TurnHop {
  return {
    number,
    turn: 2,
    kind: 'edge',
    from: 'planner',
    to: 'researcher',
    reason: '',
    request: 'Where is it rounded?',
    outcome: 'answered',
    answer: '',
    startedAt: '2026-11-21T21:30:00.000Z',
    durationMs: 1_500,
    edge: { name: 'planner_to_researcher', count: number, limit: 5 },
    transcript: '',
    ...change,
  };
}

const STOP = 'Planner detected loop planner→researcher without progress after 6 hops.';

function aborted(change: Partial<FailureAnalysisReport> = {}): FailureAnalysisReport {
  const { question, ...report } = asking('?');
  equal(question, '?');
  return {
    ...report,
    reason: 'MAX_LOOP_EDGE',
    terminalStatus: 'aborted_stuck',
    stopReason: STOP,
    inTurnLoop: {
      detector: 'edge limit',
      message: STOP,
      edge: { name: 'planner_to_researcher', count: 6, limit: 5 },
      hops: [2],
    },
    hops: [hop(1, { progress: '2 files' }), hop(2, { outcome: 'repeated', sameAs: ['1'] })],
    ...change,
  };
}

describe('a report of what happened inside turns, as a document', () => {
  it('says that the task was stopped and why, and marks the hops that prove it', () => {
    const text = pauseReportMarkdown(aborted(), PAUSED);
    match(text, /^# a was stopped\n\nThe planner is in a loop\. Filed .*\n\n\*\*Planner/);
    match(
      text,
      /## Inside the turns\n\nFound by an edge at its limit: planner → researcher 6\/5\./,
    );
    match(
      text,
      /\n- \*\*2\.1\*\* `planner → researcher 1\/5`: `Where is it rounded\?` \(answered, 1\.5 s; progress: `2 files`\)\n/,
    );
    match(
      text,
      /\n- ⚠ \*\*2\.2\*\* `planner → researcher 2\/5`: .* \(answered from before, 1\.5 s; the same as 2\.1\)\n/,
    );
  });

  it('lists the steps that prove a loop, each call with its result, and nothing of it as Markdown', () => {
    const step = { number: 14, tool: 'Bash', call: 'npm test', result: '1 failing' };
    const said = { number: 15, tool: '', call: '', result: '`[a](command:evil)` <b>' };
    const inTurnLoop = {
      detector: 'repeated call',
      message: 'The same call gave the same result 3 times',
      hops: [],
      steps: [step, said],
    } as const;
    const { hops, ...report } = aborted({ inTurnLoop });
    equal(hops?.length, 2);
    const text = pauseReportMarkdown(report, PAUSED);
    match(
      text,
      /Found by the same call with the same result: steps 14 and 15\.\n\nThe steps of the loop:\n\n- \*\*step 14\*\* `Bash npm test` → `1 failing`\n- \*\*step 15\*\* → `` `\[a\]\(command:evil\)` <b> ``\n/,
    );
  });

  it('leads to the issue about it', () => {
    const text = pauseReportMarkdown(aborted(), PAUSED, 'file:///state/issues/a-turn-2.md');
    match(
      text,
      /\n\[Open the issue file with all evidence\]\(<file:\/\/\/state\/issues\/a-turn-2\.md>\)\n/,
    );
    doesNotMatch(pauseReportMarkdown(aborted(), PAUSED), /The issue about/);
  });

  it('begins with the question, as it was asked', () => {
    const text = pauseReportMarkdown(asking('Half to even,\nor not?'), PAUSED);
    match(text, /^# a asks you\n\nThe planner needs your answer\..*\n\n\*\*The tests disagree/);
    match(text, /## The question\n\n```text\nHalf to even,\nor not\?\n```\n/);
    doesNotMatch(text, /Inside the turns/);
  });

  it('makes nothing but text of what planners and agents say', () => {
    const evil = '`x` [click](command:evil) <img src=x>\n# heading';
    const text = pauseReportMarkdown(
      aborted({
        question: `${evil}\n\`\`\`\n`,
        stopReason: evil,
        hops: [hop(1, { from: evil, to: evil, request: evil, progress: evil, sameAs: [evil] })],
      }),
      PAUSED,
    );
    const outsideCode = text
      .replace(/^(`{3,})text\n[^]*?\n\1$/gm, '')
      .replace(/(?<!`)(`+)(?!`)[^]*?(?<!`)\1(?!`)/g, '');
    doesNotMatch(outsideCode, /(?<!\\)\[click|(?<!\\)<img|^# heading/m);
  });
});
