import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import type { AnsweredCalls } from '../../../../src/model/permissions/answeredCalls';
import type { AskedPermission } from '../../../../src/model/permissions/askedPermission';
import { parsePermissionRule } from '../../../../src/model/permissions/parsePermissionRule';
import type { DevsEvent } from '../../../../src/model/events/devsEvent';
import { PermissionGate, type Asking } from '../../../../src/engine/permissions/permissionGate';
import { HumanWaits } from '../../../../src/engine/permissions/humanWaits';
import { EventJournal } from '../../../../src/engine/state/eventJournal';
import { runs } from '../../../support/askedSamples';
import { heldClock } from '../../../support/heldClock';
import { createMemoryStore } from '../../../support/memoryStore';

const YOU = { pid: 1, who: 'window', host: 'here' } as const;
const NEVER = new AbortController().signal;

async function openGate(options: { readonly isAttended?: boolean; readonly ask?: string } = {}) {
  const { isAttended = true, ask } = options;
  const [store, clock, events] = [await createMemoryStore(), heldClock(), [] as DevsEvent[]];
  const journal = new EventJournal(store, clock, (event) => events.push(event));
  const waits = new HumanWaits(clock);
  const gate = new PermissionGate({ store, journal, clock, waits, isAttended });
  let shown: readonly AskedPermission[] = [];
  const answered: AnsweredCalls[] = [];
  const rule = ask === undefined ? undefined : parsePermissionRule(ask);
  const asking: Asking = {
    ...{ taskId: 'fix', agent: 'claude' },
    policy: { allow: [], deny: [], ask: rule ? [rule] : [], timeoutMs: 60_000 },
    onChange: (asked) => (shown = asked),
    onAnswered: (calls) => answered.push(calls),
  };
  return { gate, waits, store, clock, events, asking, answered, shown: () => shown };
}

