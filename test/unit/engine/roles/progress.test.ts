import assert from 'node:assert/strict';
import { hasEnded, type TurnEnd } from '../../../../src/model/turn/turn';
import {
  decide,
  hopsOf,
  pathOf,
  playRoles,
  promptsTo,
  roleConfig,
} from '../../../support/roleScripts';
import { failing, FAILED, PASSED, ScriptedRun } from '../../../support/scriptedRun';

function counts(run: ScriptedRun): readonly (number | undefined)[] {
  return hopsOf(run).map(({ edge }) => edge?.count);
}

function firstTurn({ store }: ScriptedRun): TurnEnd {
  const [turn] = store.listTurns('fix');
  assert.ok(turn !== undefined && hasEnded(turn));
  return turn;
}

describe('progress inside a turn', () => {
  it('new results of research set the researcher back, and the hop says so', async () => {
    const questions = ['Which cache is used?', 'Who calls the parser?', 'How are dates stored?'];
    const run = await ScriptedRun.create(
      playRoles({
        planner: (n) => {
          const query = questions[n - 1];
          return query === undefined ? decide('done_partial') : decide('researcher', { query });
        },
        researcher: (n) => ({ reply: `answer ${n}` }),
      }),
      roleConfig(),
    );

    await run.run();

    assert.deepEqual(counts(run), [1, 1, 1]);
    assert.deepEqual(
      hopsOf(run).map(({ progress }) => progress),
      [undefined, 'new research results', 'new research results'],
    );
  });

  it('new files set the coder back, the same files again do not', async () => {
    const files = ['a', 'b', 'c', 'c', 'c', 'c'];
    const run = await ScriptedRun.create(
      playRoles({
        planner: (n) => (n <= files.length ? decide('coder') : decide('done_partial')),
        coder: (n) => ({ edits: { [`src/${files[n - 1]}.js`]: `${n}` } }),
      }),
      roleConfig(),
    );

    await run.run();

    assert.deepEqual(counts(run), [1, 1, 1, 1, 2, 3]);
    assert.equal(hopsOf(run)[1]?.progress, 'new files: src/a.js');
  });

  it('a new best measurement sets every edge back', async () => {
    const run = await ScriptedRun.create(
      playRoles({
        planner: (n) =>
          n > 8 ? decide('done_partial') : decide(n % 2 === 1 ? 'coder' : 'verifier'),
        coder: (n) => ({ edits: { 'src/code.js': `${n}` } }),
      }),
      roleConfig(),
    );
    run.verification = (n) => ({ end: FAILED, measurement: failing([7, 7, 5, 4][n - 1] ?? 4) });

    await run.run();

    assert.deepEqual(pathOf(run), [
      'coder 1 answered',
      'verifier 1 failed',
      'coder 1 answered',
      'verifier 1 failed',
      'coder 2 answered',
      'verifier 2 failed',
      'coder 1 answered',
      'verifier 1 failed',
    ]);
    assert.ok(hopsOf(run)[6]?.progress?.startsWith('a new best measurement'));
  });

  it('a best that an earlier turn reached and lost is none when it is reached again', async () => {
    const steps = ['coder', 'verifier', 'coder', 'verifier', 'coder', 'done'] as const;
    const run = await ScriptedRun.create(
      playRoles({
        planner: (n) => decide(steps[(n - 1) % steps.length] ?? 'done'),
        coder: (n) => ({ edits: { 'src/code.js': `${n}` } }),
      }),
      roleConfig({ limits: { maxTurns: 2 } }),
    );
    // Inside a turn 4 tests fail, at its end 5 do as in the beginning: the best of its ends stays 5.
    run.verification = (n) => ({
      end: FAILED,
      measurement: failing([5, 4, 5, 4, 4, 5][n - 1] ?? 5),
    });

    await run.run();

    const bests = run.store
      .listTurns('fix')
      .filter(hasEnded)
      .map(({ hops = [] }) => hops.filter((hop) => hop.progress?.includes('best')).length);
    assert.deepEqual(bests, [1, 0]);
  });

  it('a failure that ended the turn before is none when it is found inside the next', async () => {
    const run = await ScriptedRun.create(
      playRoles({
        planner: (n) => decide((['done', 'verifier', 'coder', 'done'] as const)[n - 1] ?? 'done'),
      }),
      roleConfig({ limits: { maxTurns: 2 } }),
    );

    await run.run();

    assert.deepEqual(
      hopsOf(run).map(({ to, progress }) => [to, progress]),
      [
        ['verifier', undefined],
        ['coder', undefined],
      ],
    );
  });

  it('a state never seen is progress of the coder where nothing can be verified', async () => {
    const run = await ScriptedRun.create(
      playRoles({
        planner: (n) => (n <= 8 ? decide('coder') : decide('done')),
        coder: (n) => ({ edits: { 'src/code.js': `state ${n}` } }),
      }),
      roleConfig({ unverified: true }),
    );

    await run.run();

    assert.deepEqual(counts(run), [1, 1, 1, 1, 1, 1, 1, 1]);
    // How the files were when the planner first looked is nothing new.
    assert.equal(hopsOf(run)[0]?.progress, undefined);
    assert.equal(run.store.getTask('fix')?.status, 'done');
    assert.equal(run.store.getTask('fix')?.unverified, true);
  });

  it('states that come and go are new once', async () => {
    const run = await ScriptedRun.create(
      playRoles({
        planner: () => decide('coder'),
        coder: (n) => ({ edits: { 'src/code.js': n % 2 === 0 ? 'even' : 'odd' } }),
      }),
      roleConfig({ unverified: true }),
    );

    await run.run();

    assert.deepEqual(counts(run), [1, 1, 1, 2, 3, 4, 5, 6]);
    assert.equal(run.store.getTask('fix')?.status, 'aborted_stuck');
  });

  it('an accusation of the coder is measured before it is made: a new best lets it go on', async () => {
    const run = await ScriptedRun.create(
      playRoles({
        planner: (n) =>
          n === 1 ? decide('verifier') : n <= 8 ? decide('coder') : decide('done_partial'),
        coder: (n) => ({ edits: { 'src/code.js': `${n}` } }),
      }),
      roleConfig({ limits: { plannerToCoder: 3 } }),
    );
    run.verification = (n) => ({ end: FAILED, measurement: failing(10 - n) });

    await run.run();

    assert.deepEqual(pathOf(run), [
      'verifier 1 failed',
      'coder 1 answered',
      // A file that was not changed before.
      'coder 1 answered',
      'coder 2 answered',
      'coder 3 answered',
      'verifier - failed',
      'coder 1 answered',
      'coder 2 answered',
      'coder 3 answered',
    ]);
  });

  it('the first measurement of a task proves no loop: one test more with each hop is never stopped', async () => {
    const run = await ScriptedRun.create(
      playRoles({
        planner: () => decide('coder'),
        coder: (n) => ({ edits: { 'src/code.js': `${n}` } }),
      }),
      roleConfig(),
    );
    let edits = 0;
    run.config = { ...run.config, limits: { ...run.config.limits, maxTurns: 1 } };
    run.verification = () => {
      edits = run.requests.filter(({ role }) => role === 'coder').length;
      return { end: FAILED, measurement: failing(40 - edits) };
    };

    await run.run();

    assert.deepEqual(
      pathOf(run).filter((hop) => hop.includes('refused')),
      [],
    );
    assert.equal(hopsOf(run).length, run.config.limits.maxSteps);
    assert.equal(run.store.getTask('fix')?.status, 'PAUSED_FOR_INTERVENTION');
  });

  it('where the measurement shows nothing the accusation stands', async () => {
    const run = await ScriptedRun.create(
      playRoles({
        planner: (n) => decide(n === 1 ? 'verifier' : 'coder'),
        coder: (n) => ({ edits: { 'src/code.js': `${n}` } }),
      }),
      roleConfig(),
    );
    run.verification = () => ({ end: FAILED, measurement: failing(5) });

    await run.run();

    assert.deepEqual(pathOf(run).slice(-2), ['verifier - failed', 'coder 6 refused']);
    assert.equal(run.store.getTask('fix')?.status, 'aborted_stuck');
    // The turn ends in the state that was verified: once is enough.
    assert.equal(run.verifications, 2);
  });

  it('a second measurement that is no better than the first proves the loop', async () => {
    const run = await ScriptedRun.create(
      playRoles({
        planner: () => decide('coder'),
        coder: (n) => ({ edits: { 'src/code.js': `${n}` } }),
      }),
      roleConfig(),
    );
    run.verification = () => ({ end: FAILED, measurement: failing(5) });

    await run.run();

    assert.deepEqual(pathOf(run).slice(-2), ['verifier - failed', 'coder 6 refused']);
    assert.equal(run.verifications, 2);
  });

  it('a first failure of which nothing is counted proves no loop of the coder either', async () => {
    const run = await ScriptedRun.create(
      playRoles({
        planner: (n) => (n <= 9 ? decide('coder') : decide('done')),
        coder: (n) => ({ edits: { 'src/code.js': `${n}` } }),
      }),
      roleConfig({ limits: { plannerToCoder: 3 } }),
    );
    const messages = ['Cannot find name a', 'Type string is no number', 'Missing return', ''];
    run.verification = (n) => ({
      end: n === 4 ? PASSED : FAILED,
      output: `src/code.js(1,1): error: ${messages[n - 1]}`,
    });

    await run.run();

    assert.equal(run.store.getTask('fix')?.status, 'done');
    assert.equal(firstTurn(run).inTurnLoop, undefined);
  });

  it('what was coded before the first verification is not held against the coder after it', async () => {
    for (const between of ['verifier', 'done'] as const) {
      const way = ['coder', 'coder', 'coder', 'coder', between, 'coder', 'done'] as const;
      const run = await ScriptedRun.create(
        playRoles({
          planner: (n) => decide(way[n - 1] ?? 'done'),
          coder: (n) => ({ edits: { 'src/code.js': `${n}` } }),
        }),
        roleConfig({ limits: { plannerToCoder: 3 } }),
      );
      run.verification = (n) => ({ end: n === 1 ? FAILED : PASSED, measurement: failing(2 - n) });

      await run.run();

      assert.equal(run.store.getTask('fix')?.status, 'done', between);
      assert.ok(!pathOf(run).some((hop) => hop.endsWith('refused')), between);
    }
  });

  it('an accusation of any edge and of a cycle is measured, where an agent verifies or nobody does', async () => {
    const left = (run: ScriptedRun): number => 8 - (Number(run.files.get('src/code.js')) || 0);
    const ways = [
      { other: 'verifier', plan: ['go on'], limits: {} },
      { other: 'researcher', plan: ['go on'], limits: {} },
      { other: 'verifier', plan: [], limits: { plannerToVerifier: 1 } },
      { other: 'researcher', plan: [], limits: { plannerToResearcher: 1 } },
    ] as const;
    for (const { other, plan, limits } of ways) {
      const run = await ScriptedRun.create(
        playRoles({
          planner: (n) =>
            n > 16 ? decide('done') : decide(n % 2 === 1 ? 'coder' : other, { plan }),
          coder: (n) => ({ edits: { 'src/code.js': `${n}` } }),
          researcher: () => ({ reply: 'Some tests fail.' }),
          verifier: () => ({ reply: 'FAILED: some tests fail' }),
        }),
        roleConfig({ roles: { verifier: { agent: 'other', instructions: '' } }, limits }),
      );
      run.verification = () => ({
        end: left(run) === 0 ? PASSED : FAILED,
        measurement: failing(left(run)),
      });

      await run.run();

      assert.equal(run.store.getTask('fix')?.status, 'done', other);
      assert.equal(run.store.listTurns('fix').length, 1, other);
      assert.equal(firstTurn(run).hops?.filter(({ answer }) => answer.includes('loop')).length, 0);
    }
  });
});

