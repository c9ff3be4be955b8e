import assert from 'node:assert/strict';
import type { StepWatch } from '../../../../src/rules/steps/watch/stepWatch';
import type { RunningSteps, Step, StepVerdict } from '../../../../src/model/steps/step';
import { WatchedCall } from '../../../../src/engine/steps/watchedCall';
import { MAX_KEPT_STEPS } from '../../../../src/rules/steps/watch/keptSteps';
import { otherCalls } from '../../../support/agentSteps';
import { heldClock } from '../../../support/heldClock';
import { createMemoryStore } from '../../../support/memoryStore';
import type { Store } from '../../../../src/ports/store';
import { turnStart } from '../../platform/state/database/samples';

const TOKEN = 'ghp_0123456789abcdefghij';

function verdict(step: number, change: Partial<StepVerdict> = {}): StepVerdict {
  return {
    ...{ step, level: 'suspect', detector: 'repeated call', evidence: [step], count: 2, limit: 3 },
    ...{ message: 'the same call gave the same result 2 times in a row' },
    ...change,
  };
}

/** A watch that finds what it is told to find with the steps of these numbers. */
function scriptedWatch(found: Readonly<Record<number, StepVerdict | undefined>>): StepWatch {
  let suspicion: StepVerdict | undefined;
  return {
    observe: ({ number }) => {
      if (number in found) suspicion = found[number];
      return suspicion === undefined ? [] : [suspicion];
    },
    get suspicion() {
      return suspicion;
    },
    refusals: [],
  };
}

