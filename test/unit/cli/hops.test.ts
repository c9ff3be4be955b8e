import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { closableOutput } from '../../../src/cli/terminal/closableOutput';
import { PLAIN } from '../../../src/cli/terminal/style';
import { pauseReportText } from '../../../src/cli/render/pauseReportText';
import { jsonProgress } from '../../../src/cli/progress/jsonProgress';
import { plainProgress } from '../../../src/cli/progress/plainProgress';
import { statusLine } from '../../../src/cli/progress/statusLine';
import type { TurnHop } from '../../../src/reports/hops/describeHop';
import type { TaskHops } from '../../../src/model/overview/overview';
import type { FailureAnalysisReport } from '../../../src/model/report/pauseReport';
import type { Edge } from '../../../src/model/hops/roles';
import type { TurnPhase } from '../../../src/ports/runObserver';
import { anOverview, aReport, aTask, devs, fakeApp, FakeStream, WALL_CLOCK } from './fakeApp';

const EVIL = '\u001b[2J\u001b]0;x\u0007\u0008\rgone\u202e';
// eslint-disable-next-line no-control-regex -- control characters are what this is about
const HARMFUL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/;

function golden(name: string): string {
  return readFileSync(path.join(__dirname, `${name}.golden.txt`), 'utf8');
}

function aHop(number: number, to: string, change: Partial<TurnHop> = {}): TurnHop {
  return {
    number,
    turn: 2,
    kind: 'edge',
    from: 'planner',
    to,
    reason: 'the cause is not known',
    request: 'Where is the price rounded?',
    outcome: 'answered',
    answer: 'in src/round.js',
    startedAt: '2026-11-21T22:00:00.000Z',
    durationMs: 12_100,
    edge: { name: `planner_to_${to}` as Edge, count: number, limit: 5 },
    transcript: '',
    ...change,
  };
}

const STOP = 'Planner detected loop planner→researcher without progress after 6 hops.';

function abortedReport(change: Partial<FailureAnalysisReport> = {}): FailureAnalysisReport {
  return aReport({
    reason: 'MAX_LOOP_EDGE',
    terminalStatus: 'aborted_stuck',
    stopReason: STOP,
    failureCount: 1,
    failedStrategies: ['find where the price is rounded'],
    inTurnLoop: {
      detector: 'edge limit',
      message: STOP,
      edge: { name: 'planner_to_researcher', count: 6, limit: 5 },
      hops: [1, 3],
    },
    hops: [
      aHop(1, 'researcher', { turn: 1 }),
      aHop(1, 'researcher'),
      aHop(2, 'coder', { progress: '2 files changed' }),
      aHop(3, 'researcher', { outcome: 'repeated', sameAs: ['1', '1/1'], durationMs: 100 }),
    ],
    ...change,
  });
}

const QUESTION = 'Half to even,\nor half away from zero?';

function askingReport(): FailureAnalysisReport {
  const { inTurnLoop, hops, ...report } = abortedReport();
  assert.ok(inTurnLoop && hops);
  return {
    ...report,
    reason: 'QUESTION',
    terminalStatus: 'PAUSED_FOR_INTERVENTION',
    stopReason: 'The tests and the invoice disagree.',
    question: QUESTION,
  };
}

const HOPS: TaskHops = {
  edges: [
    { edge: 'planner_to_researcher', count: 5, limit: 5, total: 6 },
    { edge: 'planner_to_coder', count: 2, limit: 5, total: 2 },
  ],
  requests: [{ from: 'backend', to: 'security', total: 3, repeated: 2 }],
  current: aHop(4, 'coder', { outcome: 'running' }),
  newest: [
    aHop(3, 'researcher', { turn: 1, outcome: 'running' }),
    aHop(3, 'researcher', { outcome: 'repeated', sameAs: ['1/3'] }),
    aHop(4, 'coder', { outcome: 'running' }),
  ],
  steps: { count: 4, limit: 30 },
};

