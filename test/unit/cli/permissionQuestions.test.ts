import assert from 'node:assert/strict';
import { stripVTControlCharacters } from 'node:util';
import { LiveProgress } from '../../../src/cli/progress/liveProgress';
import { PermissionQuestions } from '../../../src/cli/progress/permissionQuestions';
import { plainProgress } from '../../../src/cli/progress/plainProgress';
import { closableOutput } from '../../../src/cli/terminal/closableOutput';
import { parseStatus } from '../../../src/cli/terminal/foreground';
import { PLAIN } from '../../../src/cli/terminal/style';
import type {
  AskedPermission,
  PermissionReply,
} from '../../../src/model/permissions/askedPermission';
import type { PermissionOutcome } from '../../../src/model/permissions/permission';
import type { Answer } from '../../../src/ports/answer';
import { anEvent, FakeHost, WALL_CLOCK } from './fakeApp';

const UNTIL = new Date(WALL_CLOCK.getTime() + 30 * 60_000).toISOString();
const ALLOW = 'Allow? [y]es, [n]o, always for this [t]ask or [w]orkspace (answer by 14:30)';

function ask(id: string, change: Partial<AskedPermission> = {}): AskedPermission {
  return {
    ...{ id, agent: 'claude', kind: 'execute', action: `run \`npm run ${id}\`` },
    ...{
      command: `npm run ${id}`,
      paths: [],
      changes: [],
      left: 0,
      rule: `execute(npm run ${id})`,
    },
    ...{ askedAt: WALL_CLOCK.toISOString(), until: UNTIL, ...change },
  };
}

interface Options {
  readonly isLive?: boolean;
  readonly permit?: (reply: PermissionReply) => Promise<Answer>;
}

