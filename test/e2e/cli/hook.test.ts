import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endOf, InstalledHook } from '../../support/installedHook';
import { HAS_TERMINAL } from './terminal';
import { describeOnSmallDisk, SmallDisk } from '../../support/smallDisk';

const SESSION = { session_id: 'a-session', cwd: '/project' };

function call(number: number, command = 'npm test'): object {
  return { ...SESSION, tool_name: 'Bash', tool_input: { command }, tool_use_id: `call-${number}` };
}
/** The results of calls as Claude Code reports them after a message. */
function failure(number: number, command?: string): object {
  const result = 'Exit code 1\nError: expected 1 to equal 2';
  return { ...SESSION, tool_calls: [{ ...call(number, command), tool_response: result }] };
}

describe('devs hook', function () {
  this.timeout(60_000);
  let hook: InstalledHook;

  beforeEach(() => {
    hook = new InstalledHook();
  });
  afterEach(async () => await hook.dispose());

  /** Runs the hooks of a call that fails; says what the agent would read of them. */
  async function fail(number: number, session?: string): Promise<string> {
    const before = await hook.run('PreToolUse', {
      ...call(number),
      ...(session && { session_id: session }),
    });
    if (before.stdout !== '') return before.stdout;
    return (
      await hook.run('PostToolBatch', {
        ...failure(number),
        ...(session && { session_id: session }),
      })
    ).stdout;
  }

  /** What a second failure is answered, in the first session in which the machine is fast enough to judge in time. */
  async function judgedInTime(judging: InstalledHook): Promise<string> {
    for (let number = 1; ; number += 1) {
      const session_id = `session-${number}`;
      await judging.run('PostToolBatch', { ...failure(1), session_id });
      const before = judging.log;
      const { stdout } = await judging.run('PostToolBatch', { ...failure(2), session_id });
      if (stdout !== '') return stdout;
      assert.match(
        judging.log.slice(before.length),
        /Not judged within/,
        'nothing else excuses it',
      );
    }
  }

  it('tells, refuses and ends', async () => {
    await hook.startJudge();
    const answers: string[] = [];
    for (let number = 1; number <= 8; number += 1) answers.push(await fail(number));
    const kinds = answers.map((text) => /additionalContext|deny|"continue":false/.exec(text)?.[0]);
    const [context, deny, end] = ['additionalContext', 'deny', '"continue":false'];
    const none = undefined;
    assert.deepEqual(kinds, [none, context, none, deny, none, context, end, deny]);
    assert.equal(hook.log, '');
  });

  it('judges itself where no judge can listen', async () => {
    mkdirSync(hook.paths.socket);
    assert.match(await judgedInTime(hook), /additionalContext/);
  });

  it('keeps every record and answers each once when many hooks of a session run at once', async () => {
    await hook.startJudge();
    const numbers = Array.from({ length: 12 }, (_, number) => number);
    await Promise.all(numbers.map(async (number) => await hook.run('PreToolUse', call(number))));
    const ends = await Promise.all(
      numbers.map(async (number) => await hook.run('PostToolBatch', failure(number))),
    );
    assert.equal(hook.records.length, 24);
    // Calls that were made at once repeat nothing.
    assert.ok(ends.every(({ stdout, code }) => stdout === '' && code === 0));
  });

  it('keeps ten sessions apart', async () => {
    await hook.startJudge();
    const sessions = Array.from({ length: 10 }, (_, number) => `session-${number}`);
    const answers = await Promise.all(
      sessions.map(async (session_id) => {
        const said: string[] = [];
        for (let number = 1; number <= 4; number += 1) said.push(await fail(number, session_id));
        return said.map((text) => text !== '');
      }),
    );
    for (const said of answers) assert.deepEqual(said, [false, true, false, true]);
    assert.equal(hook.sessionFiles.length, 10);
  });

  it('loses nothing but its own record when it is killed at any moment', async () => {
    for (let number = 0; number < 40; number += 1) {
      const child = hook.start('PreToolUse');
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(JSON.stringify(call(number, `ls ${number}`)));
      const end = endOf(child);
      // From before it starts to after it has ended.
      setTimeout(() => child.kill('SIGKILL'), number * 4);
      await end;
    }
    const before = hook.records.length;
    assert.equal((await hook.run('UserPromptSubmit', { ...SESSION, prompt: 'go on' })).code, 0);
    assert.equal(hook.records.length, before + 1);
  });

  it('reads on behind half a line and anything else that is no record', async () => {
    await hook.startJudge();
    for (let number = 1; number <= 2; number += 1) await fail(number);
    const [file = ''] = hook.sessionFiles;
    appendFileSync(file, '{"id":"x","at":"2026');
    await fail(3);
    appendFileSync(file, Buffer.from([0xff, 0xfe, 0, 10, 0x7b, 10]));
    appendFileSync(file, '[1,2]\n"text"\nnull\n{"kind":"result","id":1}\n');
    assert.match(await fail(4), /deny/);
  });

  for (const [what, spoil] of [
    [
      'a file is where the folder of sessions should be',
      (): void => writeFileSync(hook.paths.sessions, ''),
    ],
    [
      'a folder is where the file of the session should be',
      (): void =>
        void mkdirSync(`${hook.paths.sessions}/claude.a-session.jsonl`, { recursive: true }),
    ],
  ] as const)
    it(`lets the agent work on when ${what}, and says why in its log`, async () => {
      spoil();
      const end = await hook.run('PreToolUse', call(1));
      assert.deepEqual(end, { code: 0, stdout: '', stderr: '' });
      assert.match(hook.log, /claude PreToolUse: Error: E(?:NOTDIR|EXIST|ISDIR)/);
    });

  for (const [what, payload] of [
    ['no JSON', 'hello'],
    ['nothing', ''],
    ['a list', '[]'],
    ['100,000 lists in each other', '['.repeat(100_000)],
    ['bytes that are no UTF-8', Buffer.from([0xff, 0xfe, 0x00, 0x80])],
    ['no session', JSON.stringify({ tool_name: 'Bash' })],
    ['a session that is a number', JSON.stringify({ session_id: 7 })],
    ['no tool', JSON.stringify(SESSION)],
  ] as const)
    it(`lets the agent work on when it is given ${what}, and says so in its log`, async () => {
      const end = await hook.run('PreToolUse', payload);
      assert.deepEqual(end, { code: 0, stdout: '', stderr: '' });
      assert.match(hook.log, /claude PreToolUse: .*Error/);
    });

  it('takes 10 MB of arguments, results that are lists in each other, and half characters', async () => {
    const big = { ...call(1), tool_input: { command: 'x'.repeat(10_000_000) } };
    const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
    for (const payload of [
      JSON.stringify(big),
      JSON.stringify({ ...call(2), tool_input: { command: '\ud800' } }),
      JSON.stringify(call(3)).replace('"npm test"', deep),
    ])
      assert.deepEqual(await hook.run('PreToolUse', payload), { code: 0, stdout: '', stderr: '' });
    assert.equal(hook.records.length, 3);
  });

  it('names no file outside its folder, whatever the session is called', async () => {
    for (const session_id of ['../../x', '/etc/passwd', 'a/b', '..', 'x'.repeat(5_000), '\0', 'ü'])
      assert.equal((await hook.run('SessionStart', { session_id })).code, 0);
    assert.equal(hook.sessionFiles.length, 7);
    assert.equal(hook.log, '');
  });

  it('ends in time when its input never ends', async () => {
    const child = hook.start('PreToolUse');
    const { code, stdout } = await endOf(child);
    assert.deepEqual({ code, stdout }, { code: 0, stdout: '' });
    assert.match(hook.log, /not answered within 1000 ms/);
    child.stdin?.destroy();
  });

  for (const [what, reply] of [
    ['never replies', undefined],
    ['replies with nonsense', 'nonsense\n'],
    ['hangs up', ''],
    ['is of another version', '{"kind":"other version"}\n'],
  ] as const)
    it(`lets the agent work on when the judge ${what}`, async () => {
      const server = createServer((connection) => {
        connection.on('error', () => undefined);
        connection.once('data', () => {
          if (reply !== undefined) connection.end(reply);
        });
      });
      await new Promise<void>((resolve) => server.listen(hook.paths.socket, resolve));
      try {
        const end = await hook.run('PreToolUse', call(1));
        assert.deepEqual(end, { code: 0, stdout: '', stderr: '' });
        assert.equal(hook.records.length, 1);
      } finally {
        server.close();
      }
    });

  // Claude Code starts its hooks in a session of their own, without its terminal.
  for (const [whose, start] of HAS_TERMINAL
    ? [
        ['its terminal', ''],
        ['the terminal of its agent', 'setsid -w '],
      ]
    : [])
    it(`rings the bell of ${whose} and says aloud that it ended a turn`, async () => {
      await hook.startJudge();
      for (let number = 1; number <= 6; number += 1) await fail(number);
      const payload = join(hook.root, 'payload.json');
      writeFileSync(payload, JSON.stringify(failure(7, 'npm test')));
      const line = `${start}'${process.execPath}' '${join(hook.paths.bin, 'hook.js')}' claude PostToolBatch < ${payload} > /dev/null`;
      const { stdout } = spawnSync('script', ['-q', '-e', '-c', line, '/dev/null'], {
        env: { ...process.env, SHELL: '/bin/sh', DEVS_TURN: '', CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' },
        encoding: 'utf8',
        timeout: 30_000,
      });
      assert.ok(stdout.startsWith('\x1b]9;Devs ended this turn'), JSON.stringify(stdout));
      assert.ok(stdout.includes('\x07\x07'));
      assert.match(stdout, /\nDevs ended this turn, because the agent was in a loop\. /);
      assert.match(stdout, /`devs rewind a-session` restores the files\.\r+\n$/);
    });

  it('starts another judge where one hangs', async () => {
    const server = createServer((connection) => connection.on('error', () => undefined));
    await new Promise<void>((resolve) => server.listen(hook.paths.socket, resolve));
    try {
      await hook.run('PreToolUse', call(1));
      assert.match(hook.log, /not answered within 1000 ms/);
      await fail(2);
      await hook.startJudge();
      assert.match(await fail(3), /additionalContext/);
    } finally {
      server.close();
    }
  });

  it('judges itself where the path of the guard is too long for an address', async () => {
    const long = new InstalledHook(join(hook.root, 'x'.repeat(90)));
    assert.match(await judgedInTime(long), /additionalContext/);
    const made = readdirSync(long.root).filter((name) => name !== 'guard.log');
    assert.deepEqual(made.sort(), ['bin', 'sessions'], 'no address');
  });

  it('records nothing in a turn of Devs, which watches its agents itself', async () => {
    await hook.run('PreToolUse', call(1), { env: { DEVS_TURN: 'a' } });
    assert.deepEqual(hook.records, []);
    assert.equal(hook.log, '');
  });

  it('records no secret: of the environment, or what looks like one', async () => {
    const env = { DEPLOY_TOKEN: 'correct-horse-battery' };
    const payload = call(
      1,
      'curl -H "Authorization: Bearer abcdefghijkl" x; echo correct-horse-battery',
    );
    await hook.run('PreToolUse', payload, { env });
    const text = JSON.stringify(hook.records);
    assert.match(text, /curl/);
    assert.doesNotMatch(text, /correct-horse|abcdefghijkl/);
  });
});

describeOnSmallDisk('devs hook on a full disk', function () {
  this.timeout(60_000);

  it('lets the agent work on, and records again once there is space', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'devs-hook-disk-'));
    const disk = new SmallDisk(folder, 'size=4m');
    try {
      const hook = new InstalledHook(join(folder, 'guard'));
      await hook.run('PreToolUse', call(1));
      disk.fill();
      const large = call(2, 'x'.repeat(60_000));
      assert.deepEqual(await hook.run('PreToolUse', large), { code: 0, stdout: '', stderr: '' });
      disk.empty();
      await hook.run('PreToolUse', call(3));
      assert.deepEqual(
        hook.records.map((record) => record.kind === 'call' && record.call),
        ['call-1', 'call-3'],
      );
    } finally {
      disk.unmount();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