describe('a pause that began inside a turn, on the command line', () => {
  it('is an abort with its stop reason, its edge and the hops that prove it', () => {
    assert.equal(pauseReportText(abortedReport()), golden('pauseAborted'));
  });

  it('is a question, as it was asked, with the way to answer it', () => {
    assert.equal(pauseReportText(askingReport()), golden('pauseQuestion'));
  });

  it('begins as the entropy-pause decision says for entropy alone, and always ends so', () => {
    const first = (change: Partial<FailureAnalysisReport>): string | undefined =>
      pauseReportText(abortedReport(change)).split('\n')[0];
    const entropy = '⚠ ENTROPY PAUSE — Max retry threshold reached';
    for (const reason of ['MAX_PIVOTS_EXCEEDED', 'MAX_TURNS', 'MAX_MINUTES'] as const) {
      assert.equal(first({ reason, terminalStatus: 'PAUSED_FOR_INTERVENTION' }), entropy);
    }
    assert.equal(first({}), '⚠ ABORTED — the planner is in a loop');
    assert.equal(first({ reason: 'GAVE_UP' }), '⚠ ABORTED — the planner gave up');
    assert.equal(
      first({ reason: 'QUESTION', question: 'Why?' }),
      '⚠ QUESTION — the planner needs your answer',
    );
    assert.equal(
      first({ question: 'Why?' }),
      '⚠ QUESTION — the planner is in a loop and needs your answer',
    );
    for (const report of [abortedReport(), askingReport()]) {
      assert.ok(
        pauseReportText(report).endsWith(
          '\nRun `devs rewind fix-rounding` to revert or `devs skip` to skip this task.\n',
        ),
      );
    }
  });

  it('names the loop that ended the last strategy too, and hops where none proves anything', () => {
    const text = pauseReportText(abortedReport({ reason: 'MAX_PIVOTS_EXCEEDED' }));
    assert.equal(text.split('\n')[1], `  ${STOP}`);
    const { inTurnLoop, ...plain } = abortedReport({ reason: 'GAVE_UP', stopReason: 'No access.' });
    assert.ok(inTurnLoop);
    assert.match(
      pauseReportText(plain),
      /\n {2}No access\.\n[^]*\n {2}Hops \(calls between agents\)\n {4}1\.1 /,
    );
  });

  it('makes harmless whatever planners and agents say', () => {
    const hop = aHop(1, EVIL, { from: EVIL, request: EVIL, progress: EVIL, sameAs: [EVIL] });
    const text = pauseReportText(
      abortedReport({ question: EVIL, stopReason: EVIL, hops: [hop, aHop(3, 'coder')] }),
    );
    assert.doesNotMatch(text, HARMFUL);
  });

  it('lists the newest hops of many', () => {
    const hops = Array.from({ length: 60 }, (_, index) => aHop(index + 1, 'coder'));
    const { inTurnLoop, ...report } = abortedReport({ hops });
    assert.ok(inTurnLoop);
    const text = pauseReportText(report);
    assert.match(
      text,
      /Hops \(calls between agents\)\n +… 48 earlier hops \(devs report --json shows all\)\n +2\.49 /,
    );
  });
});

