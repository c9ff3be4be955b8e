import assert from 'node:assert/strict';
import {
  honest,
  JUDGE,
  judgedRun,
  saying,
  turnsOf,
  WANDERING,
  WAYS,
} from '../../../support/judgedRun';
import { decide, playRoles, roleConfig } from '../../../support/roleScripts';
import { modelsOf } from '../../../support/scriptedJudge';
import { FAILED, limitsOf, PASSED, ScriptedRun, type Script } from '../../../support/scriptedRun';

/** Fails with these words, call after call; the last ones for ever. */
function failingWith(...outputs: readonly string[]): Script {
  return (call) => ({
    reply: `STRATEGY: way ${WAYS[call] ?? ''}`,
    edits: { 'src/code.js': `way ${call}` },
    verify: { end: FAILED, output: outputs[call - 1] ?? outputs.at(-1) ?? '' },
  });
}

const RATES = 'TimeoutError: rates service unavailable today';
const POST = 'TimeoutError: post office unavailable today';

/** An external failure blocks the task without a retry. */
const AT_ONCE = { limits: limitsOf({ maxRetries: 0 }) };

/** Runs the task, also after a block: its counts stay, as no human has stepped in. */
async function playOn(run: ScriptedRun): Promise<void> {
  if (run.store.getTask('fix')?.status === 'blocked')
    run.store.updateTask('fix', { status: 'pending' });
  await run.run();
}

function outcomes(run: ScriptedRun): readonly string[] {
  return turnsOf(run).map(({ outcome }) => outcome);
}

describe('A cause that the judge was asked about', () => {
  it('is taken over by the next turn with the same failure, and asked again for another', async () => {
    const run = await judgedRun(failingWith(RATES, RATES, POST, 'page is off'), honest(), AT_ONCE);

    for (let turn = 1; turn <= 4; turn += 1) await playOn(run);

    assert.deepEqual(outcomes(run).slice(0, 4), [
      ...Array<string>(3).fill('not_agent'),
      'no_progress',
    ]);
    const told = turnsOf(run).slice(0, 3);
    assert.deepEqual(
      told.map(({ judged }) => judged?.kind === 'decided' && [judged.cost.calls, judged.since]),
      [
        [2, undefined],
        [0, 1],
        [2, undefined],
      ],
    );
  });

  it('says nothing of progress, and failures that were not the agent’s are no attempts', async () => {
    const judge = saying({});
    const run = await judgedRun(failingWith(RATES, 'page is off'), judge);
    await run.run();
    assert.doesNotMatch(turnsOf(run)[0]?.reason ?? '', /judge/);

    const told = honest();
    const outage = await judgedRun(
      failingWith('page is off', RATES, 'no such page'),
      told,
      AT_ONCE,
    );
    await playOn(outage);
    await playOn(outage);
    assert.equal(turnsOf(outage)[1]?.outcome, 'not_agent');
    const next = told.asked.find(({ user }) => user.includes('no such page'));
    assert.ok(next !== undefined && !next.user.includes('rates service'), next?.user);
  });

  it('blocks the task at once where only a human can help', async () => {
    const run = await judgedRun(failingWith('PermissionError: vault timeout'), honest());

    await run.run();

    assert.equal(run.store.getTask('fix')?.status, 'blocked');
    assert.equal(run.requests.length, 1);
    assert.match(
      run.store.getTask('fix')?.statusReason ?? '',
      /according to the judge, scripted judge/,
    );
  });

  it('is the agent’s where more was changed than can be looked at', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [`src/${index}.js`, 'x']),
    );
    const script = failingWith(RATES);
    const run = await judgedRun(
      (call, request) => ({ ...script(call, request), ...(call === 1 && { edits: files }) }),
      honest(),
    );

    await run.run();

    assert.equal(turnsOf(run)[0]?.outcome, 'no_progress');
  });

  it('is asked of another judge again', async () => {
    const first = { ...honest(), name: 'first' };
    const other = { ...honest(), name: 'other' };
    const script = failingWith(RATES, POST, RATES);
    // The same strategy, so that the third question is the first one word for word.
    const run = await judgedRun(
      (call, request) => ({ ...script(call, request), reply: 'STRATEGY: same' }),
      first,
      AT_ONCE,
    );
    await playOn(run);
    await playOn(run);
    run.models = modelsOf(other);
    await playOn(run);

    assert.deepEqual(
      turnsOf(run).map(({ judged }) => [judged?.by, judged?.cost.calls]),
      [
        ['first', 2],
        ['first', 2],
        ['other', 2],
      ],
    );
  });
});

describe('A judge', () => {
  it('stays the one of the run’s beginning, whatever an agent writes into devs.yaml', async () => {
    const opened: unknown[] = [];
    const judge = saying({ noProgress: true });
    const run = await judgedRun((call, request) => {
      const during = async (): Promise<void> => await run.loop?.reloadConfig();
      return { ...WANDERING(call, request), during };
    }, judge);
    run.models = {
      ...run.models,
      judge: (settings) => {
        opened.push(settings);
        return judge;
      },
    };
    const model = { type: 'endpoint', url: 'http://evil.example/v1', model: 'yes' } as const;
    const other = { ...JUDGE, model, maxCalls: 1_000 };
    run.configRead = () => ({ kind: 'ok', config: { ...run.config, judge: other } });

    await run.run();

    assert.deepEqual(opened, [JUDGE]);
    assert.equal(judge.asked.length, 8);
  });

  it('is told nothing of attempts before the task was retried', async () => {
    const judge = honest();
    const run = await judgedRun(
      (call, request) => ({
        ...WANDERING(call, request),
        ...(call === 3 && { verify: { end: PASSED, output: '' } }),
      }),
      judge,
    );
    await run.run();
    const before = judge.asked.length;

    run.intervene({ type: 'retry', taskId: 'fix' });
    await run.run();

    const first = judge.asked[before]?.user ?? '';
    assert.ok(first.includes('echo is not published'), first);
    assert.ok(!first.includes('bravo is not published'), first);
  });

  it('is not asked about a turn by which the planner gives the task up', async () => {
    const judge = honest();
    const script = playRoles({
      planner: (n) => decide(n === 2 ? 'done' : n === 4 ? 'snitch' : 'coder'),
      coder: (n) => ({
        reply: `way ${WAYS[n] ?? ''}`,
        edits: { 'src/code.js': `way ${n}` },
        verify: { end: FAILED, output: `page ${WAYS[n] ?? ''} is off` },
      }),
    });
    const run = await ScriptedRun.create(script, roleConfig({ config: { judge: JUDGE } }));
    run.verification = (n) => ({ end: FAILED, output: `page ${WAYS[n] ?? ''} is off` });
    run.models = modelsOf(judge);

    await run.run();

    assert.equal(run.store.getTask('fix')?.status, 'aborted_stuck');
    assert.equal(judge.asked.length, 0);
  });
});
