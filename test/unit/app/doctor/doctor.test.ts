import assert from 'node:assert/strict';
import type { Check } from '../../../../src/model/workspace/setupReport';
import { StateError } from '../../../../src/ports/workspaceState';
import { heldClock } from '../../../support/heldClock';
import type { VersionAnswer } from '../../../../src/ports/trials';
import { agentOf, checkOf, diagnose, HOLDER, valid } from './diagnosing';

/** Something that never answers, and when it was first asked. */
function hangs(): { look: () => Promise<never>; asked: Promise<void> } {
  let tell = (): void => undefined;
  const asked = new Promise<void>((resolve) => (tell = resolve));
  const look = (): Promise<never> => {
    // Whoever waits for it begins to right afterwards.
    setImmediate(tell);
    return new Promise(() => undefined);
  };
  return { look, asked };
}

describe('the doctor', () => {
  it('looks at everything that a run needs, in the order of a person, by names that stay', async () => {
    const { checks, interrupted } = await diagnose();
    assert.deepEqual(
      checks.map(({ id, level }) => `${id} ${level}`),
      [
        ...['devs ok', 'node ok', 'processes ok', 'config ok', 'git ok'],
        ...['state-directory ok', 'disk-space ok', 'state ok', 'lease ok'],
        ...['agent:scripted ok', 'agent:other skipped', 'verify:fix ok'],
        ...['judge ok', 'embeddings ok'],
      ],
    );
    assert.equal(interrupted, false);
  });

  it('tells of each check while it is made, and in their order when it has ended', async () => {
    const told: string[] = [];
    const made = new Set<string>();
    const { checks } = await diagnose({
      observer: {
        onRunning: (running) => running.forEach(({ id }) => made.add(id)),
        onCheck: ({ id }) => void told.push(id),
      },
    });
    assert.deepEqual(
      told,
      checks.map(({ id }) => id),
    );
    assert.deepEqual([...made].toSorted(), told.toSorted());
  });

  it('asks several agents side by side, a few at once, and tells of them in their order', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const agents = Object.fromEntries(
      names.map((name) => [name, agentOf({ name, command: ['claude'] })]),
    );
    const waiting: (() => void)[] = [];
    let [begun, most, atWork] = [0, 0, 0];
    const said = { end: { kind: 'exit', code: 0 }, output: '2.0.31' } as const;
    const version = async (): Promise<VersionAnswer> => {
      begun += 1;
      atWork += 1;
      most = Math.max(most, atWork);
      // The second lets the first end, the last one all others.
      const mine = new Promise<void>((resolve) => waiting.push(resolve));
      if (begun === 2 || begun === names.length)
        waiting
          .splice(0)
          .reverse()
          .forEach((go) => go());
      else if (begun > 2) waiting.shift()?.();
      await mine;
      atWork -= 1;
      return said;
    };
    const { checks } = await diagnose({
      config: valid({ agents, tasks: [] }),
      trials: { version },
    });
    const asked = checks.filter(({ group }) => group === 'Agents');
    assert.deepEqual(
      asked.map(({ title, level }) => `${title} ${level}`),
      names.map((name) => `${name} ok`),
    );
    assert.ok(most >= 2 && most <= 4, String(most));
  });

  it('runs a verify command when everything else has ended, and nothing beside it', async () => {
    const running: (readonly string[])[] = [];
    await diagnose({
      observer: { onRunning: (checks) => running.push(checks.map(({ id }) => id)) },
    });
    const withVerify = running.filter((ids) => ids.includes('verify:fix'));
    assert.deepEqual(withVerify, [['verify:fix']]);
    assert.ok(running.some((ids) => ids.length > 1 && ids.length <= 4));
  });

  it('gives every finding that is not in order a remedy', async () => {
    const { checks } = await diagnose({
      config: { kind: 'missing' },
      machine: {
        node: '18.19.0',
        git: () => Promise.resolve({ kind: 'broken', why: 'cannot execute' }),
        stateFolder: () => Promise.resolve({ directory: '/s', exists: true, freeBytes: 1_000 }),
      },
      state: {
        read: () => Promise.reject(new StateError('Could not read it.')),
        lease: () => Promise.reject(new Error('odd')),
      },
    });
    const without = ({ level, remedy }: Check): boolean =>
      (level === 'problem' || level === 'warning') && remedy === undefined;
    assert.equal(checks.filter(({ level }) => level !== 'ok').length, 6);
    assert.deepEqual(checks.filter(without), []);
  });

  it('goes on after a check that hangs, and says so', async () => {
    const clock = heldClock();
    const hanging = hangs();
    const diagnosing = diagnose({ parts: { clock }, machine: { git: hanging.look } });
    await hanging.asked;
    await clock.pass(15_000);
    await clock.pass(15_000);
    const { checks } = await diagnosing;
    const git = checks.find(({ id }) => id === 'git');
    assert.equal(git?.level, 'problem');
    assert.equal(git.found, 'no answer within 15 s');
    assert.equal(checks.at(-1)?.id, 'embeddings');
  });

  it('goes on after a check that throws, without what is secret in its words', async () => {
    const read = () => Promise.reject(new Error('bad key sk-ant-api03-abcdefghijklmnopqrstuvwx'));
    const { level, found } = await checkOf('state', { state: { read } });
    assert.equal(level, 'problem');
    assert.match(found, /^could not be checked: bad key /);
    assert.doesNotMatch(found, /abcdefgh/);
  });

  it('takes a StateError apart: what is, and what to do', async () => {
    const message =
      'Could not read /s/devs.db: permission denied; make the folder writable for you. (EACCES)';
    const read = () => Promise.reject(new StateError(message));
    const { found, remedy } = await checkOf('state', { state: { read } });
    assert.equal(found, 'Could not read /s/devs.db: permission denied');
    assert.equal(remedy, 'Make the folder writable for you. (EACCES)');
  });

  it('ends soon when it is interrupted, with what it has found so far', async () => {
    const abort = new AbortController();
    const { checks, interrupted } = await diagnose({
      trials: {
        verify: () => {
          abort.abort();
          return new Promise(() => undefined);
        },
      },
      options: { signal: abort.signal },
    });
    assert.equal(interrupted, true);
    assert.equal(checks.at(-1)?.id, 'agent:other');
  });

  it('does not wait for a devs.yaml that cannot be read', async () => {
    const clock = heldClock();
    const hanging = hangs();
    const diagnosing = diagnose({ parts: { clock, configSource: { read: hanging.look } } });
    await hanging.asked;
    await clock.pass(20_000);
    const config = (await diagnosing).checks.find(({ id }) => id === 'config');
    assert.equal(config?.found, 'it was not read in time');
  });

  it('starts nothing that an untrusted workspace names, and no git in it', async () => {
    const never = () => Promise.reject(new Error('nothing may be started'));
    const { checks } = await diagnose({
      config: valid({
        judge: {
          model: { type: 'endpoint', url: 'http://localhost:1/v1', model: 'm' },
          ...{ timeoutMs: 1_000, maxCalls: 1 },
        },
      }),
      machine: { git: never },
      trials: { agent: never, verify: never, version: never },
      options: { askAgents: true, place: { kind: 'editor', trusted: false } },
    });
    const levels = Object.fromEntries(checks.map(({ id, level }) => [id, level]));
    assert.equal(levels['trust'], 'problem');
    for (const id of ['git', 'agent:scripted', 'verify:fix', 'judge']) {
      assert.equal(levels[id], 'skipped', id);
    }
    assert.deepEqual(
      checks.filter(({ level }) => level === 'problem').map(({ id }) => id),
      ['trust'],
    );
  });

  it('runs no verify command beside a run', async () => {
    const state = { holder: () => Promise.resolve(HOLDER) };
    const verify = () => Promise.reject(new Error('must not run'));
    const { level, found } = await checkOf('verify:fix', { state, trials: { verify } });
    assert.equal(level, 'skipped');
    assert.match(found, /^`npm test` was not run: a terminal is using this workspace/);
  });

  it('only looks when it is to be quick', async () => {
    const never = () => Promise.reject(new Error('must not run'));
    const options = { quick: true };
    const { level, found } = await checkOf('verify:fix', { options, trials: { verify: never } });
    assert.deepEqual(
      [level, found],
      ['skipped', '`npm test` was not run: this is the quick check'],
    );
  });
});
