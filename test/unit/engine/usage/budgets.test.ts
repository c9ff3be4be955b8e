import assert from 'node:assert/strict';
import type { Budgets } from '../../../../src/model/usage/budget';
import { NANO, type UsageReport } from '../../../../src/model/usage/usage';
import {
  configOf,
  failing,
  PASSED,
  ScriptedRun,
  taskOf,
  type ScriptedTurn,
} from '../../../support/scriptedRun';

/** An agent that has made `requests` requests of a cent and a thousand tokens each. */
function cents(requests: number): UsageReport {
  const tokens = { input: 600 * requests, cacheRead: 0, cacheWrite: 0, output: 400 * requests };
  return {
    models: [{ model: 'opus', ...tokens }],
    nanoUsd: (requests * NANO) / 100,
    isPartial: false,
  };
}

const upTo = (requests: number): readonly UsageReport[] =>
  Array.from({ length: requests }, (_, index) => cents(index + 1));

const usd = (amount: number): { readonly nanoUsd: number } => ({
  nanoUsd: Math.round(amount * NANO),
});

const AGENT = { type: 'command', command: ['a'], timeoutMs: 60_000, env: {} } as const;

function create(
  budget: Budgets,
  script: (call: number) => ScriptedTurn,
  change: Parameters<typeof configOf>[0] = {},
): Promise<ScriptedRun> {
  const agents = { scripted: { ...AGENT, name: 'scripted', steps: 'claude' } } as const;
  return ScriptedRun.create(script, configOf({ agents, budget, ...change }));
}

/** A turn that makes progress, so that loops play no part. */
const turn = (requests: number, call: number): ScriptedTurn => ({
  reply: `attempt ${call}`,
  edits: { 'src/code.js': `version ${call}` },
  verify: { measurement: failing(9 - call) },
  spends: upTo(requests),
});

