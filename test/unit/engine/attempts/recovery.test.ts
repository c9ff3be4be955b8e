import assert from 'node:assert/strict';
import { LOOP_PRESETS } from '../../../../src/model/task/attempt';
import { limitsOf, PASSED, ScriptedRun, type ScriptedTurn } from '../../../support/scriptedRun';
import { NOTHING, play, tasks, works } from './attemptRuns';
import { named } from '../../../support/sampleEvents';

const MISSING = 'critic:design_system unavailable';
const SPIN: ScriptedTurn = { reply: `BLOCKED: ${MISSING}` };

function prompts(run: ScriptedRun, taskId: string): readonly string[] {
  return run.requests.filter((each) => each.taskId === taskId).map((each) => each.systemPrompt);
}

describe('applyRecovery: force next', () => {
  it('leaves a task after five attempts without progress, says so, and never calls it done', async () => {
    const run = await play('T7.1.2', () => NOTHING, tasks(['T7.1.2']));
    assert.deepEqual(await run.run(), { kind: 'donePartial', taskIds: ['T7.1.2'] });
    assert.equal(run.requests.length, 5);
    const task = run.store.getTask('T7.1.2');
    assert.equal(task?.status, 'done_partial');
    assert.match(task.statusReason, /5 attempts/);
    const [entry] = run.store.listContextEntries({ taskId: 'T7.1.2' });
    assert.equal(entry?.topic, 'loop_recovery');
    assert.match(entry.content, /^LOOP DETECTED: Task T7\.1\.2 stopped after 5 attempts/);
    assert.equal(entry.loop?.evidence.length, 5);
  });

  it('tells the next prompt, of whichever task, once: DO NOT revisit', async () => {
    const run = await play('stuck', () => NOTHING, tasks(['stuck']));
    await run.run();
    run.config = tasks(['stuck', 'next', 'last'], { limits: limitsOf() });
    await run.run();
    const [next] = prompts(run, 'next');
    assert.match(next ?? '', /LOOP DETECTED: Task stuck/);
    assert.match(next ?? '', /DO NOT revisit this task\. SELECT NEXT TASK from roadmap/);
    assert.match(next ?? '', /The next task has been selected for you/);
    assert.deepEqual(prompts(run, 'last'), ['']);
  });

  it('tells it again with the retry of a turn that was interrupted', async () => {
    const run = await play('stuck', () => NOTHING, tasks(['stuck']));
    await run.run();
    run.config = tasks(['stuck', 'next'], { limits: limitsOf() });
    const cancel = new AbortController();
    run.script = () => ({ during: () => cancel.abort() });
    await run.run({ signal: cancel.signal });
    run.script = works;
    await run.run();
    assert.equal(prompts(run, 'next').filter((prompt) => prompt.includes('stuck')).length, 2);
  });

  it('begins to count anew after it: a marker, the attempts stay', async () => {
    const run = await play('stuck', () => NOTHING, tasks(['stuck']));
    await run.run();
    assert.equal(run.intervene({ type: 'retry', taskId: 'stuck' }).ok, true);
    await run.run();
    assert.equal(run.requests.length, 10);
    assert.equal(run.store.listAttempts({}).length, 10);
  });

  it('leaves a done task done that is retried again and again without anything new', async () => {
    const config = tasks(['T3.4.2', 'T3.4.3'], { limits: limitsOf() });
    const done: ScriptedTurn = { reply: 'DONE: nothing to do', verify: { end: PASSED } };
    const run = await play('T3.4.2', () => done, { ...config, tasks: config.tasks.slice(0, 1) });
    // Attempts 1 to 3: checking, verifying, running final checks …
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      if (attempt > 1) assert.equal(run.intervene({ type: 'retry', taskId: 'T3.4.2' }).ok, true);
      await run.run();
    }
    run.config = config;
    // LOOP DETECTED, and the next task gets a fresh start.
    assert.deepEqual(await run.run(), { kind: 'allDone' });
    assert.equal(prompts(run, 'T3.4.2').length, 3);
    assert.match(
      prompts(run, 'T3.4.3')[0] ?? '',
      /^LOOP DETECTED: Task T3\.4\.2 completed after 3/,
    );
    assert.equal(run.store.getTask('T3.4.2')?.status, 'done');
    const told = named(run.events, 'loop_recovery');
    assert.deepEqual(
      told.map(({ taskId, data }) => [taskId, data.action]),
      [['T3.4.2', 'force_next']],
    );
  });
});