/** A run on a terminal whose agents ask; `type` waits until the keys have arrived. */
function asking({ isLive = true, permit }: Options = {}) {
  const host = new FakeHost([], undefined, true);
  const modes: boolean[] = [];
  Object.assign(host.stdin, { setRawMode: (isRaw: boolean) => modes.push(isRaw) });
  const output = closableOutput(host.stdout);
  const options = { output, stderr: host.stderr, style: PLAIN, host, asksHere: () => true };
  const start = { threshold: () => 3, entropy: new Map(), countsOn: (id: string) => id };
  const replies: PermissionReply[] = [];
  const run = new PermissionQuestions({
    progress: isLive ? new LiveProgress({ ...options, start }) : plainProgress(options),
    permit: (reply) => {
      replies.push(reply);
      return permit?.(reply) ?? Promise.resolve({ ok: true, message: '' });
    },
    ...{ style: PLAIN, host },
  });
  const shown = (): string => stripVTControlCharacters(host.stdout.text);
  return {
    ...{ host, run, replies, modes, shown },
    last: () => shown().trimEnd().split('\n').at(-1) ?? '',
    /** What an agent waits for now; those that are new are announced first. */
    waits: (asks: readonly AskedPermission[], announced = asks): void => {
      for (const { id, action, agent } of announced)
        run.onEvent(anEvent('permission_asked', { id, action, agent }));
      const steps = { turn: 1, agent: 'claude', count: 0, asks };
      run.onPhase({ taskId: 'fix-rounding', turn: 1, phase: 'step', steps });
    },
    ends: (id: string, outcome: PermissionOutcome): void => {
      const { agent, action } = ask(id);
      run.onEvent(anEvent('permission_answered', { id, agent, action, outcome }));
    },
    type: async (...keys: readonly string[]): Promise<void> => {
      for (const each of keys) {
        host.stdin.write(each);
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}

describe('a permission request in the terminal of a run', () => {
  it('is shown in full, then asked; one key answers, and the terminal is as before', async () => {
    const { waits, host, type, replies, modes, shown, last } = asking();
    waits([ask('a')]);
    assert.doesNotMatch(shown(), /Allow\?/);
    host.passSecond();
    assert.match(shown(), /\? fix-rounding {2}claude asks to run `npm run a`\n/);
    assert.match(shown(), /\n {2}\$ npm run a\n {2}always: execute\(npm run a\)\n/);
    assert.equal(last(), ALLOW);
    assert.deepEqual(modes, [true]);
    await type('y');
    assert.deepEqual(replies, [{ taskId: 'fix-rounding', id: 'a', allow: true }]);
    assert.deepEqual(modes, [true, false]);
    assert.equal(host.stdin.isPaused(), true);
  });

  it('shows what an edit changes as a diff: lines around it are no change, nor is the end of the file', () => {
    const { waits, host, shown } = asking();
    const change = { path: 'answer.txt', before: 'first\n0\n', after: 'first\n42\n' };
    const edit = { kind: 'edit', action: 'edit `answer.txt`', paths: ['answer.txt'] } as const;
    waits([ask('a', { ...edit, changes: [change] })]);
    host.passSecond();
    assert.match(shown(), /\n {2}answer\.txt\n {4}first\n {2}- 0\n {2}\+ 42\n {2}always:/);
  });

  for (const [key, choice] of [
    ['n', { allow: false }],
    ['t', { allow: true, always: 'task' }],
    ['W', { allow: true, always: 'workspace' }],
  ] as const)
    it(`is answered by ${key}`, async () => {
      const { waits, host, type, replies } = asking();
      waits([ask('a')]);
      host.passSecond();
      await type(key);
      assert.deepEqual(replies, [{ taskId: 'fix-rounding', id: 'a', ...choice }]);
    });

  it('is not answered by what was typed before, by other keys, or by several at once', async () => {
    const { waits, host, type, replies } = asking();
    waits([ask('a')]);
    await type('y');
    host.passSecond();
    await type('x', '\r', '\u001b[A', 'yes', 'y\r', '\u001b', ' ', '\u0004');
    assert.deepEqual(replies, []);
    await type('n');
    assert.equal(replies.length, 1);
  });

  it('says what always allows where that is more than the request', () => {
    const { waits, shown } = asking();
    waits([ask('a', { kind: 'edit', rule: 'edit' })]);
    assert.match(shown(), /\n {2}always: edit of any file in the workspace\n/);
  });

  it('offers nothing for good where no rule can say it', async () => {
    const once: Partial<AskedPermission> = { ...ask('a') };
    delete (once as { rule?: string }).rule;
    const { waits, host, type, replies, last } = asking();
    waits([once as AskedPermission]);
    host.passSecond();
    assert.equal(last(), 'Allow? [y]es, [n]o (answer by 14:30)');
    await type('t', 'w');
    assert.deepEqual(replies, []);
  });

  for (const [outcome, words] of [
    ['allowed', '✓ fix-rounding  you allowed claude to run `npm run a`'],
    ['timed_out', '✗ fix-rounding  nobody answered in time, so Devs refused claude to run'],
    ['cancelled', '✗ fix-rounding  the turn ended before anybody answered: claude asked to run'],
  ] as const)
    it(`goes away where it ended elsewhere: ${outcome}`, async () => {
      const { waits, ends, host, run, type, replies, last, modes } = asking();
      waits([ask('a')]);
      host.passSecond();
      ends('a', outcome);
      run.onEvent(anEvent('permission_asked', { id: 'b' }));
      assert.ok(stripVTControlCharacters(host.stdout.text).includes(`\n${words}`));
      assert.doesNotMatch(last(), /Allow/);
      assert.deepEqual(modes, [true, false]);
      await type('y');
      assert.deepEqual(replies, []);
    });

  it('waits for the one before it, and is then told again', async () => {
    const { waits, ends, host, type, replies, shown, last } = asking();
    waits([ask('a'), ask('b')]);
    host.passSecond();
    assert.match(
      shown(),
      /npm run b`\n[^]*\? fix-rounding {2}claude asks to run `npm run a`\n {2}\$ npm run a\n/,
    );
    await type('y');
    ends('a', 'allowed');
    waits([ask('b')], []);
    await type('y');
    host.passSecond();
    assert.equal(last(), ALLOW);
    assert.match(
      shown(),
      /you allowed[^]*\? fix-rounding {2}claude asks to run `npm run b`\n {2}\$ npm run b\n/,
    );
    await type('n');
    assert.deepEqual(
      replies.map(({ id, allow }) => [id, allow]),
      [
        ['a', true],
        ['b', false],
      ],
    );
  });

  it('stays below what is written meanwhile, and the status line does not replace it', () => {
    const { waits, host, run, last, shown } = asking();
    waits([ask('a')]);
    host.passSecond();
    run.onWarning('A hook failed.');
    run.onPhase({ taskId: 'fix-rounding', turn: 1, phase: 'agent' });
    for (let second = 0; second < 3; second += 1) host.passSecond();
    assert.equal(last(), ALLOW);
    run.close();
    assert.equal(host.leftListeners, 0);
    const text = shown();
    host.passSecond();
    assert.equal(shown(), text);
  });

  it('is asked again, with the reason, if the answer could not be taken', async () => {
    const { waits, host, type, replies } = asking({
      permit: () => Promise.resolve({ ok: false, message: 'The disk is full.' }),
    });
    waits([ask('a')]);
    host.passSecond();
    await type('y');
    host.passSecond();
    await type('y');
    assert.equal(replies.length, 2);
    assert.match(host.stderr.text, /The disk is full\./);
  });

  it('leaves Ctrl+C, Ctrl+\\ and Ctrl+Z to do what they do, the last with the terminal as it was', async () => {
    const { waits, host, type, replies, modes, last } = asking();
    waits([ask('a')]);
    await type('\u0003');
    host.passSecond();
    await type('y\u0003', '\u001c', '\u001a');
    assert.deepEqual(host.raised, ['SIGINT', 'SIGINT', 'SIGQUIT', 'SIGTSTP']);
    assert.deepEqual(replies, []);
    assert.deepEqual(modes, [true, false]);
    host.passSecond();
    host.passSecond();
    assert.equal(last(), ALLOW);
  });

  it('is asked once the run is in the foreground', () => {
    const { waits, host, modes, last } = asking();
    host.foreground = false;
    waits([ask('a')]);
    host.passSecond();
    assert.deepEqual(modes, []);
    host.foreground = true;
    host.passSecond();
    host.passSecond();
    assert.equal(last(), ALLOW);
  });

  it('is asked on a terminal without a live line, too', async () => {
    const { waits, host, type, replies, shown } = asking({ isLive: false });
    waits([ask('a')]);
    host.passSecond();
    assert.match(shown(), /\n {2}\$ npm run a\n[^]*\nAllow\? [^]*\(answer by 14:30\)\n$/);
    await type('y');
    assert.equal(replies.length, 1);
  });
});

describe('the foreground of a terminal', () => {
  it('is read whatever the program is called', () => {
    assert.deepEqual(parseStatus('7 (a) b) R 1 42 40 34816 99 4194304 0'), [42, 99]);
  });
});
