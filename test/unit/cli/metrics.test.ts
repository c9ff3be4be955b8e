import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runCli } from '../../../src/cli/cli';
import { dayBar } from '../../../src/cli/terminal/dayBar';
import type { App } from '../../../src/app/api/app';
import type { Metrics } from '../../../src/model/report/metricSet';
import { StateError } from '../../../src/ports/workspaceState';
import { anOverview, devs, fakeApp, FakeHost, someFigures, someMetrics } from './fakeApp';

const CLAUDE = someFigures({
  tasks: 4,
  turns: 13,
  loopingTasks: 2,
  loopRate: 0.5,
  loops: 4,
  loopsPerTask: 2,
  gates: 1,
  gateRate: 0.25,
  loopsBeforeGate: 3,
  falseAlarmRate: 0,
  resolvedGates: 1,
  resolutionMs: 1_200_000,
  turnsAfterProof: 3,
  msAfterProof: 184_000,
  savedTurns: 45,
  savedMs: 2_700_000,
  patterns: { entropy: 3, no_progress_repeat: 1 },
});

const METRICS = someMetrics({
  from: '2026-01-01T00:00:00.000Z',
  to: '2026-01-03T10:00:00.000Z',
  all: CLAUDE,
  agents: [
    { agent: 'claude', figures: CLAUDE },
    { agent: 'cod\u001b[2Jex', figures: someFigures({ tasks: 1, turns: 1, loopRate: 0 }) },
  ],
  days: [
    {
      day: '2026-01-01',
      figures: someFigures({ turns: 12, loops: 4, gates: 1, turnsAfterProof: 3 }),
    },
    { day: '2026-01-03', figures: someFigures({ turns: 1 }) },
  ],
});

const JUDGED = {
  ...METRICS,
  all: {
    ...CLAUDE,
    judge: { calls: 12, durationMs: 42_000, inputTokens: 18_000, outputTokens: 900, usd: 0.0123 },
  },
};

function having(metrics: Metrics): App & { asked: unknown[] } {
  const asked: unknown[] = [];
  const app = fakeApp(anOverview(), {
    metrics: (options) => {
      asked.push(options);
      return Promise.resolve(metrics);
    },
  });
  return { ...app, asked };
}

