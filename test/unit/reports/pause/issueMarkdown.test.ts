import assert from 'node:assert/strict';
import type { Hop } from '../../../../src/model/hops/hop';
import type { FailureAnalysisReport, ReportedTurn } from '../../../../src/model/report/pauseReport';
import { issueMarkdown } from '../../../../src/reports/pause/issueMarkdown';
import { decided } from '../../../support/judgedSamples';

const STUCK = 'Planner detected loop planner→coder without progress after 6 hops.';

function report(change: Partial<FailureAnalysisReport> = {}): FailureAnalysisReport {
  return {
    taskId: 'fix',
    reason: 'MAX_LOOP_EDGE',
    terminalStatus: 'aborted_stuck',
    stopReason: STUCK,
    failureCount: 1,
    failedStrategies: ['patch it'],
    lastError: '1 test failed',
    createdAt: '2026-01-01T00:00:00.000Z',
    turns: [],
    advice: [],
    ...change,
  };
}

function hop(number: number, more: Partial<Hop> = {}): Hop & { readonly turn: number } {
  return {
    ...{ turn: 1, number, kind: 'edge', from: 'planner', to: 'coder', reason: 'because' },
    ...{ request: 'do it', outcome: 'answered', answer: 'did it', startedAt: '', transcript: '' },
    ...more,
  };
}

describe('issueMarkdown', () => {
  it('marks the hops that prove the loop, and says how many are left out', () => {
    const hops = Array.from({ length: 30 }, (_, index) => hop(index + 1));
    const inTurnLoop = { detector: 'edge limit' as const, message: STUCK, hops: [29, 30] };
    const text = issueMarkdown(report({ hops, inTurnLoop }), { title: 'Fix it', goal: 'Pass.' });

    assert.ok(text.includes('## Hops (calls between agents), the last 20 of 30'));
    assert.ok(text.includes('### 1.30 planner → coder (answered, part of the loop)'));
    assert.ok(text.includes('### 1.28 planner → coder (answered)'));
    assert.ok(!text.includes('### 1.10 '));
  });

  it('a hop of an earlier turn that was killed is shown as cut off', () => {
    const hops = [hop(1, { outcome: 'running', answer: '' })];
    const text = issueMarkdown(report({ hops }), { title: 'Fix it', goal: 'Pass.' });

    assert.ok(text.includes('### 1.1 planner → coder (interrupted)'));
  });

  it('tells what the judge was asked about its turns, and nothing of one that was not', () => {
    const turn: ReportedTurn = {
      number: 1,
      at: '',
      taskId: 'fix',
      outcome: 'no_progress',
      agentEnd: { kind: 'exit', code: 0 },
      ...{ firstLines: '', responseHash: '', state: '', durationMs: 1, pivotDirective: 0 },
      ...{ reason: '', changedFiles: [], newlyFailing: [], newlyPassing: [] },
    };
    const about = { title: 'Fix it', goal: 'Pass.' };
    const turns = [turn, { ...turn, number: 2, judged: decided() }];
    const text = issueMarkdown(report({ turns }), about);

    assert.match(
      text,
      /## Questions to the judge\n\n- Turn 2, decided by the judge \(.*\): no prog/,
    );
    assert.match(text, /\n {2}- The judge said: `The same assertion fails/);
    assert.ok(!issueMarkdown(report({ turns: turns.slice(0, 1) }), about).includes('judge'));
  });

  it('without hops or strategies it still tells the task, why, and what can be done', () => {
    const text = issueMarkdown(report({ failedStrategies: [] }), {
      title: 'Fix it',
      goal: 'Pass.',
    });

    assert.ok(text.includes('None recorded.'));
    assert.ok(!text.includes('## Hops'));
    assert.ok(text.includes('devs skip fix'));
  });

  it('text of agents is no Markdown, secrets are masked, and it cannot grow without end', () => {
    const evil = '```\n# Heading\n<script>alert(1)</script> token=abcdefgh1234';
    const text = issueMarkdown(
      report({
        stopReason: `the planner gave up: ${evil}`,
        failedStrategies: Array.from({ length: 1_000 }, () => evil),
        lastError: 'x'.repeat(1_000_000),
        hops: [hop(1, { request: evil, answer: evil, reason: evil, progress: evil })],
      }),
      { title: '# [x](javascript:y) <b>', goal: 'g'.repeat(1_000_000) },
    );

    assert.ok(!text.includes('abcdefgh1234'));
    assert.ok(text.length < 60_000);
    const outside = text.replace(/(`{3,})text\n[^]*?\n\1/g, '');
    assert.ok(!/^# Heading/m.test(outside));
    const [, why = ''] = /## Why\n\n(.*)/.exec(text) ?? [];
    assert.ok(why.includes('\\<script\\>') && !why.includes(' <script'));
    assert.ok(text.includes('- ```` ``` # Heading <script>'));
    assert.ok(text.startsWith('# # \\[x\\](javascript:y) \\<b\\>: given up'));
  });
});
