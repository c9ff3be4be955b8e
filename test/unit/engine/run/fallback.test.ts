import assert from 'node:assert/strict';
import type { DevsConfig } from '../../../../src/model/config/config';
import type { TaskOverview } from '../../../../src/model/overview/overview';
import { buildOverview } from '../../../../src/engine/overview/buildOverview';
import {
  configOf,
  FAILED,
  limitsOf,
  PASSED,
  ScriptedRun,
  taskOf,
  type ScriptedTurn,
} from '../../../support/scriptedRun';

const HOUR = 3_600_000;
const FAILING: ScriptedTurn = { edits: { 'src/code.js': 'wrong' } };
const GOOD: ScriptedTurn = { edits: { 'src/code.js': 'good' }, verify: { end: PASSED } };

/** A notice that names a reset after so many hours. */
function limit(hours: number): ScriptedTurn {
  const words = `Error: 429 Too Many Requests\nretry-after: ${hours * 3_600}`;
  return { end: FAILED, errorTail: words };
}

/** `scripted`, and `other`, which stands in for it. */
function configWith(change: Partial<DevsConfig> = {}): DevsConfig {
  const { scripted, other } = configOf().agents;
  assert.ok(scripted && other);
  return configOf({ agents: { scripted: { ...scripted, fallback: ['other'] }, other }, ...change });
}

type Script = Readonly<Record<'scripted' | 'other', ScriptedTurn[]>>;

/** Plays what each agent does in its calls, one after the other; `after`: hours that each call takes. */
async function play(
  script: Script,
  { config = configWith(), hours = 0 }: { config?: DevsConfig; hours?: number } = {},
): Promise<ScriptedRun> {
  const played: ScriptedTurn[] = [];
  const run = await ScriptedRun.create((call, { definition }) => {
    // Its verification asks for the same call again.
    const turn = (played[call] ??= script[definition.name as keyof Script].shift() ?? GOOD);
    return { ...turn, during: () => run.clock.advance(hours * HOUR) };
  }, config);
  await run.run();
  return run;
}

function hoursOf(ms: number): number {
  return Math.round(ms / HOUR);
}

/** Agents in the order in which they were called. */
function called(run: ScriptedRun): readonly string[] {
  return run.requests.map(({ definition }) => definition.name);
}

function overviewOf(run: ScriptedRun, now: Date): TaskOverview | undefined {
  const config = { kind: 'ok', config: configWith() } as const;
  return buildOverview({ config, store: run.store, holder: undefined, now }).tasks[0];
}

