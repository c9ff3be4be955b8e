import assert from 'node:assert/strict';
import { hasEnded } from '../../../../src/model/turn/turn';
import {
  configOf,
  failing,
  FAILED,
  limitsOf,
  PASSED,
  ScriptedRun,
  taskOf,
  type ScriptedTurn,
} from '../../../support/scriptedRun';

const WORKS: ScriptedTurn = {
  reply: 'STRATEGY: the right fix',
  edits: { 'src/code.js': 'right' },
  verify: { end: PASSED },
};

function outcomes(run: ScriptedRun, taskId = 'fix'): readonly string[] {
  return run.store.listTurns(taskId).map((turn) => turn.outcome);
}

function statusOf(run: ScriptedRun, taskId = 'fix'): string | undefined {
  return run.store.getTask(taskId)?.status;
}

describe('OrchestrationLoop: success', () => {
  it('verification passed and there is work to show: done', async () => {
    const run = await ScriptedRun.create(() => WORKS);
    assert.deepEqual(await run.run(), { kind: 'allDone' });
    assert.equal(statusOf(run), 'done');
    assert.equal(run.store.getTask('fix')?.unverified, false);
    assert.equal(run.store.getRunStatus(), 'IDLE');
  });

  it('a green project and an agent that does nothing: not done', async () => {
    const run = await ScriptedRun.create(() => ({ reply: 'Looks fine.', verify: { end: PASSED } }));
    await run.run();
    assert.equal(statusOf(run), 'PAUSED_FOR_INTERVENTION');
    assert.match(run.reports[0]?.turns[0]?.reason ?? '', /there is no work to show/);
  });

  it('nothing to change but DONE said: done', async () => {
    const run = await ScriptedRun.create(() => ({
      reply: 'STRATEGY: look\nDONE: it was there already',
      verify: { end: PASSED },
    }));
    await run.run();
    assert.equal(statusOf(run), 'done');
  });

  it('DONE said while verification fails: not done', async () => {
    const run = await ScriptedRun.create(() => ({ reply: 'DONE: sure' }));
    await run.run();
    assert.equal(statusOf(run), 'PAUSED_FOR_INTERVENTION');
  });

  it('verification passed but the agent ended badly: not done', async () => {
    const run = await ScriptedRun.create((call) => ({
      end: FAILED,
      edits: { 'src/code.js': `edit ${call}` },
      verify: { end: PASSED },
    }));
    await run.run();
    assert.notEqual(statusOf(run), 'done');
  });

  it('without a verify command only DONE ends the task, and it is unverified', async () => {
    const unverified = taskOf();
    delete (unverified as { verify?: unknown }).verify;
    const run = await ScriptedRun.create(
      (call) => ({ reply: call === 1 ? 'hm' : 'DONE: written', edits: { x: `${call}` } }),
      configOf({ tasks: [unverified] }),
    );
    await run.run();
    assert.equal(statusOf(run), 'done');
    assert.equal(run.store.getTask('fix')?.unverified, true);
    assert.equal(run.verifications, 0);
    assert.equal(run.requests.length, 2);
  });

  it('an agent that says what it did and what it is blocked by has not said that the task is done', async () => {
    const unverified = taskOf();
    delete (unverified as { verify?: unknown }).verify;
    const reply = 'DONE: the form\nBLOCKED: no API key for the payment service';
    const run = await ScriptedRun.create(
      () => ({ reply, edits: { form: '1' } }),
      configOf({ tasks: [unverified] }),
    );
    assert.deepEqual(await run.run(), { kind: 'needsHuman', taskIds: ['fix'] });
    assert.equal(statusOf(run), 'blocked');
    const [turn] = run.store.listTurns('fix');
    assert.ok(turn !== undefined && turn.outcome !== 'running');
    assert.match(turn.reason, /^the agent says that it is blocked/);

    const untouched = await ScriptedRun.create(() => ({ reply, verify: { end: PASSED } }));
    await untouched.run();
    assert.equal(statusOf(untouched), 'blocked');
  });

  it('an edit taken back is no work to show', async () => {
    const run = await ScriptedRun.create((call) =>
      call === 1
        ? { reply: 'a', edits: { 'src/code.js': 'broken' } }
        : { reply: 'b', edits: { 'src/code.js': 'original' }, verify: { end: PASSED } },
    );
    await run.run();
    assert.equal(statusOf(run), 'PAUSED_FOR_INTERVENTION');
  });
});

