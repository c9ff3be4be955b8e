import assert from 'node:assert/strict';
import type { JudgeReply } from '../../../../src/ports/judge';
import { toldIn } from '../../../support/honestModel';
import { honest, judgedRun, saying, turnsOf, WANDERING, WAYS } from '../../../support/judgedRun';
import { modelsOf, scriptedJudge } from '../../../support/scriptedJudge';
import { configOf, FAILED, type Script } from '../../../support/scriptedRun';

/** What fails looks like an outage, and a file of the task says it word for word. */
const OWN_OUTAGE: Script = (call) => {
  const message = `TimeoutError: the ${WAYS[call] ?? ''} service is unavailable today`;
  return {
    reply: `STRATEGY: way ${WAYS[call] ?? ''}`,
    edits: { 'src/code.js': `throw new Error('${message}')` },
    verify: { end: FAILED, output: message },
  };
};

function answered(verdict: object): JudgeReply {
  const answer = { isRegressive: false, noProgress: true, external: false, reasoning: 'so it is' };
  return { kind: 'answered', text: JSON.stringify({ ...answer, ...verdict }), calls: 1 };
}

describe('A judge in a run', () => {
  it('wins no progress by an answer whose control question was about the cause', async () => {
    // Believes every outage and all progress, but that an assertion is neither.
    const judge = scriptedJudge((_call, prompt) =>
      toldIn(prompt).current.kindOfFailure === 'assertion'
        ? answered({})
        : answered({ noProgress: false, external: true }),
    );
    const run = await judgedRun(OWN_OUTAGE, judge);

    await run.run();

    assert.deepEqual([...new Set(turnsOf(run).map(({ outcome }) => outcome))], ['no_progress']);
    assert.equal(run.requests.length, 9);
  });

  for (const [file, outcome] of [
    ['package.json', 'no_progress'],
    ['src/code.js', 'not_agent'],
  ] as const) {
    it(`${outcome === 'not_agent' ? 'may' : 'may not'} blame the outside for a dependency after ${file} was changed`, async () => {
      const run = await judgedRun(
        (call) => ({
          reply: `STRATEGY: way ${WAYS[call] ?? ''}`,
          edits: { [file]: `way ${call}` },
          verify: { end: FAILED, output: `Error: E404 ${WAYS[call] ?? ''} timeout` },
        }),
        honest(),
      );
      run.files.set(file, 'original');

      await run.run();

      const [first] = turnsOf(run);
      assert.ok(first?.judged?.kind === 'decided');
      assert.equal(first.judged.verdict.external, true);
      assert.equal(first.outcome, outcome);
      assert.equal(first.external, outcome === 'not_agent' ? 'missing_dependency' : undefined);
    });
  }

  it('is asked although another one was misled on the task', async () => {
    const misled = { ...saying({ noProgress: false }), name: 'gullible' };
    const better = { ...honest(), name: 'better' };
    const run = await judgedRun(WANDERING, misled, {
      limits: { ...configOf().limits, maxTurns: 4 },
    });
    await run.run();
    assert.equal(misled.asked.length, 2);

    run.models = modelsOf(better);
    run.config = { ...run.config, limits: { ...run.config.limits, maxTurns: 6 } };
    run.store.updateTask('fix', { status: 'pending' });
    await run.run();

    assert.ok(better.asked.length > 0);
  });

  it('decides nothing where asking it throws, and the turn is recorded as rules see it', async () => {
    const broken = {
      name: 'broken judge',
      ask: () => Promise.reject(new Error('secret words of the prompt')),
    };
    const run = await judgedRun(WANDERING, broken);

    await run.run();

    assert.equal(run.requests.length, 9);
    const [, second] = turnsOf(run);
    assert.ok(second?.judged?.kind === 'undecided');
    assert.equal(second.judged.why, 'service failure');
    assert.equal(second.judged.cost.calls, 2);
    assert.ok(!JSON.stringify([run.events, run.warnings, run.reports]).includes('secret words'));
  });

  it('is told of attempts before a human stepped in, and how long ago they were', async () => {
    const judge = honest();
    const run = await judgedRun(WANDERING, judge);
    await run.run();
    const before = judge.asked.length;
    const attempts = turnsOf(run).length;

    run.clock.advance(3 * 24 * 3_600_000);
    run.intervene({ type: 'resume', taskId: 'fix' });
    await run.run();

    const first = judge.asked[before];
    assert.ok(first !== undefined);
    assert.equal(toldIn(first).attempts.length, Math.min(10, attempts));
    assert.ok(first.user.includes('"sinceTheAttemptBefore": "3 days"'));
  });
});
