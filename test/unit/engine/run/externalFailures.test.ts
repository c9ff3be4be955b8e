import assert from 'node:assert/strict';
import {
  configOf,
  FAILED,
  limitsOf,
  PASSED,
  ScriptedRun,
  taskOf,
  type ScriptedTurn,
} from '../../../support/scriptedRun';

const OUTAGE = 'API Error: 529 {"type":"error","error":{"type":"overloaded_error"}}';
const NPM_OFFLINE = [
  'npm error code ENOTFOUND',
  'npm error syscall getaddrinfo',
  'npm error errno ENOTFOUND',
  'npm error network request to https://packages.example/zod failed, reason: getaddrinfo ENOTFOUND packages.example',
].join('\n');
const STUBBORN: ScriptedTurn = { reply: 'STRATEGY: round down', edits: { 'src/code.js': 'wrong' } };
const GOOD: ScriptedTurn = { edits: { 'src/code.js': 'good' }, verify: { end: PASSED } };

/** An agent that fails so before it can work. */
function agentFails(words: string): ScriptedTurn {
  return { end: FAILED, errorTail: words };
}

/** A verification that prints `output` and fails, after an honest edit. */
function verifyFails(output: string): ScriptedTurn {
  return { edits: { 'src/code.js': 'good' }, verify: { end: FAILED, output } };
}

/** Milliseconds after which each retry was scheduled, in order. */
function delays(run: ScriptedRun): readonly unknown[] {
  return run.store.listEventsNamed(['retry_scheduled']).map(({ data }) => data.delayMs);
}