describe("OrchestrationLoop: not the agent's failure", () => {
  for (const code of [0, 1]) {
    it(`an authentication error with exit code ${code} is not done`, async () => {
      const run = await ScriptedRun.create(() => ({
        reply: 'Invalid API key · Please run /login',
        end: { kind: 'exit', code },
        verify: { end: PASSED },
      }));
      await run.run();
      assert.equal(statusOf(run), 'blocked');
      assert.equal(run.requests.length, 1);
    });
  }

  it('ended badly, nothing changed: tried once more, then blocked with its own words', async () => {
    const run = await ScriptedRun.create(() => ({ end: FAILED, errorTail: 'Out of luck' }));
    const end = await run.run();
    assert.deepEqual(outcomes(run), ['not_agent', 'not_agent']);
    assert.equal(statusOf(run), 'blocked');
    assert.match(run.store.getTask('fix')?.statusReason ?? '', /^Out of luck \(exit code 1\)/);
    assert.equal(run.verifications, 0);
    assert.equal(run.store.getTask('fix')?.entropyCount, 0);
    assert.equal(run.store.getTask('fix')?.lastResponseHash, undefined);
    assert.deepEqual(end, { kind: 'needsHuman', taskIds: ['fix'] });
    assert.equal(run.store.getRunStatus(), 'PAUSED');
  });

  for (const end of [
    { kind: 'signal', signal: 'SIGSEGV' },
    { kind: 'timeout', limitMs: 1_000 },
    { kind: 'couldNotStart', message: 'claude was not found on PATH' },
  ] as const) {
    it(`${end.kind} with nothing changed blocks; with edits it counts`, async () => {
      const idle = await ScriptedRun.create(() => ({ end }));
      await idle.run();
      assert.equal(statusOf(idle), 'blocked');
      const busy = await ScriptedRun.create((call) => ({ end, edits: { x: String(call) } }));
      await busy.run();
      assert.equal(statusOf(busy), 'PAUSED_FOR_INTERVENTION');
    });
  }

  it('a good turn in between renews the second try', async () => {
    const bad: ScriptedTurn = { end: FAILED, errorTail: 'hiccup' };
    const script = [bad, { reply: 'a' }, bad, { reply: 'b' }, bad, WORKS];
    const run = await ScriptedRun.create((call) => script[call - 1] ?? WORKS);
    await run.run();
    assert.equal(statusOf(run), 'done');
  });

  it('Resume gives a blocked task its second try again', async () => {
    const run = await ScriptedRun.create(() => ({ end: FAILED, errorTail: 'no credit' }));
    await run.run();
    run.intervene({ type: 'resume', taskId: 'fix' });
    await run.run();
    assert.equal(run.requests.length, 4);
  });

  it('a pivot directive is not used up by a failure that is not the agent’s', async () => {
    const run = await ScriptedRun.create((call) =>
      call === 4 ? { end: FAILED, errorTail: 'offline' } : { reply: 'same' },
    );
    await run.run();
    assert.deepEqual(run.directives(), [
      [4, 1],
      [5, 1],
      [6, 2],
    ]);
  });

  it('a verify command that never started blocks the task at once, with the remedy', async () => {
    const run = await ScriptedRun.create(() => ({
      reply: 'x',
      edits: { x: '1' },
      verify: { end: { kind: 'exit', code: 127 }, output: 'sh: nmp: not found' },
    }));
    await run.run();
    assert.equal(statusOf(run), 'blocked');
    assert.equal(run.requests.length, 1);
    assert.match(run.store.getTask('fix')?.statusReason ?? '', /Correct "verify" in devs\.yaml/);
  });

  it('a verify command that started before and no longer does is the agent’s failure', async () => {
    const run = await ScriptedRun.create((call) => ({
      reply: `try ${call}`,
      edits: { x: String(call) },
      verify: { end: call === 1 ? FAILED : { kind: 'exit', code: 127 } },
    }));
    await run.run();
    assert.equal(statusOf(run), 'PAUSED_FOR_INTERVENTION');
  });
});