describe('verification inside a turn', () => {
  it('is used at its end where nothing changed since', async () => {
    const run = await ScriptedRun.create(
      playRoles({
        planner: (n) => decide((['coder', 'verifier', 'done'] as const)[n - 1] ?? 'done'),
        coder: () => ({ edits: { 'src/code.js': 'right' } }),
      }),
      roleConfig(),
    );
    run.verification = () => ({ end: PASSED, writes: { 'junit.xml': '<testsuite/>' } });

    await run.run();

    assert.equal(run.verifications, 1);
    assert.equal(run.store.getTask('fix')?.status, 'done');
    assert.deepEqual(firstTurn(run).changedFiles, ['src/code.js']);
  });

  it('that was the first of the task is what the end of the turn is measured against', async () => {
    for (const [end, outcome] of [
      [3, 'progress'],
      [5, 'no_progress'],
      [6, 'no_progress'],
    ] as const) {
      const steps = ['verifier', 'coder', 'done'] as const;
      const run = await ScriptedRun.create(
        playRoles({
          planner: (n) => decide(steps[n - 1] ?? 'done'),
          coder: () => ({ edits: { 'src/code.js': 'better' } }),
        }),
        roleConfig({ limits: { maxTurns: 1 } }),
      );
      run.verification = (n) => ({ end: FAILED, measurement: failing(n === 1 ? 5 : end) });

      await run.run();

      assert.equal(firstTurn(run).outcome, outcome);
      assert.deepEqual(run.store.getTask('fix')?.best, failing(end));
    }
  });

  it('is made again where something changed since', async () => {
    const run = await ScriptedRun.create(
      playRoles({
        planner: (n) => decide((['coder', 'verifier', 'coder', 'done'] as const)[n - 1] ?? 'done'),
        coder: (n) => ({ edits: { 'src/code.js': `${n}` } }),
      }),
      roleConfig({ limits: { maxTurns: 1 } }),
    );
    run.verification = (n) => ({ end: n === 1 ? PASSED : FAILED });

    await run.run();

    assert.equal(run.verifications, 2);
    assert.equal(firstTurn(run).outcome, 'no_progress');
  });

  it('tells the planner what fails, in that turn and the next', async () => {
    const run = await ScriptedRun.create(
      playRoles({
        planner: (n) => decide(n === 1 ? 'verifier' : 'done'),
      }),
      roleConfig({ limits: { maxTurns: 2 } }),
    );
    run.verification = () => ({ end: FAILED, output: 'expected 2, got 3' });

    await run.run();

    const prompts = promptsTo('planner', run);
    assert.ok(!prompts[0]?.includes('expected 2, got 3'));
    assert.ok(prompts[1]?.includes('The last verification: failed (exit code 1).'));
    assert.ok(prompts[1]?.includes('expected 2, got 3'));
    assert.ok(prompts[2]?.includes('expected 2, got 3'));
  });

  it('by an agent: its last PASSED or FAILED line counts, and the verify command judges the turn', async () => {
    const replies = ['FAILED: rounding is wrong', '```\nPASSED: no\n```', '**PASSED:** all there'];
    const run = await ScriptedRun.create(
      playRoles({
        planner: (n) => (n <= 3 ? decide('verifier') : decide('done')),
        verifier: (n) => ({ reply: replies[n - 1] ?? '' }),
      }),
      roleConfig({ roles: { verifier: { agent: 'other', instructions: 'Be strict.' } } }),
    );
    run.verification = () => ({ end: FAILED });
    run.config = { ...run.config, limits: { ...run.config.limits, maxTurns: 1 } };

    await run.run();

    assert.deepEqual(
      hopsOf(run).map(({ outcome, agent }) => [outcome, agent]),
      [
        ['failed', 'other'],
        ['answered', 'other'],
        ['passed', 'other'],
      ],
    );
    assert.equal(run.verifications, 1);
    const [asked] = run.requests.filter(({ role }) => role === 'verifier');
    assert.equal(asked?.definition.name, 'other');
    assert.equal(asked.systemPrompt, 'Be strict.');
  });

  it('by an agent alone: what it counts may fall, and the same in other words is a loop', async () => {
    const falling = (n: number): string => `FAILED: ${9 - n} of 10 rows are wrong`;
    const words = ['still', 'yet again', 'as before', 'once more', 'even now', 'again'];
    const reworded = (n: number): string =>
      `FAILED: The rounding of prices is wrong ${words[n - 1]}`;
    for (const [says, status] of [
      [falling, 'done'],
      [reworded, 'aborted_stuck'],
    ] as const) {
      const run = await ScriptedRun.create(
        playRoles({
          planner: (n) =>
            n > 16
              ? decide('done')
              : decide(n % 2 === 1 ? 'coder' : 'verifier', { plan: [`step ${n}`] }),
          coder: (n) => ({ edits: { 'src/code.js': `${n}` } }),
          verifier: (n) => ({ reply: says(n) }),
        }),
        roleConfig({ unverified: true, roles: { verifier: { agent: 'other', instructions: '' } } }),
      );

      await run.run();

      assert.equal(run.store.getTask('fix')?.status, status);
    }
  });

  it('that cannot run blocks the task, as at the end of any turn', async () => {
    const run = await ScriptedRun.create(
      playRoles({ planner: () => decide('verifier') }),
      roleConfig(),
    );
    run.verification = () => ({
      end: { kind: 'couldNotStart', message: 'npm: command not found' },
      output: '',
    });

    await run.run();

    assert.equal(run.store.getTask('fix')?.status, 'blocked');
    assert.equal(firstTurn(run).outcome, 'not_agent');
    assert.equal(run.store.getTask('fix')?.roleMemory, undefined);
    assert.equal(run.verifications, 1);
  });
});