describe('an agent at its usage limit', () => {
  it('leaves its task to the agent that stands in for it, which keeps the counters, without a wait', async () => {
    const run = await play({ scripted: [FAILING, limit(5)], other: [FAILING, GOOD] });

    assert.deepEqual(called(run), ['scripted', 'scripted', 'other', 'other']);
    assert.deepEqual(run.waits, []);
    // The failure of the one and that of the other are in a row.
    assert.deepEqual(
      run.store
        .listEventsNamed(['turn_ended'])
        .map(({ data }) => [data.outcome, data.entropyAfter]),
      [
        ['no_progress', 1],
        ['not_agent', 1],
        ['no_progress', 2],
        ['success', 0],
      ],
    );
    const [retry] = run.store.listEventsNamed(['retry_scheduled']);
    assert.deepEqual([retry?.data.agent, retry?.data.fallback], ['scripted', 'other']);
    assert.match(
      retry?.data.reason ?? '',
      /^scripted has reached a limit: .*; other goes on meanwhile$/,
    );
  });

  it('works again once its limit is reset', async () => {
    const run = await play(
      { scripted: [limit(5), GOOD], other: [FAILING, FAILING] },
      { hours: 2.6 },
    );
    assert.deepEqual(called(run), ['scripted', 'other', 'other', 'scripted']);
  });

  it('spares the other tasks of that agent a call', async () => {
    const tasks = [taskOf({ id: 'one' }), taskOf({ id: 'two' })];
    const script = { scripted: [limit(5)], other: [GOOD, { ...GOOD, edits: { 'src/b.js': 'b' } }] };
    const run = await play(script, { config: configWith({ tasks }) });
    assert.deepEqual(called(run), ['scripted', 'other', 'other']);
    const until = run.store.listUsageLimits()[0]?.until;
    assert.deepEqual(
      run.store.listEventsNamed(['turn_started']).map(({ data }) => [data.inPlaceOf, data.until]),
      [
        [undefined, undefined],
        ['scripted', until],
        ['scripted', until],
      ],
    );
  });

  it('is waited for until the first reset once the other has reached its limit too', async () => {
    const script = { scripted: [limit(5)], other: [limit(2), GOOD] };
    const run = await play(script);
    assert.deepEqual(called(run), ['scripted', 'other', 'other']);
    const [wait = 0, ...more] = run.waits;
    assert.ok(Math.abs(wait - 2 * HOUR) < 60_000, String(wait));
    assert.deepEqual(more, []);
  });

  it('may be at it for longer than `limits.maxWait` while another goes on, but not beyond', async () => {
    const config = configWith({ limits: limitsOf({ maxWait: 3 }) });
    const run = await play({ scripted: [limit(100)], other: [FAILING, limit(50)] }, { config });
    const task = run.store.getTask('fix');
    assert.deepEqual([called(run), task?.status], [['scripted', 'other', 'other'], 'blocked']);
    assert.match(
      task?.statusReason ?? '',
      /^other has reached a limit: .* longer than the 3 hours/,
    );
  });

  it('is waited for until the first reset where the other names a later time, or none', async () => {
    const config = configWith({ limits: limitsOf({ maxWait: 3, maxRetries: 2 }) });
    const later = await play({ scripted: [limit(2), GOOD], other: [limit(100)] }, { config });
    assert.deepEqual(called(later), ['scripted', 'other', 'scripted']);
    assert.deepEqual(later.waits.map(hoursOf), [2]);
    assert.deepEqual(
      later.store.listEventsNamed(['retry_scheduled']).map(({ data }) => hoursOf(data.delayMs)),
      [2, 2],
    );

    const none = { end: FAILED, errorTail: 'Error: 429 Too Many Requests' };
    const other = Array.from({ length: 20 }, () => none);
    const often = await play({ scripted: [limit(1), GOOD], other }, { config });
    assert.equal(often.store.getTask('fix')?.status, 'done');
    assert.deepEqual([called(often).at(0), called(often).at(-1)], ['scripted', 'scripted']);
  });

  it('is not blocked for how often it was tried while the other worked', async () => {
    const none = { end: FAILED, errorTail: 'Error: 429 Too Many Requests' };
    const config = configWith({
      limits: limitsOf({ maxRetries: 2, maxTurns: 30, loopThreshold: 9 }),
    });
    const script = {
      scripted: [none, none, none, none, none, GOOD],
      other: [FAILING, FAILING, FAILING, limit(2)],
    };
    const run = await play(script, { config, hours: 0.26 });
    assert.equal(run.store.getTask('fix')?.status, 'done', run.store.getTask('fix')?.statusReason);
  });

  it('waits a short limit out itself, also where others are free', async () => {
    const short = { end: FAILED, errorTail: 'Error: 429 Too Many Requests\nretry-after: 299' };
    const run = await play({ scripted: [short, GOOD], other: [] });
    assert.deepEqual(called(run), ['scripted', 'scripted']);
    const [wait = 0] = run.waits;
    assert.ok(wait <= 299_000 && wait > 240_000, String(wait));
    const [retry] = run.store.listEventsNamed(['retry_scheduled']);
    assert.equal(retry?.data.fallback, undefined);
  });

  it('leaves its task at the second notice without a time, and is tried again every quarter of an hour', async () => {
    const words = { end: FAILED, errorTail: 'Error: 429 Too Many Requests' };
    const script = { scripted: [words, words, GOOD], other: [FAILING, FAILING] };
    const run = await play(script, { hours: 0.2 });
    assert.deepEqual(called(run), ['scripted', 'scripted', 'other', 'other', 'scripted']);
  });

  it('stays the agent of a task with roles, which waits', async () => {
    const role = { agent: 'scripted', instructions: '' };
    const roles = { planner: role, coder: role, onStuck: 'snitch' } as const;
    const config = configWith({ tasks: [taskOf({ roles })] });
    const planned = { reply: 'HAND OFF TO coder: go' };
    const run = await play({ scripted: [limit(1), planned, GOOD], other: [] }, { config });
    assert.ok(!called(run).includes('other'));
    assert.equal(run.waits.length, 1);
  });

  it('is tried at once when a human ends the wait for both', async () => {
    const script: Script = { scripted: [limit(5)], other: [GOOD, limit(2)] };
    const run = await ScriptedRun.create(
      (call, { definition }) => script[definition.name as keyof Script][call - 1] ?? GOOD,
      configWith(),
    );
    Object.assign(run.clock, {
      wait: () => Promise.resolve(run.loop?.pause(false)),
    });
    await run.run();
    assert.ok(run.intervene({ type: 'stopWaiting', taskId: 'fix' }).ok);
    await run.run();
    assert.deepEqual(called(run), ['scripted', 'other', 'scripted']);
    assert.deepEqual(run.store.listUsageLimits(), []);
  });

  it('is tried again once a human ends the wait for it between two turns of the other', async () => {
    const script: Script = { scripted: [limit(5), GOOD], other: [FAILING] };
    const run = await ScriptedRun.create((call, { definition }) => {
      const turn = played(script, definition.name, call);
      const pauses = definition.name === 'other';
      return { ...turn, during: () => void (pauses && run.loop?.pause(false)) };
    }, configWith());
    const done = new Map<number, ScriptedTurn>();
    function played(from: Script, name: string, call: number): ScriptedTurn {
      const turn = done.get(call) ?? from[name as keyof Script].shift() ?? GOOD;
      done.set(call, turn);
      return turn;
    }
    await run.run();
    assert.deepEqual(called(run), ['scripted', 'other']);
    const answer = run.intervene({ type: 'stopWaiting', taskId: 'fix' });
    assert.deepEqual(
      [answer.ok, answer.message],
      [true, 'fix no longer waits for the agent scripted.'],
    );
    await run.run();
    assert.deepEqual(called(run), ['scripted', 'other', 'scripted']);
  });

  it('is tried at once when a human resumes a task with it', async () => {
    const config = configWith({ limits: limitsOf({ maxTurns: 1 }) });
    const run = await play({ scripted: [limit(5), GOOD], other: [FAILING] }, { config });
    assert.deepEqual(called(run), ['scripted', 'other']);
    assert.ok(run.intervene({ type: 'resume', taskId: 'fix', agent: 'scripted' }).ok);
    await run.run();
    assert.deepEqual(called(run), ['scripted', 'other', 'scripted']);
  });

  it('is named as what a task waits for whose other agent is gone', async () => {
    const config = configWith({ limits: limitsOf({ maxTurns: 1 }) });
    const run = await play({ scripted: [limit(5)], other: [FAILING] }, { config });
    run.intervene({ type: 'resume', taskId: 'fix' });
    const alone = { kind: 'ok', config: configOf() } as const;
    const now = run.clock.now();
    const [shown] = buildOverview({
      config: alone,
      store: run.store,
      holder: undefined,
      now,
    }).tasks;
    assert.equal(
      shown?.statusReason,
      'the agent scripted has reached its usage limit (seen in fix)',
    );
  });

  it('is shown alone where its task is done', async () => {
    const run = await play({ scripted: [limit(5)], other: [GOOD] });
    const shown = overviewOf(run, run.clock.now());
    assert.deepEqual(
      [shown?.status, shown?.agent, shown?.standsInFor],
      ['done', 'scripted', undefined],
    );
  });

  it('is shown with the agent that stands in for it, until its limit is reset', async () => {
    const run = await play(
      { scripted: [FAILING, limit(5)], other: [FAILING, FAILING, FAILING] },
      {
        config: configWith({ limits: limitsOf({ maxTurns: 3 }) }),
      },
    );
    const now = run.clock.now();
    const until = run.store.listUsageLimits()[0]?.until;
    const shown = overviewOf(run, now);
    assert.deepEqual([shown?.agent, shown?.standsInFor], ['other', { agent: 'scripted', until }]);
    const later = overviewOf(run, new Date(now.getTime() + 6 * HOUR));
    assert.deepEqual([later?.agent, later?.standsInFor], ['scripted', undefined]);
  });

  it('is named at each turn of a task on which another worked as well, and at no other', async () => {
    const run = await play({ scripted: [FAILING, limit(5)], other: [GOOD] });
    const agents = overviewOf(run, run.clock.now())?.turns.map(({ agent }) => agent);
    assert.deepEqual(agents, ['scripted', 'scripted', 'other']);
    const alone = await play({ scripted: [FAILING, GOOD], other: [] });
    const turns = overviewOf(alone, alone.clock.now())?.turns.map(({ agent }) => agent);
    assert.deepEqual(turns, [undefined, undefined]);
  });
});