describe('devs status of a task with hops', () => {
  const overview = anOverview({
    run: 'RUNNING',
    holder: { pid: 1, who: 'terminal', host: 'mill', since: '22:00' },
    tasks: [aTask('fix-rounding', { status: 'in_progress', hops: HOPS })],
  });

  it('shows its edges with their limits, who asks whom, and the newest hops', async () => {
    const { stdout } = await devs('status fix-rounding', fakeApp(overview));
    assert.ok(
      stdout.includes(
        [
          'Inside the turns',
          '  ⚠ planner → researcher 5/5   planner → coder 2/5',
          '  backend → security 3, 2 repeated',
          '  steps 4/30',
          '  1.3  planner → researcher 3/5  interrupted, 12.1s           Where is the price rounded?',
          '  2.3  planner → researcher 3/5  answered from before, 12.1s  Where is the price rounded? · the same as 1.3',
          '  2.4  planner → coder 4/5       at work, 12.1s               Where is the price rounded?',
        ].join('\n'),
      ),
      stdout,
    );
  });

  it('gives them as JSON, with the question', async () => {
    const asking = aTask('a', {
      status: 'PAUSED_FOR_INTERVENTION',
      report: askingReport(),
      hops: HOPS,
    });
    const { stdout } = await devs('status a --json', fakeApp(anOverview({ tasks: [asking] })));
    const { task } = JSON.parse(stdout) as { task: { hops: TaskHops; question: string } };
    assert.deepEqual(task.hops.edges, HOPS.edges);
    assert.equal(task.question, QUESTION);
  });

  it('says in the table of all tasks who works for whom', async () => {
    const { stdout } = await devs('status', fakeApp(overview));
    assert.match(stdout, /fix-rounding +In progress .* planner → coder 4\/5\n/);
  });

  it('shows the question, and how it is answered', async () => {
    const asking = aTask('a', { status: 'PAUSED_FOR_INTERVENTION', report: askingReport() });
    const { stdout } = await devs('status a', fakeApp(anOverview({ tasks: [asking] })));
    assert.match(stdout, /\nQuestion\n {2}Half to even,\n {2}or half away from zero\?\n/);
    assert.match(stdout, /devs resume a --hint "<your answer>" +answer its question\n/);
  });

  it('makes harmless what agents are called and say', async () => {
    const hop = aHop(1, EVIL, { from: EVIL, request: EVIL });
    const requests = [{ from: EVIL, to: EVIL, total: 1, repeated: 1 }];
    const hops = { ...HOPS, newest: [hop], current: hop, requests };
    const report = { ...askingReport(), question: EVIL };
    const tasks = [aTask('a', { status: 'in_progress', hops, report })];
    for (const command of ['status', 'status a']) {
      const { stdout } = await devs(command, fakeApp(anOverview({ tasks })));
      assert.doesNotMatch(stdout, HARMFUL);
    }
  });
});

describe('a hop while a run goes on', () => {
  const phase = {
    taskId: 'fix-rounding',
    turn: 3,
    phase: 'hop',
    hop: {
      number: 4,
      kind: 'edge',
      from: 'planner',
      to: 'coder',
      request: 'Round half to even\nin src/round.js',
      edge: { name: 'planner_to_coder', count: 2, limit: 5 },
    },
  } as const satisfies TurnPhase;
  const state = { phase, entropy: 1, threshold: 3, elapsedMs: 12_900, now: WALL_CLOCK };

  it('stands in the status line with what is asked, as far as there is room', () => {
    assert.equal(
      statusLine(state, 110),
      '▸ fix-rounding  turn 3  planner → coder 2/5: Round half to even in src/round.js  failed in a row 1 of 3  12s',
    );
    assert.equal(
      statusLine(state, 91),
      '▸ fix-rounding  turn 3  planner → coder 2/5: Round half to ev…  failed in a row 1 of 3  12s',
    );
    assert.equal(
      statusLine(state, 80),
      '▸ fix-rounding  turn 3  planner → coder 2/5  failed in a row 1 of 3  12s',
    );
    assert.equal(statusLine(state, 40), '▸ fix-rounding  turn 3  12s');
  });

  it('never makes the status line wider than the terminal', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.string(), fc.string(), (width, request, to) => {
        const hop = { ...phase.hop, request, to };
        const line = statusLine({ ...state, phase: { ...phase, hop } }, width);
        return line.length <= Math.max(width, 0) + line.length - Array.from(line).length;
      }),
    );
  });

  it('is a line in a pipe, an agent that asks another one too', () => {
    const stream = new FakeStream();
    const progress = plainProgress({
      output: closableOutput(stream),
      stderr: stream,
      style: PLAIN,
      host: { date: () => new Date(0) },
    });
    progress.onPhase(phase);
    progress.onPhase({ taskId: 'fix-rounding', turn: 3, phase: 'verify' });
    const { edge, ...asked } = phase.hop;
    assert.ok(edge);
    progress.onPhase({
      ...phase,
      hop: { ...asked, kind: 'request', from: 'backend', to: `security${EVIL}`, request: EVIL },
    });
    assert.match(
      stream.text,
      /^· fix-rounding {2}turn 3 {2}planner → coder 2\/5: Round half to even in src\/round\.js\n· fix-rounding {2}turn 3 {2}backend → security.*: .*\n$/,
    );
    assert.doesNotMatch(stream.text, HARMFUL);
  });

  it('is an object of its own among the JSON lines', () => {
    const stream = new FakeStream();
    jsonProgress(closableOutput(stream), stream).onPhase(phase);
    assert.deepEqual(JSON.parse(stream.text), { type: 'phase', ...phase });
  });
});