describe('a budget', () => {
  it('ends the turn at the request that uses it up, and pauses the task with what it was spent on', async () => {
    const run = await create({ task: usd(0.12) }, (call) => turn(call === 1 ? 10 : 100, call));
    await run.run();

    const [report, ...more] = run.reports;
    assert.deepEqual(more, []);
    assert.equal(report?.reason, 'BUDGET');
    const why = 'the budget of this task ($0.12) is used up: $0.12 (scripted $0.12)';
    assert.equal(run.store.getTask('fix')?.statusReason, why);
    assert.deepEqual(
      run.store.listTurns('fix').map(({ outcome }) => outcome),
      ['no_progress', 'not_agent'],
    );
    const spent = run.store
      .listEventsNamed(['usage_reported'])
      .map(({ data: { nanoUsd, partial } }) => [nanoUsd, partial]);
    assert.deepEqual(spent, [
      [0.1 * NANO, undefined],
      [0.02 * NANO, true],
    ]);
  });

  for (const [what, said, budget, reason] of [
    [
      'of an agent that says nothing of what it uses',
      [],
      { task: usd(5) },
      'the budget cannot be reckoned: the agent scripted does not say what it uses; choose another agent, or remove the budget from devs.yaml',
    ],
    [
      'in tokens of an agent that says only what it costs',
      [{ models: [], nanoUsd: NANO, isPartial: true }],
      { day: { tokens: 1_000 } },
      'the budget cannot be reckoned: the agent scripted does not say what tokens it uses; choose another agent, or give the budget in dollars',
    ],
    [
      'in dollars of an agent that says tokens without a price',
      [{ models: [{ ...cents(1).models[0]! }], isPartial: false }],
      { run: usd(5) },
      'the budget cannot be reckoned: the agent scripted did not say what it costs; add its model or "scripted" to prices in devs.yaml, or give the budget in tokens',
    ],
  ] as const)
    it(`${what} pauses the task after its first turn`, async () => {
      const run = await create(budget, (call) => ({ ...turn(0, call), spends: said }));
      await run.run();
      assert.equal(run.store.countTurns('fix'), 1);
      assert.equal(run.store.getTask('fix')?.statusReason, reason);
    });

  it('pauses nothing where an agent says only what it costs and the budget is in dollars', async () => {
    const said = [{ models: [], nanoUsd: NANO, isPartial: true }];
    const run = await create({ task: usd(5) }, (call) =>
      call === 3
        ? { ...turn(0, call), spends: said, verify: { end: PASSED } }
        : { ...turn(0, call), spends: said },
    );
    await run.run();
    assert.equal(run.store.getTask('fix')?.status, 'done');
  });

  it('waits for no words of an agent that failed before it could say what it uses', async () => {
    const run = await create({ task: usd(5) }, (call) =>
      call === 1
        ? { end: { kind: 'exit', code: 1 }, errorTail: 'Error: 429 Too Many Requests' }
        : { ...turn(1, call), verify: { end: PASSED } },
    );
    await run.run();
    assert.equal(run.store.getTask('fix')?.status, 'done');
  });

  it('does not undo a turn that the agent has ended by itself: it is verified, and the next one is not begun', async () => {
    const atEnd = (call: number): ScriptedTurn => ({
      ...turn(0, call),
      spends: [cents(20)],
      saysSumAtEnd: true,
    });
    const solving = await create({ task: usd(0.12) }, (call) => ({
      ...atEnd(call),
      verify: { end: PASSED },
    }));
    await solving.run();
    assert.equal(solving.store.getTask('fix')?.status, 'done');

    const failed = await create({ task: usd(0.12) }, atEnd);
    await failed.run();
    assert.deepEqual(
      failed.store.listTurns('fix').map(({ outcome }) => outcome),
      ['no_progress'],
    );
    assert.match(failed.store.getTask('fix')?.statusReason ?? '', /is used up: \$0\.20/);
  });

  it('in tokens ends a turn likewise', async () => {
    const run = await create({ task: { tokens: 3_500 } }, (call) => turn(9, call));
    await run.run();
    const [{ data } = assert.fail()] = run.store.listEventsNamed(['usage_reported']);
    assert.equal(data.models[0]?.input, 2_400, 'four requests, the last of which used it up');
    assert.match(
      run.store.getTask('fix')?.statusReason ?? '',
      /\(3,500 tokens\) is used up: 4,000/,
    );
  });

  it('is told of once at 80 %', async () => {
    const run = await create({ task: usd(1) }, (call) =>
      call === 4 ? { ...turn(1, call), verify: { end: PASSED } } : turn(call === 1 ? 80 : 5, call),
    );
    await run.run();
    assert.equal(run.store.getTask('fix')?.status, 'done');
    const told = run.events.flatMap(({ event, data }) => (event === 'budget_used' ? [data] : []));
    assert.deepEqual(told, [{ scope: 'task', unit: 'nanoUsd', used: 0.8 * NANO, limit: NANO }]);
  });

  it('that a human raises lets the task go on with its counters, and no further than that', async () => {
    const run = await create({ task: usd(0.1) }, (call) =>
      call === 1 ? { reply: 'stuck', spends: upTo(9) } : { reply: 'stuck too', spends: upTo(100) },
    );
    await run.run();
    assert.deepEqual(run.entropies().slice(0, 1), [1]);
    assert.equal(run.store.getTask('fix')?.entropyCount, 1);
    const answer = run.intervene({ type: 'resume', taskId: 'fix', allow: usd(0.05) });
    assert.deepEqual(answer, { ok: true, message: 'fix may use $0.05 more; it continues.' });
    const [done] = run.store.listEventsNamed(['intervention']);
    assert.equal(done?.data.detail, '$0.05 more allowed');
    assert.equal(run.store.getTask('fix')?.entropyCount, 1);
    await run.run();
    const all = run.store.listEventsNamed(['usage_reported']).map(({ data }) => data.nanoUsd ?? 0);
    assert.equal(
      all.reduce((sum, each) => sum + each),
      0.15 * NANO,
    );
    assert.equal(run.store.getTask('fix')?.status, 'PAUSED_FOR_INTERVENTION');
  });

  it('of a run or a day pauses whatever task would use more, and says which tasks used it', async () => {
    for (const scope of ['run', 'day'] as const) {
      const tasks = [taskOf(), taskOf({ id: 'next' })];
      const run = await create(
        { [scope]: usd(0.3) },
        (call) => (call === 1 ? { ...turn(20, call), verify: { end: PASSED } } : turn(50, call)),
        { tasks },
      );
      await run.run();
      assert.equal(run.store.getTask('fix')?.status, 'done');
      assert.match(
        run.store.getTask('next')?.statusReason ?? '',
        /\(\$0\.30\) is used up: \$0\.30 \(fix \$0\.20(?:,| and) next \$0\.10\)$/,
      );
    }
  });

  it('in dollars pauses where an agent does not say what it costs, and goes on once a price is given', async () => {
    const spends = [{ models: cents(3).models, isPartial: false }];
    const run = await create({ task: usd(5) }, (call) =>
      call === 1
        ? { ...turn(0, call), spends }
        : { ...turn(0, call), spends, verify: { end: PASSED } },
    );
    await run.run();
    assert.match(
      run.store.getTask('fix')?.statusReason ?? '',
      /^the budget cannot be reckoned: the agent scripted did not say what it costs; add its model or "scripted" to prices/,
    );
    run.config = { ...run.config, prices: { opus: { input: 1, output: 2 } } };
    run.intervene({ type: 'resume', taskId: 'fix' });
    await run.run();
    assert.equal(run.store.getTask('fix')?.status, 'done');
    const [, priced] = run.store.listEventsNamed(['usage_reported']);
    assert.equal(priced?.data.nanoUsd, 1_800 * 1_000 + 1_200 * 2_000);
  });

  it('counts the running call and a call that a killed runner left behind once', async () => {
    const run = await create({ task: usd(0.5) }, (call) => turn(30, call));
    run.store.putRunningCall({
      ...{ turnId: 'gone', taskId: 'fix' },
      usage: { turn: 1, agent: 'scripted', models: [], nanoUsd: 0.3 * NANO, partial: true },
    });
    await run.run();
    assert.match(run.store.getTask('fix')?.statusReason ?? '', /is used up: \$0\.50/);
  });

  it('that a human raises in dollars pauses where an agent does not say what it costs', async () => {
    const spends = [{ models: cents(3).models, isPartial: false }];
    const run = await create({ task: { tokens: 3_000 } }, (call) => ({
      ...turn(0, call),
      spends,
      ...(call === 5 && { verify: { end: PASSED } }),
    }));
    await run.run();
    assert.match(run.store.getTask('fix')?.statusReason ?? '', /is used up: 3,000 tokens/);
    run.intervene({ type: 'resume', taskId: 'fix', allow: usd(5) });
    await run.run();
    assert.match(
      run.store.getTask('fix')?.statusReason ?? '',
      /^what was allowed cannot be reckoned/,
    );
    run.intervene({ type: 'resume', taskId: 'fix', allow: { tokens: 100_000 } });
    await run.run();
    assert.equal(run.store.getTask('fix')?.status, 'done');
  });

  it('in dollars that cannot be reckoned gives way to tokens that a human allows', async () => {
    const spends = [{ models: cents(3).models, isPartial: false }];
    const run = await create({ task: usd(5) }, (call) => ({
      ...turn(0, call),
      spends,
      ...(call === 2 && { verify: { end: PASSED } }),
    }));
    await run.run();
    assert.match(run.store.getTask('fix')?.statusReason ?? '', /^the budget cannot be reckoned/);
    run.intervene({ type: 'resume', taskId: 'fix', allow: { tokens: 100_000 } });
    await run.run();
    assert.equal(run.store.getTask('fix')?.status, 'done');
  });

  it('is told of at 80 % whatever other budget is used more', async () => {
    const run = await create({ task: usd(1), day: usd(1.01) }, (call) =>
      call === 2 ? { ...turn(5, call), verify: { end: PASSED } } : turn(85, call),
    );
    await run.run();
    assert.equal(run.store.getTask('fix')?.status, 'done');
    const told = run.events.flatMap(({ event, data }) =>
      event === 'budget_used' ? [data.scope] : [],
    );
    assert.deepEqual(told, ['task', 'day']);
  });

  it('that cannot be written down while an agent works does not end the run', async () => {
    const run = await create({ task: usd(1) }, (call) => ({
      ...turn(85, call),
      verify: { end: PASSED },
    }));
    const addEvent = run.store.addEvent.bind(run.store);
    let hasFailed = false;
    run.store.addEvent = (event) => {
      if (event.event === 'budget_used' && !hasFailed) {
        hasFailed = true;
        throw new Error('disk full');
      }
      addEvent(event);
    };
    await run.run();
    assert.equal(run.store.listEventsNamed(['budget_used']).length, 1);
    assert.equal(run.store.getTask('fix')?.status, 'done');
  });

  it('in dollars goes on once an agent is given that says what it costs', async () => {
    const spends = [{ models: cents(3).models, isPartial: false }];
    const agents = {
      scripted: { ...AGENT, name: 'scripted', steps: 'codex' },
      other: { ...AGENT, name: 'other', steps: 'claude' },
    } as const;
    const run = await create(
      { task: usd(5) },
      (call) =>
        call === 1 ? { ...turn(0, call), spends } : { ...turn(2, call), verify: { end: PASSED } },
      { agents },
    );
    await run.run();
    assert.match(run.store.getTask('fix')?.statusReason ?? '', /^the budget cannot be reckoned/);
    run.intervene({ type: 'resume', taskId: 'fix', agent: 'other' });
    await run.run();
    assert.equal(run.store.getTask('fix')?.status, 'done');
  });

  it('counts what a human allows while an agent works from then on', async () => {
    let allow = (): void => undefined;
    const run = await create({ task: usd(1) }, (call) =>
      call === 2 ? { ...turn(200, call) } : { ...turn(90, call), during: () => allow() },
    );
    allow = () => void run.intervene({ type: 'resume', taskId: 'fix', allow: usd(0.5) }, true);
    await run.run();
    const all = run.store.listEventsNamed(['usage_reported']).map(({ data }) => data.nanoUsd ?? 0);
    assert.equal(
      all.reduce((sum, each) => sum + each),
      1.4 * NANO,
    );
  });
});
