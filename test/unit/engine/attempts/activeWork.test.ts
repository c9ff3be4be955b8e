import assert from 'node:assert/strict';
import { named } from '../../../support/sampleEvents';
import { ScriptedRun } from '../../../support/scriptedRun';
import { NOTHING, play, tasks, works } from './attemptRuns';

describe('no false positives on active work', () => {
  it('visits on while each attempt brings different work', async () => {
    const config = tasks(['a', 'b']);
    const run = await ScriptedRun.create(() => NOTHING, config);
    run.script = (call) => ({ reply: 'STRATEGY: on', edits: { 'src/code.js': `step ${call}` } });
    const cancel = new AbortController();
    const { script } = run;
    run.script = (call, request) => ({
      ...script(call, request),
      ...(call === 60 ? { during: () => cancel.abort() } : {}),
    });
    assert.deepEqual(await run.run({ signal: cancel.signal }), { kind: 'cancelled' });
    assert.ok(!run.events.some(({ event }) => event === 'loop_recovery'));
  });

  it('counts nothing that was tried before the task asked for something else', async () => {
    const run = await play('a', () => NOTHING, tasks(['a']));
    const stopAt = (call: number): void => {
      const { script } = run;
      run.script = (each, request) => ({
        ...script(each, request),
        ...(each === call ? { during: () => run.loop?.pause(false) } : {}),
      });
    };
    stopAt(4);
    await run.run();
    run.config = tasks(['a']);
    run.config = {
      ...run.config,
      tasks: run.config.tasks.map((task) => ({ ...task, goal: 'Another goal.' })),
    };
    assert.deepEqual(await run.run(), { kind: 'donePartial', taskIds: ['a'] });
    assert.equal(run.requests.length, 9);
  });
});

describe('a suspicion', () => {
  it('is told once, however it grows, and changes nothing', async () => {
    const run = await play('a', (visit) => (visit < 5 ? NOTHING : works(visit)), tasks(['a']));
    assert.deepEqual(await run.run(), { kind: 'allDone' });
    const told = named(run.events, 'loop_detected').flatMap(({ data }) =>
      data.loopType === 'no_progress_repeat' ? [[data.level, data.attemptCount]] : [],
    );
    assert.deepEqual(told, [['suspect', 3]]);
  });
});