describe('a call of an agent whose steps are heard', () => {
  let store: Store;
  let clock: ReturnType<typeof heldClock>;
  const told: RunningSteps[] = [];
  const warnings: string[] = [];
  let loops = 0;

  beforeEach(async () => {
    told.length = 0;
    warnings.length = 0;
    loops = 0;
    clock = heldClock();
    store = await createMemoryStore();
    store.upsertTask('a', 'A');
    store.startTurn(turnStart('a', 1));
  });

  const callWith = (found: Parameters<typeof scriptedWatch>[0] = {}): WatchedCall =>
    new WatchedCall({
      context: {
        ...{ turnId: 'a-1', plan: { task: { id: 'a' }, number: 1 } },
        deps: {
          ...{ store, clock },
          observer: {
            ...{ onEvent: () => undefined, present: () => undefined },
            onPhase: (phase) => {
              assert.ok(phase.phase === 'step');
              told.push(phase.steps);
            },
            onWarning: (message) => void warnings.push(message),
          },
        },
      },
      watch: scriptedWatch(found),
      ...{ agent: 'claude', hops: [4], onLoop: () => void (loops += 1) },
    });
  const takes = (call: WatchedCall, step: Step): void => {
    call.onStep({ kind: 'begun', step });
    call.onStep({ kind: 'ended', step });
  };

  it('shows the step at work, as others may see it, and none between steps', async () => {
    const call = callWith();
    const args = `{"command":"curl -H 'Authorization: ${TOKEN}'\n${'x'.repeat(500)}"}`;
    const step = { number: 1, tool: 'Bash', args, thought: '', result: '' };
    call.onStep({ kind: 'begun', step });
    const [shown] = told;
    assert.deepEqual(store.getRunningSteps('a-1'), shown);
    assert.deepEqual([shown?.turn, shown?.agent, shown?.count], [1, 'claude', 0]);
    assert.deepEqual([shown?.current?.number, shown?.current?.tool], [1, 'Bash']);
    assert.equal(shown?.current?.startedAt, clock.now().toISOString());
    assert.ok(shown.current.call.length <= 200);
    assert.doesNotMatch(shown.current.call, /ghp_0123|\n/);
    call.onStep({ kind: 'ended', step });
    await clock.pass(1_000);
    const { recent, ...rest } = told.at(-1) ?? {};
    assert.deepEqual(rest, { turn: 1, agent: 'claude', count: 1 });
    assert.equal(recent?.length, 1);
  });

  it('shows what the agent states of its plan and its context, the newest of each', async () => {
    const call = callWith();
    call.onStep({ kind: 'plan', entries: [{ text: `Send ${TOKEN}`, status: 'pending' }] });
    for (const used of [100, 53_000])
      call.onStep({ kind: 'usage', usage: { used, size: 200_000 } });
    await clock.pass(1_000);
    const { plan, usage } = store.getRunningSteps('a-1') ?? {};
    assert.deepEqual(usage, { used: 53_000, size: 200_000 });
    assert.doesNotMatch(plan?.[0]?.text ?? '', /ghp_0123/);
  });

  it('shows the last five calls in words, and the last sentence of its agent', async () => {
    const call = callWith();
    const last = { tool: 'Edit', thought: `I send ${TOKEN} with it. Now I correct the sum.` };
    const args = '{"file_path":"src/cart.js","old_string":"a\\nb","new_string":"a\\nc"}';
    for (const step of otherCalls(5)) takes(call, step);
    takes(call, { number: 6, ...last, args, result: 'failed: no such text', error: true });
    await clock.pass(1_000);
    const { recent = [], said } = told.at(-1) ?? {};
    assert.deepEqual(
      recent.map(({ number }) => number),
      [2, 3, 4, 5, 6],
    );
    assert.deepEqual(recent.at(-1), {
      ...{ number: 6, tool: 'Edit', call: 'src/cart.js +1 −1', failed: true },
    });
    assert.equal(said, 'Now I correct the sum.');
    call.close();
  });

  it('shows what its agent waits for, until its next step begins or ends', async () => {
    const call = callWith();
    const [step] = otherCalls(1);
    assert.ok(step !== undefined);
    const text = 'retrying 6 of 10, overloaded, 19 s';
    call.onStep({ kind: 'notice', text });
    assert.equal(told.at(-1)?.notice, text);
    assert.equal(store.getRunningSteps('a-1')?.notice, text);
    await clock.pass(2_000);
    call.onStep({ kind: 'begun', step });
    assert.equal(told.at(-1)?.notice, undefined);
    assert.equal(told.at(-1)?.current?.tool, 'Read');
    call.close();
  });

  it('shows of it one short line without its secrets, half ones neither', async () => {
    const call = callWith();
    const secret = `user:${'hunter2'.repeat(20)}`;
    call.onStep({
      kind: 'notice',
      text: `Reconnecting…\u001b[2J\n(https://${secret}@example.org/)`,
    });
    const notice = told.at(-1)?.notice ?? '';
    assert.equal(notice, 'Reconnecting… (https://***@example.org/)');
    call.onStep({ kind: 'notice', text: 'x'.repeat(1_000_000) });
    await clock.pass(1_000);
    assert.equal(told.at(-1)?.notice?.length, 120);
    call.close();
  });

  it('writes once a second however many steps there are, and the last state is not lost', async () => {
    const call = callWith();
    for (const step of otherCalls(50)) takes(call, step);
    assert.equal(told.length, 1);
    await clock.pass(999);
    assert.equal(told.length, 1);
    await clock.pass(1);
    assert.deepEqual(
      told.map(({ count }) => count),
      [0, 50],
    );
    assert.equal(store.getRunningSteps('a-1')?.count, 50);
    await clock.pass(60_000);
    assert.equal(told.length, 2);
  });

  it('tells a suspicion sooner, when it comes and when it goes', async () => {
    const call = callWith({ 2: verdict(2, { message: `the same call: ${TOKEN}` }), 3: undefined });
    const [first, second, third] = otherCalls(3);
    assert.ok(first && second && third);
    takes(call, first);
    await clock.pass(300);
    takes(call, second);
    const shown = told.at(-1)?.suspicion;
    assert.deepEqual(
      [shown?.detector, shown?.message],
      ['repeated call', 'the same call: ghp_***'],
    );
    takes(call, third);
    await clock.pass(250);
    assert.equal(told.at(-1)?.suspicion, undefined);
    assert.equal(told.at(-1)?.count, 3);
  });

  it('leaves nothing behind when it is over, not even a moment later', async () => {
    const call = callWith({ 1: verdict(1) });
    for (const step of otherCalls(3)) takes(call, step);
    call.close();
    assert.equal(store.getRunningSteps('a-1'), undefined);
    const before = told.length;
    await clock.pass(5_000);
    assert.equal(told.length, before);
    assert.equal(store.getRunningSteps('a-1'), undefined);
  });

  it('is ended once by a loop, with the steps that prove it; what follows is not looked at', () => {
    const stuck = verdict(5, { level: 'stuck', evidence: [1, 3, 5], message: `again: ${TOKEN}` });
    const call = callWith({ 5: stuck });
    for (const step of otherCalls(8)) takes(call, step);
    assert.equal(loops, 1);
    assert.deepEqual([call.loop?.detector, call.loop?.hops], ['repeated call', [4]]);
    assert.equal(call.loop?.message, 'Again: ghp_***');
    assert.deepEqual(
      call.loop.steps?.map(({ number, result }) => [number, result]),
      [
        [1, 'export const part0 = 0;'],
        [3, 'export const part2 = 4;'],
        [5, 'export const part4 = 16;'],
      ],
    );
  });

  it('keeps the texts of the newest steps alone', () => {
    const last = MAX_KEPT_STEPS + 10;
    const stuck = verdict(last, { level: 'stuck', evidence: [1, 10, 11, last] });
    const call = callWith({ [last]: stuck });
    for (const step of otherCalls(last)) call.onStep({ kind: 'ended', step });
    assert.deepEqual(
      call.loop?.steps?.map(({ number }) => number),
      [11, last],
    );
  });

  it('goes on where the state cannot be written, and says so once', async () => {
    const call = callWith({ 3: verdict(3, { level: 'stuck' }) });
    store.putRunningSteps = () => {
      throw new Error('the disk is full');
    };
    for (const step of otherCalls(3)) takes(call, step);
    await clock.pass(5_000);
    call.close();
    assert.deepEqual(warnings, ['Devs cannot show the steps of the agent: the disk is full']);
    assert.equal(call.loop?.detector, 'repeated call');
  });

  it('leaves no step behind though a state before was written and not shown', () => {
    let writes = 0;
    const put = store.putRunningSteps.bind(store);
    store.putRunningSteps = (turnId, steps) => {
      put(turnId, steps);
      writes += 1;
      if (writes === 1) throw new Error('nobody could be told');
    };
    const call = callWith();
    for (const step of otherCalls(2)) takes(call, step);
    assert.ok(store.getRunningSteps('a-1'));
    call.close();
    assert.equal(store.getRunningSteps('a-1'), undefined);
    assert.deepEqual(warnings, ['Devs cannot show the steps of the agent: nobody could be told']);
  });

  it('shows what goes on where the clock is set back', async () => {
    const call = callWith();
    const [first, second] = otherCalls(2);
    assert.ok(first && second);
    takes(call, first);
    const now = clock.now();
    clock.now = () => new Date(now.getTime() - 3_600_000);
    await clock.pass(2_000);
    takes(call, second);
    assert.equal(told.at(-1)?.current?.number, second.number);
  });
});