describe('OrchestrationLoop: progress', () => {
  it('the first measurement is the baseline; a new best resets entropy', async () => {
    const counts = [5, 3, 3, 0];
    const run = await ScriptedRun.create((call) => ({
      reply: `try ${call}`,
      edits: { x: String(call) },
      verify: {
        end: call === 4 ? PASSED : FAILED,
        measurement: failing(counts[call - 1] ?? 0),
      },
    }));
    await run.run();
    assert.deepEqual(outcomes(run), ['no_progress', 'progress', 'no_progress', 'success']);
    assert.deepEqual(run.entropies(), [1, 0, 1, 0]);
  });

  it('what a finished subtask measured is the best that its siblings have to beat', async () => {
    const counts = [5, 0, 4, 3, 2];
    const run = await ScriptedRun.create(
      (call) => ({
        reply: `try ${call}`,
        edits: { x: String(call) },
        verify: { end: call === 2 ? PASSED : FAILED, measurement: failing(counts[call - 1] ?? 2) },
      }),
      configOf({
        tasks: [taskOf(), taskOf({ id: 'a', parent: 'fix' }), taskOf({ id: 'b', parent: 'fix' })],
      }),
    );
    await run.run();
    assert.deepEqual(outcomes(run).slice(0, 5), [
      'no_progress',
      'success',
      'no_progress',
      'no_progress',
      'no_progress',
    ]);
  });

  it('deleted and skipped tests are no progress', async () => {
    const run = await ScriptedRun.create((call) => ({
      reply: `try ${call}`,
      edits: { x: String(call) },
      verify: {
        end: FAILED,
        measurement: call === 1 ? failing(5) : { passed: 5, failed: 0, skipped: call },
      },
    }));
    await run.run();
    assert.ok(!outcomes(run).includes('progress'));
  });

  it('nothing measured is no progress, however much is written', async () => {
    const run = await ScriptedRun.create((call) => ({
      reply: `try ${call}`,
      edits: { [`fix${call}.py`]: 'new' },
    }));
    await run.run();
    assert.equal(run.requests.length, 9);
    assert.ok(!outcomes(run).includes('progress'));
  });
});

describe('OrchestrationLoop: workspace states', () => {
  it('an agent that edits devs.yaml has no work to show, whatever verification then says', async () => {
    const run = await ScriptedRun.create((call) => ({
      reply: 'now it passes',
      edits: { 'devs.yaml': `verify: "true" # ${call}` },
      verify: { end: PASSED },
    }));
    await run.run();
    assert.equal(statusOf(run), 'PAUSED_FOR_INTERVENTION');
  });

  it('a report with a new time in it does not make an old state look new', async () => {
    const run = await ScriptedRun.create((call) => ({
      reply: 'same',
      edits: { 'src/code.js': 'wrong' },
      verify: { writes: { 'junit.xml': `<testsuite time="${call}"/>` } },
    }));
    await run.run();
    assert.equal(run.requests.length, 5);
    assert.deepEqual([...run.store.listVerifyArtefacts()], ['junit.xml']);
  });

  it('an untracked report that was there before is no work to show', async () => {
    const run = await ScriptedRun.create((call) => ({
      reply: 'nothing to do',
      verify: { end: PASSED, writes: { 'junit.xml': `run ${call}` } },
    }));
    run.files.set('junit.xml', 'run 0');
    run.untracked.add('junit.xml');
    await run.run();
    assert.equal(statusOf(run), 'PAUSED_FOR_INTERVENTION');
  });

  it('edits that lead back to an abandoned state are an ignored pivot, whatever is said', async () => {
    const run = await ScriptedRun.create((call) => ({
      reply: `a new story, number ${call}`,
      edits: { 'src/code.js': call === 3 ? 'left' : 'right' },
    }));
    await run.run();
    assert.deepEqual(run.directives(), [
      [4, 1],
      [5, 2],
    ]);
    assert.match(run.store.listTurns('fix')[3]!.outcome, /no_progress/);
  });

  it('an empty reply is no reply: it repeats none, and none repeats it', async () => {
    const run = await ScriptedRun.create(() => ({ reply: ' \n' }));
    await run.run();
    assert.deepEqual(run.directives(), [
      [4, 1],
      [7, 2],
    ]);
    assert.equal(run.requests.length, 9);
    assert.ok(
      run.store
        .listTurns('fix')
        .every((turn) => hasEnded(turn) && !turn.reason.includes('ignored')),
    );
  });

  it('where a subtask began is no abandoned state for it, though a strategy of its sibling ended there', async () => {
    const run: ScriptedRun = await ScriptedRun.create(
      (call) => ({
        reply: `story ${call}`,
        edits: { 'src/code.js': call <= 3 || call === 7 ? 'where a ended' : `wrong ${call}` },
        during: () => (call === 3 ? run.loop?.pause(false) : undefined),
      }),
      configOf({
        tasks: [taskOf(), taskOf({ id: 'a', parent: 'fix' }), taskOf({ id: 'b', parent: 'fix' })],
      }),
    );
    await run.run();
    run.intervene({ type: 'skip', taskId: 'a' });
    await run.run();
    assert.deepEqual(run.directives(), [
      [4, 1],
      [7, 2],
    ]);
    assert.equal(run.requests.length, 9);
  });

  it('going back to the task’s starting state is not an ignored pivot', async () => {
    const run = await ScriptedRun.create((call) => ({
      reply: `story ${call}`,
      edits: { 'src/code.js': call === 4 ? 'original' : call === 2 ? 'original' : `wrong ${call}` },
    }));
    await run.run();
    assert.deepEqual(run.directives(), [
      [4, 1],
      [7, 2],
    ]);
  });
});