describe('the permissions of a run', () => {
  it('shows a human what is asked, and passes the answer on', async () => {
    const { gate, asking, shown, events } = await openGate();
    const answer = gate.ask(asking, runs('npm install'), NEVER);
    const [asked] = shown();
    assert.equal(asked?.action, 'run `npm install`');
    assert.equal(asked.rule, 'execute(npm install)');
    assert.equal(asked.until, '2026-01-01T00:01:00.000Z');
    const reply = gate.reply({ taskId: 'fix', allow: true }, YOU);
    assert.deepEqual(reply, { ok: true, message: 'claude may run `npm install`.' });
    assert.deepEqual(await answer, { allowed: true });
    assert.deepEqual(shown(), []);
    assert.deepEqual(
      events.map(({ event, data }) => [event, 'outcome' in data && data.outcome]),
      [
        ['permission_asked', false],
        ['permission_answered', 'allowed'],
      ],
    );
  });

  it('is answered once: a second answer is refused, before and after the agent heard the first', async () => {
    const { gate, asking, events } = await openGate();
    const answer = gate.ask(asking, runs('npm install'), NEVER);
    const replies = [true, false].map((allow) => gate.reply({ taskId: 'fix', allow }, YOU).ok);
    assert.deepEqual(replies, [true, false]);
    assert.deepEqual(await answer, { allowed: true });
    assert.equal(gate.reply({ taskId: 'fix', id: '1', allow: false }, YOU).ok, false);
    assert.equal(events.filter(({ event }) => event === 'permission_answered').length, 1);
  });

  it('asks about two things at once, and takes an answer only with the number', async () => {
    const { gate, asking, shown } = await openGate();
    const [first, second] = ['npm i', 'npm test'].map((line) =>
      gate.ask(asking, runs(line), NEVER),
    );
    assert.deepEqual(
      shown().map(({ id }) => id),
      ['1', '2'],
    );
    const unnamed = gate.reply({ taskId: 'fix', allow: true }, YOU);
    assert.match(
      unnamed.message,
      /^2 permission requests of fix wait for an answer; name one of them: 1: run `npm i`; 2:/,
    );
    assert.equal(gate.reply({ taskId: 'fix', id: '2', allow: false }, YOU).ok, true);
    assert.deepEqual(await second, {
      ...{ allowed: false, reason: 'denied by a human' },
      remedy: 'Add `execute(npm test)` under `allow` of `permissions` in devs.yaml',
    });
    assert.equal(gate.reply({ taskId: 'fix', allow: true }, YOU).ok, true);
    assert.deepEqual(await first, { allowed: true });
  });

  it('refuses when nobody answers in time, and when the turn ends: neither waits for ever', async () => {
    const { gate, asking, clock, events, shown } = await openGate();
    const late = gate.ask(asking, runs('npm i'), NEVER);
    await clock.pass(60_000);
    assert.deepEqual(await late, {
      ...{ allowed: false, reason: 'nobody answered in time' },
      remedy: 'Add `execute(npm i)` under `allow` of `permissions` in devs.yaml',
    });
    const ending = new AbortController();
    const dropped = gate.ask(asking, runs('npm i'), ending.signal);
    ending.abort();
    assert.deepEqual(await dropped, { allowed: false, reason: 'cancelled', cancelled: true });
    assert.equal(gate.reply({ taskId: 'fix', id: '2', allow: true }, YOU).ok, false);
    assert.deepEqual(shown(), []);
    assert.deepEqual(
      events.flatMap(({ data }) => ('outcome' in data ? [data.outcome] : [])),
      ['timed_out', 'cancelled'],
    );
  });

  it('refuses at once where nobody is there, unless a rule says that you are asked', async () => {
    const { gate, asking } = await openGate({ isAttended: false });
    const answer = await gate.ask(asking, runs('npm i'), NEVER);
    assert.match(!answer.allowed ? answer.reason : '', /^nobody is there to answer/);
    const asked = await openGate({ isAttended: false, ask: 'execute' });
    const waiting = asked.gate.ask(asked.asking, runs('npm i'), NEVER);
    assert.equal(asked.shown().length, 1);
    asked.gate.reply({ taskId: 'fix', allow: true }, YOU);
    assert.deepEqual(await waiting, { allowed: true });
  });

  it('remembers "always" for the task or the workspace', async () => {
    const { gate, asking, store } = await openGate();
    for (const [line, always] of [
      ['npm i', 'task'],
      ['npm test', 'workspace'],
    ] as const) {
      const answer = gate.ask(asking, runs(line), NEVER);
      gate.reply({ taskId: 'fix', allow: true, always }, YOU);
      await answer;
      assert.deepEqual(await gate.ask(asking, runs(line), NEVER), { allowed: true });
    }
    const other = { ...asking, taskId: 'other' };
    assert.deepEqual(await gate.ask(other, runs('npm test'), NEVER), { allowed: true });
    const again = gate.ask(other, runs('npm i'), NEVER);
    gate.reply({ taskId: 'other', allow: false }, YOU);
    assert.equal((await again).allowed, false);
    assert.equal(store.removePermissionGrants('execute(npm i)'), 1);
    assert.deepEqual(
      store.listPermissionGrants().map(({ rule }) => rule),
      ['execute(npm test)'],
    );
  });

  it('shows what tries to look like something else: invisible characters, Markdown, a megabyte', async () => {
    const { gate, asking, shown } = await openGate();
    const lines = [
      'rm x \u202e# tset mpn',
      '`; [click](command:x) <b>',
      `echo ${'x'.repeat(2 ** 20)}; rm y`,
    ];
    const answers = lines.map((line) => gate.ask(asking, runs(line), NEVER));
    const [turned, markdown, long] = shown();
    assert.equal(turned?.command, 'rm x \\u{202e}# tset mpn');
    assert.equal(turned.action, 'run `rm x \\u{202e}# tset mpn`');
    assert.equal(turned.rule, undefined);
    assert.equal(markdown?.action, "run `'; [click](command:x) <b>`");
    assert.equal(long?.command?.length, 4_000);
    assert.ok(long.left > 1_000_000 && long.rule === undefined, String(long.left));
    assert.ok(JSON.stringify(shown()).length < 10_000);
    const always = gate.reply({ taskId: 'fix', id: '3', allow: true, always: 'task' }, YOU);
    assert.equal(always.ok, false);
    for (const { id } of shown()) gate.reply({ taskId: 'fix', id, allow: false }, YOU);
    await Promise.all(answers);
  });

  it('does not let an agent ask without end', async () => {
    const { gate, asking, shown } = await openGate();
    const { signal } = new AbortController();
    const answers = Array.from({ length: 25 }, (_, index) =>
      gate.ask(asking, runs(`ls ${index}`), signal),
    );
    assert.equal(shown().length, 20);
    // Node warns of more than ten.
    assert.equal(getEventListeners(signal, 'abort').length, 1);
    assert.match(JSON.stringify(await answers[24]), /more than 20 requests wait/);
    for (const { id } of shown()) gate.reply({ taskId: 'fix', id, allow: false }, YOU);
    await Promise.all(answers);
    assert.equal(getEventListeners(signal, 'abort').length, 0);
  });

  it('counts the time in which somebody waited for a human once', async () => {
    const { gate, waits, asking, clock } = await openGate();
    const answers = ['a', 'b'].map((line) => gate.ask(asking, runs(line), NEVER));
    await clock.pass(1_000);
    gate.reply({ taskId: 'fix', id: '1', allow: true }, YOU);
    await clock.pass(500);
    assert.equal(waits.ms, 1_500);
    gate.reply({ taskId: 'fix', id: '2', allow: true }, YOU);
    await clock.pass(9_000);
    assert.equal(waits.ms, 1_500);
    await Promise.all(answers);
  });

  it('tells of each answer who gave it, and how to allow what nobody was asked about', async () => {
    const { gate, asking, clock, answered } = await openGate();
    const [deny, allow] = ['execute(rm *)', 'execute(npm test *)'].map(
      (text) => parsePermissionRule(text) ?? assert.fail(),
    );
    const ruled = {
      ...asking,
      policy: { ...asking.policy, deny: [deny], allow: [allow] },
    } as Asking;
    await gate.ask(ruled, runs('rm -r /'), NEVER);
    await gate.ask(ruled, runs('npm test -- a'), NEVER);
    const byYou = gate.ask(ruled, runs('npm i'), NEVER);
    gate.reply({ taskId: 'fix', allow: false }, YOU);
    await byYou;
    const late = gate.ask(ruled, runs('npm i sk-ant-api03-0a1b2c3d0a1b2c3d0a1b2c3d'), NEVER);
    await clock.pass(60_000);
    await late;
    const ending = new AbortController();
    const dropped = gate.ask(ruled, runs('npm i'), ending.signal);
    ending.abort();
    await dropped;
    const remedy = 'Permit it when the agent asks again, in a terminal or a window';
    assert.deepEqual(answered, [
      { ...NO, action: 'run `rm -r /`', by: 'rule', rule: 'execute(rm *)' },
      { ...YES, action: 'run `npm test -- a`', by: 'rule', rule: 'execute(npm test *)' },
      { ...NO, action: 'run `npm i`', by: 'human' },
      { ...NO, action: 'run `npm i sk-***`', by: 'timeout', remedy },
    ]);
  });
});

const YES = { allowed: true, count: 1 } as const;
const NO = { allowed: false, count: 1 } as const;