describe('failures that are not the agent’s', () => {
  it('an agent that exits with 0 though its events report a failure is tried again, then blocked', async () => {
    const failure = '[API Error: 418 The scripted model takes no more requests]';
    const run = await ScriptedRun.create(() => ({ reply: failure, errorTail: failure, failure }));
    await run.run();

    const task = run.store.getTask('fix');
    assert.deepEqual([task?.status, run.entropies(), run.verifications], ['blocked', [0, 0], 0]);
    assert.equal(task?.statusReason, `${failure} (exit code 0)`);
  });

  it('an agent that exits with 0 though its events report a rate limit is tried again after a pause', async () => {
    const failure =
      '[API Error: 429 Rate limit reached for scripted]\nPossible quota limitations in place.';
    const run = await ScriptedRun.create((call) =>
      call === 1 ? { reply: failure, errorTail: failure, failure } : GOOD,
    );
    await run.run();

    assert.deepEqual(delays(run), [30_000]);
    assert.equal(run.store.getTask('fix')?.status, 'done');
  });

  for (const [name, words] of [
    ['an outage', OUTAGE],
    ['a network failure', 'Error: getaddrinfo ENOTFOUND api.anthropic.com'],
    ['a rate limit', 'Error: 429 Too Many Requests'],
  ] as const) {
    it(`${name} is tried again after a pause, counts nothing, and is shown as waiting`, async () => {
      const run = await ScriptedRun.create((call) => (call === 1 ? agentFails(words) : GOOD));
      const shown: unknown[] = [];
      run.onWait = () => {
        const { status, statusReason, waitingUntil } = run.store.getTask('fix')!;
        shown.push(status, waitingUntil !== undefined, statusReason);
      };
      await run.run();

      assert.deepEqual(delays(run), [30_000]);
      assert.deepEqual(shown.slice(0, 2), ['pending', true]);
      assert.match(String(shown[2]), /\(retry 1 of 6\)$/);
      const phase = run.phases.find((each) => each.phase === 'waiting');
      assert.ok(phase?.phase === 'waiting');
      assert.deepEqual(run.entropies(), [0, 0]);
      assert.equal(run.store.getTask('fix')?.status, 'done');
      assert.equal(run.store.getTask('fix')?.waitingUntil, undefined);
    });
  }

  it('the pause doubles each time, and after the last retry the task is blocked with the reason', async () => {
    const run = await ScriptedRun.create(
      () => agentFails(OUTAGE),
      configOf({ limits: limitsOf({ maxRetries: 3, retrySeconds: 10 }) }),
    );
    await run.run();

    assert.deepEqual(delays(run), [10_000, 20_000, 40_000]);
    assert.equal(run.requests.length, 4);
    const task = run.store.getTask('fix')!;
    assert.equal(task.status, 'blocked');
    assert.match(task.statusReason, /^service down: .*, 4 times in a row — /);
    assert.ok(run.store.listTurns('fix').every((turn) => turn.outcome === 'not_agent'));
  });

  it('a retry-after of the service is honoured', async () => {
    const run = await ScriptedRun.create((call) =>
      call === 1 ? agentFails('Error: 429 Too Many Requests\nretry-after: 90') : GOOD,
    );
    await run.run();
    assert.deepEqual(delays(run), [90_000]);
  });

  for (const [name, words] of [
    ['where its words name another time', "You've hit your session limit · resets 1:30am (UTC)"],
    ['whatever its words', 'Nothing more today.'],
  ] as const) {
    it(`waits for the reset that the agent’s events name, ${name}`, async () => {
      let now = new Date();
      const run = await ScriptedRun.create((call) => {
        if (call > 1) return GOOD;
        now = run.clock.now();
        const limitResetsAt = new Date(now.getTime() + 3 * 3_600_000);
        return { ...agentFails(words), limitResetsAt };
      });
      await run.run();

      const [delay] = delays(run);
      assert.ok(Number(delay) > 3 * 3_600_000 - 60_000 && Number(delay) <= 3 * 3_600_000);
      const [wait] = run.phases.filter((phase) => phase.phase === 'waiting');
      assert.ok(wait?.reason.startsWith(`scripted has reached a limit: ${words}`));
      assert.equal(run.store.getTask('fix')?.status, 'done');
    });
  }

  it('does not wait for a limit that an agent met and got over', async () => {
    const run = await ScriptedRun.create(() => ({
      ...GOOD,
      limitResetsAt: new Date(Date.now() + 3_600_000),
    }));
    await run.run();
    assert.deepEqual(delays(run), []);
  });

  it('a missing login blocks at once, with the remedy, although the agent exits with 0', async () => {
    const run = await ScriptedRun.create(() => ({
      reply: 'Invalid API key · Please run /login',
      end: PASSED,
    }));
    await run.run();

    assert.equal(run.requests.length, 1);
    const task = run.store.getTask('fix')!;
    assert.equal(task.status, 'blocked');
    assert.match(task.statusReason, /^not logged in: .*Invalid API key.* — .+/);
    assert.equal(run.verifications, 0);
  });

  it('an agent that works and speaks of a 401 answers for its turn', async () => {
    const run = await ScriptedRun.create(
      () => ({ ...STUBBORN, reply: 'STRATEGY: the login now answers 401 Unauthorized as asked.' }),
      configOf({ limits: limitsOf({ maxPivots: 0 }) }),
    );
    await run.run();
    assert.deepEqual(run.entropies(), [1, 2, 3]);
  });

  it('a verification that fails from outside is run again without asking the agent anew', async () => {
    let tries = 0;
    const run = await ScriptedRun.create(() => {
      tries = run.verifications;
      return tries <= 2 ? verifyFails(NPM_OFFLINE) : GOOD;
    });
    await run.run();

    assert.equal(run.requests.length, 1);
    assert.equal(run.verifications, 3);
    assert.deepEqual(run.waits, [30_000, 60_000]);
    const [turn, ...others] = run.store.listTurns('fix');
    assert.equal(turn?.outcome, 'success');
    assert.deepEqual(others, []);
  });

  for (const [name, output] of [
    ['the decision’s words', 'API timeout: external service unavailable'],
    ['a status', 'HTTP 503 Service Unavailable'],
    ['axios', 'AxiosError: Request failed with status code 429'],
    ['curl', 'curl: (22) The requested URL returned error: 503'],
    [
      'requests',
      "requests.exceptions.ConnectionError: HTTPSConnectionPool(host='api.example.com', port=443): Max retries exceeded with url: /rates",
    ],
  ] as const) {
    it(`an outage that a verification prints is waited out: ${name}`, async () => {
      const run = await ScriptedRun.create(() =>
        run.verifications < 2 ? verifyFails(output) : GOOD,
      );
      await run.run();

      assert.equal(run.requests.length, 1);
      assert.deepEqual(run.waits, [30_000]);
      assert.deepEqual(run.entropies(), [0]);
      assert.equal(run.store.getTask('fix')?.status, 'done');
    });
  }

  for (const [name, output, edit, goal] of [
    ['a test that expects a 503', 'AssertionError: expected 200 to equal 503', 'x', 'Add rates.'],
    [
      'a change that answers with a 503',
      'HTTP 503 Service Unavailable',
      'reply(503)',
      'Add rates.',
    ],
    [
      'a change that prints the message',
      'API timeout: external service unavailable',
      "throw new Error('API timeout: external service unavailable')",
      'Add rates.',
    ],
    [
      'a goal about the 503',
      'HTTP 503 Service Unavailable',
      'x',
      'The health check must not answer 503.',
    ],
    [
      'a server on this machine',
      'HTTP 503 Service Unavailable\nGET http://localhost:3000/health',
      'x',
      'Add rates.',
    ],
  ] as const) {
    it(`an outage in a verification is the agent’s: ${name}`, async () => {
      const run = await ScriptedRun.create(
        (call) => ({ ...verifyFails(output), edits: { 'src/code.js': `${edit} // ${call}` } }),
        configOf({ limits: limitsOf({ maxPivots: 0 }), tasks: [taskOf({ goal })] }),
      );
      await run.run();
      assert.deepEqual(run.entropies(), [1, 2, 3]);
      assert.deepEqual(run.waits, []);
    });
  }

  it('a full disk blocks the task at once; nothing is counted', async () => {
    const run = await ScriptedRun.create(() =>
      verifyFails('Error: ENOSPC: no space left on device, write'),
    );
    await run.run();

    const task = run.store.getTask('fix')!;
    assert.equal(task.status, 'blocked');
    assert.match(task.statusReason, /^disk full: /);
    assert.equal(task.entropyCount, 0);
    assert.deepEqual(run.waits, []);
    const [turn] = run.store.listTurns('fix');
    assert.ok(turn?.outcome === 'not_agent' && turn.external === 'disk_full');
  });

  it('a hallucinated import is the agent’s', async () => {
    const run = await ScriptedRun.create(
      () => ({
        edits: { 'src/code.js': "import { pad } from 'left-padder-pro';" },
        verify: {
          end: FAILED,
          output:
            "Error: Cannot find module 'left-padder-pro'\nRequire stack:\n- /home/dev/shop/src/code.js",
        },
      }),
      configOf({ limits: limitsOf({ maxPivots: 0 }) }),
    );
    await run.run();
    assert.deepEqual(run.entropies(), [1, 2, 3]);
  });

  for (const [name, words, file] of [
    ['its own server', 'Error: connect ECONNREFUSED 127.0.0.1:3000', "listen('3000')"],
    [
      'a host that it made up',
      'Error: getaddrinfo ENOTFOUND api.made-up.example',
      "fetch('https://api.made-up.example/v1')",
    ],
  ] as const) {
    it(`an agent that works, breaks off and complains of ${name} answers for it`, async () => {
      const run = await ScriptedRun.create(
        (call) => ({
          end: FAILED,
          errorTail: words,
          edits: { 'src/code.js': `${file} // ${call}` },
        }),
        configOf({ limits: limitsOf({ maxPivots: 0 }) }),
      );
      await run.run();
      assert.deepEqual(run.entropies(), [1, 2, 3]);
      assert.deepEqual(run.waits, []);
    });
  }

  it('a command that its own manifest made it call is the agent’s, whatever exit code says', async () => {
    const run = await ScriptedRun.create(
      (call) => ({
        edits: { 'package.json': `{"scripts":{"test":"vitestx run ${call}"}}` },
        verify: { end: { kind: 'exit', code: 127 }, output: 'sh: 1: vitestx: not found' },
      }),
      configOf({ limits: limitsOf({ maxPivots: 0 }) }),
    );
    await run.run();
    assert.deepEqual(run.entropies(), [1, 2, 3]);
  });

  it('an error that the agent’s own file raises is the agent’s', async () => {
    const run = await ScriptedRun.create(
      () => ({
        edits: { 'src/code.js': "throw new Error('ENOSPC: no space left on device, write')" },
        verify: { end: FAILED, output: 'Error: ENOSPC: no space left on device, write' },
      }),
      configOf({ limits: limitsOf({ maxPivots: 0 }) }),
    );
    await run.run();
    assert.deepEqual(run.entropies(), [1, 2, 3]);
  });

  it('a script that goes on without a tool fails by what comes after', async () => {
    for (const output of [
      'bash: line 1: pnpm: command not found\nfalling back to npm\n2 problems: totals are wrong',
      'grep: /proc/1/maps: Permission denied\n3 TODO comments found, 0 allowed',
      '1..2\nok 1 - a\nsh: 1: jq: not found\nnot ok 2 - totals differ\nnot ok 3 - names differ',
    ]) {
      const run = await ScriptedRun.create(
        () => verifyFails(output),
        configOf({ limits: limitsOf({ maxPivots: 0 }) }),
      );
      await run.run();
      assert.deepEqual(run.entropies(), [1, 2, 3], output);
    }
  });

  it('an agent that worked and broke off is not excused by what its commands printed', async () => {
    for (const words of [
      'cat: /etc/shadow: Permission denied\nError: Reached max turns (50)',
      'curl: (7) Failed to connect to api.example.com port 443\nStopped after 30 steps.',
    ]) {
      const run = await ScriptedRun.create(
        (call) => ({ edits: { 'src/code.js': `attempt ${call}` }, end: FAILED, errorTail: words }),
        configOf({ limits: limitsOf({ maxPivots: 0 }) }),
      );
      await run.run();
      assert.deepEqual(run.entropies(), [1, 2, 3], words);
    }
  });

  it('an idle agent that writes about errors is idle', async () => {
    for (const reply of [
      'Authentication required: the middleware rejects anonymous calls.\nDone.',
      'Error: 503 Service Unavailable\nThat is the response the test expects.',
    ]) {
      const run = await ScriptedRun.create(
        () => ({ reply }),
        configOf({ limits: limitsOf({ maxPivots: 0 }) }),
      );
      await run.run();
      assert.deepEqual(run.entropies(), [1, 2, 3], reply);
    }
  });

  it('a tool that goes away later blocks the task as it would have at once', async () => {
    const run = await ScriptedRun.create((call) => ({
      edits: { 'src/code.js': `attempt ${call}` },
      verify: {
        end: FAILED,
        output: call === 1 ? 'Error: boom' : 'sh: 1: jest: not found',
      },
    }));
    await run.run();
    assert.equal(run.requests.length, 2);
    assert.equal(run.store.getTask('fix')?.status, 'blocked');
  });

  it('a declared module that is not installed is missing, although the agent’s file imports it', async () => {
    const run = await ScriptedRun.create(() => ({
      edits: { 'src/code.js': "require('express')" },
      verify: { end: FAILED, output: "Error: Cannot find module 'express'\nRequire stack:" },
    }));
    run.dependencies.add('package.json:express');
    await run.run();
    assert.equal(run.store.getTask('fix')?.status, 'blocked');
  });

  it('a crash nobody understands has its second try, also after an outage', async () => {
    const run = await ScriptedRun.create((call) =>
      call === 1 ? agentFails(OUTAGE) : call === 2 ? agentFails('Segmentation fault') : GOOD,
    );
    await run.run();
    assert.equal(run.store.getTask('fix')?.status, 'done');
  });

  it('a blocked task does not say that it is tried again', async () => {
    for (const words of [
      OUTAGE,
      'Error: 429 Too Many Requests',
      'Error: getaddrinfo ENOTFOUND a.example',
    ]) {
      const run = await ScriptedRun.create(
        () => agentFails(words),
        configOf({ limits: limitsOf({ maxRetries: 0 }) }),
      );
      await run.run();
      const { status, statusReason } = run.store.getTask('fix')!;
      assert.equal(status, 'blocked');
      assert.doesNotMatch(statusReason, /tried again|Nothing to do/);
      assert.match(statusReason, /[Rr]esume the task/);
    }
  });

  it('keys and tokens in the agent’s last words are masked', async () => {
    const run = await ScriptedRun.create(() =>
      agentFails(`it went wrong with token=ghp_${'a1B2'.repeat(9)}`),
    );
    await run.run();
    assert.match(run.store.getTask('fix')!.statusReason, /it went wrong with/);
    assert.doesNotMatch(run.store.getTask('fix')!.statusReason, /ghp_a1/);
  });

  it('a module that no change of the task names is missing from the machine', async () => {
    const run = await ScriptedRun.create(() =>
      verifyFails(
        "Error: Cannot find module 'express'\nRequire stack:\n- /home/dev/shop/src/server.js",
      ),
    );
    await run.run();
    assert.equal(run.store.getTask('fix')?.status, 'blocked');
    assert.match(run.store.getTask('fix')!.statusReason, /^missing dependency: .*express/);
  });

  it('an external failure of the verification between any two turns changes no number', async () => {
    for (const failAt of [1, 2, 3, 4, 5]) {
      let failed = false;
      const run = await ScriptedRun.create((call) => {
        if (call !== failAt || failed) return STUBBORN;
        failed = run.verifications > 0 && run.verifications === failAt;
        return failed
          ? {
              ...STUBBORN,
              verify: { end: FAILED, output: 'curl: (6) Could not resolve host: pkg.example' },
            }
          : STUBBORN;
      });
      await run.run();
      assert.equal(run.waits.length, 1);
      assert.equal(run.requests.length, 5);
      assert.equal(run.store.listPivots('fix').length, 2);
      assert.equal(run.store.getFailures('fix')?.failureCount, 3);
    }
  });

  it('a pause while it waits ends the run at once; nothing is lost and nothing counts', async () => {
    const run = await ScriptedRun.create((call) => (call === 1 ? agentFails(OUTAGE) : GOOD));
    run.onWait = () => run.loop?.pause(false);
    assert.deepEqual(await run.run(), { kind: 'stopped', whileWaiting: true });
    assert.equal(run.requests.length, 1);
    assert.equal(run.store.getTask('fix')?.status, 'pending');
    assert.equal(run.store.listTurns('fix').length, 1);
  });

  it('a pause while a verification waits leaves the turn interrupted', async () => {
    const run = await ScriptedRun.create(() => verifyFails(NPM_OFFLINE));
    run.onWait = () => run.loop?.pause(false);
    await run.run();
    assert.deepEqual(
      run.store.listTurns('fix').map((turn) => turn.outcome),
      ['interrupted'],
    );
    assert.equal(run.store.getTask('fix')?.status, 'pending');
  });

  it('a skip while it waits ends the waiting', async () => {
    const run = await ScriptedRun.create(() => agentFails(OUTAGE));
    run.onWait = () => {
      void run.loop?.interrupt('fix', () => run.intervene({ type: 'skip', taskId: 'fix' }, true));
    };
    await run.run();
    assert.equal(run.store.getTask('fix')?.status, 'skipped');
    assert.equal(run.requests.length, 1);
  });

  it('a runner that was killed while a verification waited leaves no task that claims to wait', async () => {
    const run = await ScriptedRun.create(() => GOOD);
    run.store.upsertTask('fix', 'Fix it');
    run.store.updateTask('fix', {
      status: 'in_progress',
      statusReason: 'service down (retry 1 of 6)',
      waitingUntil: '2026-01-01T01:00:00.000Z',
    });
    const before = run.store.getTask('fix')?.waitingUntil;
    await run.run();
    assert.notEqual(before, undefined);
    assert.equal(run.store.getTask('fix')?.waitingUntil, undefined);
    assert.deepEqual(run.waits, []);
  });

  it('waits within a verification no longer than the run may last', async () => {
    const run = await ScriptedRun.create(
      () => verifyFails(NPM_OFFLINE),
      configOf({ limits: limitsOf({ maxMinutes: 5, retrySeconds: 3600 }) }),
    );
    await run.run();
    assert.equal(run.waits.length, 1);
    assert.ok(run.waits[0]! <= 300_000);
    assert.equal(run.reports[0]?.reason, 'MAX_MINUTES');
    assert.equal(run.requests.length, 1);
  });

  it('waits no longer than the run may last', async () => {
    const run = await ScriptedRun.create(
      () => agentFails('Error: 429 Too Many Requests\nretry-after: 7200'),
      configOf({ limits: limitsOf({ maxMinutes: 5 }) }),
    );
    await run.run();
    assert.equal(run.requests.length, 1);
    assert.ok(run.waits[0]! <= 300_000);
    assert.equal(run.reports[0]?.reason, 'MAX_MINUTES');
  });
});