describe('OrchestrationLoop: what the prompt says of a verification that passed', () => {
  async function secondPrompt(script: (call: number) => ScriptedTurn): Promise<string> {
    const run = await ScriptedRun.create(script);
    await run.run();
    if (run.requests.length === 1) {
      run.intervene({ type: 'retry', taskId: 'fix' });
      await run.run();
    }
    return (
      /^The last verification: (.*?)\. The end/m.exec(run.requests[1]?.prompt ?? '')?.[1] ?? ''
    );
  }

  it('without work to show: that', async () => {
    assert.equal(
      await secondPrompt(() => ({ reply: 'Fine.', verify: { end: PASSED } })),
      'passed, but the workspace is unchanged since the start: there is no work to show',
    );
  });

  it('with an agent that ended badly: how it ended', async () => {
    assert.equal(
      await secondPrompt((call) => ({
        end: FAILED,
        edits: { x: String(call) },
        verify: { end: PASSED },
      })),
      'passed, but the agent ended with exit code 1',
    );
  });

  it('with success, when the task is retried: nothing more', async () => {
    assert.equal(await secondPrompt(() => WORKS), 'passed');
  });
});

describe('OrchestrationLoop: limits, order and tasks', () => {
  it('maxTurns pauses the task with that reason', async () => {
    const run = await ScriptedRun.create(
      (call) => ({ reply: `try ${call}`, edits: { x: String(call) } }),
      configOf({ limits: limitsOf({ maxTurns: 2 }) }),
    );
    await run.run();
    assert.equal(run.requests.length, 2);
    assert.equal(run.reports[0]?.reason, 'MAX_TURNS');
    run.intervene({ type: 'resume', taskId: 'fix' });
    await run.run();
    assert.equal(run.requests.length, 4);
  });

  it('maxMinutes ends the run', async () => {
    const run: ScriptedRun = await ScriptedRun.create(
      (call) => ({
        reply: `try ${call}`,
        edits: { x: String(call) },
        during: () => run.clock.advance(10 * 60_000),
      }),
      configOf({
        limits: limitsOf({ maxMinutes: 15 }),
        onPause: 'continue',
        tasks: [taskOf(), taskOf({ id: 'next' })],
      }),
    );
    const end = await run.run();
    assert.equal(run.reports[0]?.reason, 'MAX_MINUTES');
    assert.deepEqual(end, { kind: 'needsHuman', taskIds: ['fix'] });
    assert.equal(run.requests.length, 2);
  });

  it('onPause: continue goes on with the other tasks', async () => {
    const run = await ScriptedRun.create(
      (call) => (call <= 5 ? { reply: 'same' } : WORKS),
      configOf({ onPause: 'continue', tasks: [taskOf(), taskOf({ id: 'next' })] }),
    );
    const end = await run.run();
    assert.equal(statusOf(run, 'next'), 'done');
    assert.deepEqual(end, { kind: 'needsHuman', taskIds: ['fix'] });
    assert.equal(run.store.getRunStatus(), 'PAUSED');
  });

  it('dependents wait for a task, and wait on when it is skipped', async () => {
    const run = await ScriptedRun.create(
      (call) => ({ ...WORKS, edits: { [`file${call}`]: 'new' } }),
      configOf({ tasks: [taskOf({ id: 'late', dependsOn: ['fix'] }), taskOf()] }),
    );
    run.intervene({ type: 'skip', taskId: 'fix' });
    assert.deepEqual(await run.run(), { kind: 'waiting', taskIds: ['late'] });
    assert.equal(run.requests.length, 0);
    run.intervene({ type: 'retry', taskId: 'fix' });
    assert.deepEqual(await run.run(), { kind: 'allDone' });
    assert.deepEqual(
      run.requests.map((request) => request.taskId),
      ['fix', 'late'],
    );
  });

  it('a subtask counts on its topmost ancestor, which pauses with all its subtasks', async () => {
    const run = await ScriptedRun.create(
      () => ({ reply: 'same' }),
      configOf({
        tasks: [
          taskOf(),
          taskOf({ id: 'child', parent: 'fix' }),
          taskOf({ id: 'grandchild', parent: 'child' }),
        ],
      }),
    );
    const end = await run.run();
    assert.deepEqual(end, { kind: 'needsHuman', taskIds: ['fix'] });
    assert.equal(statusOf(run, 'grandchild'), 'pending');
    assert.equal(run.store.listTurns('fix').length, 5);
    assert.ok(run.store.listTurns('fix').every((turn) => turn.taskId === 'grandchild'));
    assert.equal(run.store.listPivots('fix').length, 2);
    assert.equal(run.store.getTask('grandchild')?.entropyCount, 0);
    assert.equal((await run.run()).kind, 'needsHuman');
    assert.equal(run.requests.length, 5, 'no subtask of a paused task runs');
  });

  it('a finished subtask is progress of its parent', async () => {
    const script: ScriptedTurn[] = [
      { reply: 'a' },
      { reply: 'b' },
      { ...WORKS, edits: { child: 'done' } },
      { reply: 'c' },
    ];
    const run = await ScriptedRun.create(
      (call) => script[call - 1] ?? WORKS,
      configOf({ tasks: [taskOf(), taskOf({ id: 'child', parent: 'fix' })] }),
    );
    await run.run();
    assert.deepEqual(run.entropies(), [1, 2, 0, 1, 0]);
    assert.equal(statusOf(run), 'done');
  });

  it('named tasks alone are run', async () => {
    const run = await ScriptedRun.create(
      () => WORKS,
      configOf({ tasks: [taskOf(), taskOf({ id: 'other' })] }),
    );
    assert.deepEqual(await run.run({ taskIds: ['other'] }), { kind: 'allDone' });
    assert.equal(statusOf(run, 'fix'), 'pending');
    assert.equal(statusOf(run, 'other'), 'done');
  });

  it('a run of named tasks ends by how those stand, not by what else is paused', async () => {
    const run = await ScriptedRun.create(
      (call) => (call <= 5 ? { reply: 'same' } : WORKS),
      configOf({ tasks: [taskOf(), taskOf({ id: 'other' })] }),
    );
    await run.run({ taskIds: ['fix'] });
    assert.deepEqual(await run.run({ taskIds: ['other'] }), { kind: 'allDone' });
    assert.equal(run.store.getRunStatus(), 'PAUSED');
    assert.deepEqual(await run.run(), { kind: 'needsHuman', taskIds: ['fix'] });
  });

  it('a task taken out of devs.yaml is hidden, and its history kept', async () => {
    const run = await ScriptedRun.create(() => WORKS);
    await run.run();
    run.config = configOf({ tasks: [taskOf({ id: 'new' })] });
    await run.run();
    assert.equal(run.store.getTask('fix')?.hidden, true);
    assert.equal(run.store.listTurns('fix').length, 1);
  });

  it('hints head the system prompt behind the directive and stay until the task ends', async () => {
    const run = await ScriptedRun.create((call) => (call < 10 ? { reply: 'same' } : WORKS));
    await run.run();
    run.intervene({ type: 'resume', taskId: 'fix', hint: ' Round half up. ', agent: 'other' });
    await run.run();
    assert.equal(run.requests[5]?.systemPrompt, 'Hints from the user:\n- Round half up.');
    assert.match(run.requests[8]!.systemPrompt, /^SYSTEM OVERRIDE[^]*\n\nHints from the user:\n/);
    assert.equal(run.requests[5].definition.name, 'other');
    assert.equal(statusOf(run), 'done');
    assert.deepEqual(run.store.listHints('fix'), []);
  });
});