describe('applyRecovery: unblock authority', () => {
  it('is granted after three equal blockers, to that task alone, and withdrawn when they are gone', async () => {
    const config = tasks(['T3.4.3', 'other'], { limits: limitsOf({ loopThreshold: 100 }) });
    const run = await play('T3.4.3', (visit) => (visit <= 3 ? SPIN : works(visit)), config);
    assert.deepEqual(await run.run(), { kind: 'allDone' });
    const own = prompts(run, 'T3.4.3');
    assert.equal(own.length, 4);
    assert.deepEqual(own.slice(0, 3), ['', '', '']);
    assert.match(
      own[3] ?? '',
      /^UNBLOCK AUTHORITY GRANTED: Task T3\.4\.3 blocked by \[critic:design_system unavailable\] after 3 attempts\./,
    );
    assert.ok(prompts(run, 'other').every((prompt) => !prompt.includes('AUTHORITY')));
    const [entry] = run.store.listContextEntries({ taskId: 'T3.4.3' });
    assert.equal(entry?.topic, 'unblock_authority');
    assert.equal(entry.closed?.why, 'the blockers are gone');
    assert.ok(run.events.some(({ event }) => event === 'authority_withdrawn'));
  });

  it('stands behind a pivot directive and before the hints', async () => {
    const config = tasks(['a'], { limits: limitsOf({ loopThreshold: 3 }) });
    const run = await play('a', (visit) => ({ reply: `BLOCKED: ${MISSING}\n${visit}` }), config);
    await run.run();
    const fourth = prompts(run, 'a')[3] ?? '';
    assert.ok(fourth.indexOf('SYSTEM OVERRIDE') === 0);
    assert.ok(fourth.indexOf('UNBLOCK AUTHORITY GRANTED') > 0);
  });

  it('is followed by a human when the same blockers are met once more', async () => {
    const run = await play('T6.2.3', () => SPIN, tasks(['T6.2.3']));
    assert.deepEqual(await run.run(), { kind: 'needsHuman', taskIds: ['T6.2.3'] });
    assert.equal(run.requests.length, 4);
    assert.equal(run.store.getTask('T6.2.3')?.status, 'blocked');
    const [escalation, authority] = run.store.listContextEntries({ taskId: 'T6.2.3' });
    assert.equal(escalation?.topic, 'loop_escalation');
    assert.match(
      escalation.content,
      /^ESCALATION: Loop detected on task T6\.2\.3 after 4 attempts\.\nHuman intervention required\.\nReason: No progress despite unblock authority\./,
    );
    assert.ok(authority?.closed !== undefined);
  });

  it('is never granted by the conservative preset: a human is asked after five', async () => {
    const config = tasks(['a'], { loopDetection: LOOP_PRESETS.conservative });
    const run = await play('a', () => SPIN, config);
    assert.deepEqual(await run.run(), { kind: 'needsHuman', taskIds: ['a'] });
    assert.equal(run.requests.length, 5);
    assert.ok(prompts(run, 'a').every((prompt) => prompt === ''));
  });

  for (const blocker of [
    'missing credentials: no API key in the environment',
    'the API answers 429, rate limit exceeded',
    'permission denied writing /etc/hosts',
    'the user cancelled the operation',
  ]) {
    it(`is never granted for what is the human's, who is asked at once: ${blocker}`, async () => {
      const run = await play('a', () => ({ reply: `BLOCKED: ${blocker}` }), tasks(['a']));
      assert.deepEqual(await run.run(), { kind: 'needsHuman', taskIds: ['a'] });
      assert.equal(run.requests.length, 1);
      assert.ok(run.store.getTask('a')?.statusReason.includes(blocker));
      assert.equal(run.store.listContextEntries({})[0]?.topic, 'loop_escalation');
    });
  }

  it('goes when a human resumes, and counting begins anew', async () => {
    const run = await play('a', () => SPIN, tasks(['a']));
    await run.run();
    assert.equal(run.intervene({ type: 'resume', taskId: 'a' }).ok, true);
    assert.deepEqual(run.store.listContextEntries({ open: true }), []);
    await run.run();
    assert.equal(run.requests.length, 8);
    assert.equal(prompts(run, 'a')[4], '');
  });
});

describe('applyRecovery: escalate', () => {
  it('asks a human about tasks that undo each other', async () => {
    const run = await ScriptedRun.create(() => NOTHING, tasks(['a', 'b']));
    run.script = () => {
      const id = run.requests.at(-1)?.taskId ?? '';
      return { reply: 'STRATEGY: mine is right', edits: { 'src/code.js': id } };
    };
    assert.deepEqual(await run.run(), { kind: 'needsHuman', taskIds: ['a'] });
    assert.equal(run.requests.length, 6);
    const [entry] = run.store.listContextEntries({});
    assert.deepEqual(entry?.loop?.loopType, 'cross_task_cycle');
    assert.deepEqual(entry.loop.tasks.toSorted(), ['a', 'b']);
  });

  it('takes tasks that only wait their turn for no cycle: each is judged by itself', async () => {
    const run = await ScriptedRun.create(() => NOTHING, tasks(['a', 'b']));
    assert.deepEqual(await run.run(), { kind: 'donePartial', taskIds: ['a', 'b'] });
    assert.equal(run.requests.length, 10);
  });

  it('can be answered with "this was not a loop", which counts as a false alarm', async () => {
    const run = await play('a', () => SPIN, tasks(['a']));
    assert.equal(run.intervene({ type: 'notALoop', taskId: 'a' }).ok, false);
    await run.run();
    assert.equal(run.intervene({ type: 'notALoop', taskId: 'a' }).ok, true);
    assert.equal(run.store.getTask('a')?.status, 'pending');
  });

  it('is no answer to a pause at a limit of turns', async () => {
    const config = tasks(['a'], { limits: limitsOf({ maxTurns: 2 }) });
    const run = await play('a', (visit) => ({ edits: { x: String(visit) } }), config);
    await run.run();
    assert.equal(run.store.getTask('a')?.status, 'PAUSED_FOR_INTERVENTION');
    assert.equal(run.intervene({ type: 'notALoop', taskId: 'a' }).ok, false);
  });

  it('is no answer to a task that is blocked for another reason', async () => {
    const run = await ScriptedRun.create(
      () => ({
        end: { kind: 'exit', code: 1 },
        errorTail: 'Error: not logged in. Please run /login',
      }),
      tasks(['a']),
    );
    await run.run();
    const answer = run.intervene({ type: 'notALoop', taskId: 'a' });
    assert.deepEqual(answer, {
      ok: false,
      message:
        'a was not stopped because of a loop, and none of its turns was ended because of a loop.',
    });
  });
});