describe('devs metrics', () => {
  it('shows the figures of the loop-detection-algorithm decision, per agent and per day', async () => {
    const { code, stdout } = await devs('metrics', having(METRICS));
    assert.equal(code, 0);
    assert.equal(
      stdout,
      `Looping, 2026-01-01 to 2026-01-03

Loop rate               50 %      2 of 4 tasks
Pause rate              25 %      1 pause
Lost turns              3 turns   3 min 4 s
Saved turns, at most    45 turns  45 min
False alarm rate        0 %       0 of 1 pause
Time to your decision   20 min    1 of 1 pause answered
Loops per looping task  2.0       4 loops found
Loops before a pause    3.0
Loops found by          failed in a row 3, no progress repeat 1

Metrics by agent
  AGENT   TASKS  TURNS  LOOPS  LOOP RATE  PAUSES  FALSE ALARMS  LOST TURNS  LOOPS FOUND BY
  claude  4      13     4      50 %       1       0             3           failed in a row 3, no progress repeat 1
  codex   1      1      0      0 %        0       0             0           –

Metrics by day (UTC)
  DAY         TURNS  LOOPS  PAUSES  LOST TURNS
  2026-01-01  12     4      1       3
  2026-01-03  1      0      0       0
`,
    );
  });

  it('shows what asking the judge took, where it was asked', async () => {
    const { stdout } = await devs('metrics', having(JUDGED));
    assert.match(
      stdout,
      /\nAsking the judge {8}12 calls {2}18,900 tokens, \$0\.0123, 42 s\nLoops found/,
    );
    const json = JSON.parse((await devs('metrics --json', having(JUDGED))).stdout) as Metrics;
    assert.deepEqual(json.all.judge, JUDGED.all.judge);
  });

  it('says of what false alarms are, where visits were ended as well', async () => {
    const all = { ...CLAUDE, forced: 2, falseAlarms: 1, falseAlarmRate: 1 / 3 };
    const { stdout } = await devs('metrics', having({ ...METRICS, all }));
    assert.match(stdout, /\nFalse alarm rate {8}33 % {6}1 of 3 \(1 pause, 2 forced ends\)\n/);
  });

  it('says how good predictions of pauses were, where there were any', async () => {
    const prediction = {
      ...{ finishedTasks: 40, predictedTasks: 10, predictions: 31 },
      ...{ brier: 0.12, baseBrier: 0.25, calibrationError: 0.06 },
    };
    const { stdout } = await devs('metrics', having({ ...METRICS, prediction }));

    assert.match(stdout, /\nPredictions of pauses\n/);
    assert.match(stdout, /Brier score, the mean squared error \(0 is perfect\): 0\.12/);
    assert.match(stdout, /Calibration error: [^.]* 6 percentage points/);
    assert.doesNotMatch((await devs('metrics', having(METRICS))).stdout, /Predictions/);
  });

  it('draws a bar for each day on a terminal alone', async () => {
    const host = new FakeHost(['metrics'], having(METRICS), true);
    assert.equal(await runCli(host), 0);
    assert.match(host.stdout.text, /12 +4 +1 +3 +█{18}░{6}\n/);
    assert.match(host.stdout.text, /2026-01-03 +1 +0 +0 +0 +██\n/);
    const dumb = new FakeHost(['metrics'], having(METRICS), true);
    dumb.environment = { TERM: 'dumb' };
    await runCli(dumb);
    assert.doesNotMatch(dumb.stdout.text, /[█░]/);
  });

  it('says how many turns are not counted, and lists no more than 30 days', async () => {
    const days = Array.from({ length: 33 }, (_, index) => ({
      day: `2026-01-${index + 1}`,
      figures: someFigures({ turns: 1 }),
    }));
    const { stdout } = await devs('metrics', having({ ...METRICS, forgottenTurns: 7, days }));
    assert.match(
      stdout,
      /\n {2}… 3 days before\n\n7 turns are no longer stored and not counted\.\n$/,
    );
    assert.doesNotMatch(stdout, /2026-01-3 /);
  });

  it('says so when there is nothing to count', async () => {
    assert.equal(
      (await devs('metrics', having(someMetrics()))).stdout,
      'No metrics yet: no agent has worked on a task so far.\n',
    );
    assert.match(
      (await devs('metrics --days 1', having(someMetrics()))).stdout,
      /^No agent worked on a task in the last 1 day;/,
    );
    const gone = await devs('metrics', having(someMetrics({ forgottenTurns: 1 })));
    assert.match(gone.stdout, /^No metrics: all turns were removed with old history\./);
  });

  it('counts only the last days with --days, and refuses what is no number of them', async () => {
    const app = having(METRICS);
    assert.equal((await devs('metrics --days 7', app)).code, 0);
    for (const wrong of ['0', '-1', '1.5', 'week', '1e3', '36501', '']) {
      const { code, stderr } = await devs(['metrics', `--days=${wrong}`], app);
      assert.equal(code, 1, wrong);
      assert.match(stderr, /^--days .*it takes a whole number from 1 to 36500\.\n$/);
    }
    assert.deepEqual(app.asked, [{ days: 7 }]);
  });

  it('prints all of it as JSON', async () => {
    const { stdout } = await devs('metrics --json', having(METRICS));
    assert.deepEqual(JSON.parse(stdout), METRICS);
  });

  it('says what is wrong where the state cannot be read', async () => {
    const app = fakeApp(anOverview(), {
      metrics: () => Promise.reject(new StateError('The state is of a newer version.')),
    });
    const { code, stderr } = await devs('metrics', app);
    assert.deepEqual([code, stderr], [1, 'The state is of a newer version.\n']);
  });
});

describe('the bar of a day', () => {
  it('is never longer than the longest, and never nothing for something', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.nat(), (turns, after, most) => {
        const bar = dayBar({ turns, after, most });
        assert.ok(bar.length <= 24);
        assert.equal(bar === '', turns === 0 || most === 0);
        assert.equal(bar.includes('░'), bar !== '' && after > 0);
        assert.match(bar, /^█*░*$/);
      }),
    );
  });
});
