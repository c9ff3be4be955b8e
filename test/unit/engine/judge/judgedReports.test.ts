import assert from 'node:assert/strict';
import { toRunReport } from '../../../../src/platform/reportFiles/reportSchema';
import type { JudgeSettings } from '../../../../src/model/config/config';
import type { JudgeCost } from '../../../../src/model/judge/judgedTurn';
import { buildMetrics } from '../../../../src/reports/metrics/buildMetrics';
import { buildOverview } from '../../../../src/engine/overview/buildOverview';
import type { StoreReader } from '../../../../src/ports/store';
import { modelsOf, scriptedJudge } from '../../../support/scriptedJudge';
import { configOf, FAILED, limitsOf, ScriptedRun, type Script } from '../../../support/scriptedRun';
import { requireReport } from '../../reports/run/scene';

const TOKEN = 'ghp_0123456789abcdefghij';
const JUDGE: JudgeSettings = {
  model: { type: 'endpoint', url: 'http://localhost:11434/v1', model: 'scripted' },
  timeoutMs: 60_000,
  maxCalls: 10,
  prices: { input: 1, output: 2 },
};
const CONFIG = configOf({ judge: JUDGE, limits: limitsOf({ maxPivots: 0 }) });
const WAYS = ['alpha', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot'];

/** Nothing can be measured, and each failure is another one. */
const WANDERING: Script = (call) => ({
  reply: `STRATEGY: way ${WAYS[call] ?? ''}`,
  edits: { 'src/code.js': `way ${call}` },
  verify: { end: FAILED, output: `page ${WAYS[call] ?? ''} is not published` },
});

async function judgedRun(answer: string | undefined, config = CONFIG): Promise<ScriptedRun> {
  const run = await ScriptedRun.create(WANDERING, config);
  const judge = scriptedJudge(() =>
    answer === undefined
      ? { kind: 'failed', why: 'timeout', detail: 'no answer in time', permanent: false, calls: 1 }
      : { kind: 'answered', text: answer, calls: 1, inputTokens: 100, outputTokens: 10 },
  );
  run.models = modelsOf(judge);
  await run.run();
  return run;
}

function answerOf(change: object): string {
  const answer = { isRegressive: false, noProgress: true, external: false, reasoning: 'so it is' };
  return JSON.stringify({ ...answer, ...change });
}

function overviewOf({ store, config }: { store: StoreReader; config: typeof CONFIG }) {
  const [task] = buildOverview({
    ...{ config: { kind: 'ok', config }, store },
    ...{ holder: undefined },
  }).tasks;
  assert.ok(task);
  return task;
}

/** The seconds depend on the clock of the test. */
function untimed(cost: JudgeCost | undefined): Partial<JudgeCost> {
  const { durationMs, ...rest } = cost ?? { calls: 0, durationMs: 1 };
  assert.ok(durationMs > 0);
  return rest;
}

describe('a turn that the judge was asked about', () => {
  it('says so in the overview, the pause report, the run’s report and the figures', async () => {
    const run = await judgedRun(answerOf({}));
    // The first turn is the baseline; then one call for each.
    const total = { calls: 2, inputTokens: 200, outputTokens: 20, usd: 0.00024 };

    const task = overviewOf(run);
    assert.deepEqual(untimed(task.judge), total);
    const marks = task.turns.map(({ judged }) => judged?.kind);
    assert.deepEqual(marks, [undefined, 'decided', 'decided']);

    const [paused] = run.reports;
    assert.deepEqual(
      paused?.turns.map(({ judged }) => judged?.by),
      [undefined, 'scripted judge', 'scripted judge'],
    );

    const { report, markdown } = await requireReport(run);
    assert.deepEqual(untimed(report.judge), total);
    assert.deepEqual(report.turns[1]?.judged, paused.turns[1]?.judged);
    assert.deepEqual(toRunReport(JSON.stringify(report)), report);
    assert.match(markdown, / Asking the judge took 2 calls, 220 tokens, \$0\.0002\.\n/);
    assert.match(markdown, /\n\| 2 \| no progress \| 0 \| [^|]+ \| judge: no progress \| /);

    const { all, agents } = buildMetrics({ store: run.store, maxTurns: 0 });
    assert.deepEqual(untimed(all.judge), total);
    assert.deepEqual(agents[0]?.figures.judge, all.judge);
  });

  it('is handed on without keys that the model repeats', async () => {
    const run = await judgedRun(answerOf({ reasoning: `it prints token=${TOKEN}` }));
    const { report, markdown } = await requireReport(run);
    for (const text of [JSON.stringify([report, run.reports]), markdown]) {
      assert.doesNotMatch(text, /ghp_0123/);
    }
  });

  it('is told as decided by rules where the judge failed', async () => {
    const run = await judgedRun(undefined);
    const { markdown } = await requireReport(run);
    const inVain =
      /- Turn 2, decided by rules, because the judge \(scripted judge\) gave no usable answer: no answer in time\n {2}- Its cost: 2 calls, /;
    assert.match(markdown, inVain);
  });

  it('leads to the advice to go back where it moves away from the goal', async () => {
    const away = await judgedRun(answerOf({ isRegressive: true }));
    assert.match(
      away.reports[0]?.advice.join('\n') ?? '',
      /^The judge sees the task moving away from goal in turns 2 and 3\. Go back to how the files were before turn 2 before you resume\./,
    );
    const still = await judgedRun(answerOf({}));
    assert.doesNotMatch(still.reports[0]?.advice.join('\n') ?? '', /judge/);
  });

  it('is none with the judge off: no report says a word of one', async () => {
    const { judge, ...config } = CONFIG;
    assert.ok(judge);
    const run = await ScriptedRun.create(WANDERING, config);
    await run.run();
    const task = overviewOf({ store: run.store, config });
    const { report, markdown } = await requireReport(run);
    const { all } = buildMetrics({ store: run.store, maxTurns: 0 });
    const told = JSON.stringify([task, run.reports, report, all]) + markdown;
    assert.doesNotMatch(told, /judge|decided/i);
  });
});
