import assert from 'node:assert/strict';
import { MAX_LESSON_LENGTH, type Lesson } from '../../../../src/model/failure/lesson';
import { decide, playRoles, roleConfig } from '../../../support/roleScripts';
import {
  configOf,
  FAILED,
  limitsOf,
  PASSED,
  ScriptedRun,
  taskOf,
  type ScriptedTurn,
} from '../../../support/scriptedRun';

const UNDEFINED = "src/code.ts: error TS18048: 'line.discount' is possibly 'undefined'.";

function fails(call: number, output = UNDEFINED): ScriptedTurn {
  return {
    reply: `STRATEGY: attempt ${call}`,
    edits: { 'src/code.js': `attempt ${call}` },
    verify: { end: FAILED, output },
  };
}

function works(call: number, strategy = 'check for undefined'): ScriptedTurn {
  return {
    reply: `STRATEGY: ${strategy}`,
    edits: { 'src/code.js': `done ${call}` },
    verify: { end: PASSED, output: 'ok' },
  };
}

const ONE_STRATEGY = configOf({ limits: limitsOf({ maxPivots: 0 }) });

/** Paused after three failed turns; what comes after them succeeds. */
async function pausedOnce(config = ONE_STRATEGY, output = UNDEFINED): Promise<ScriptedRun> {
  const run = await ScriptedRun.create(
    (call) => (call <= 3 ? fails(call, output) : works(call)),
    config,
  );
  await run.run();
  assert.equal(run.store.getTask('fix')?.status, 'PAUSED_FOR_INTERVENTION');
  return run;
}

function only(run: ScriptedRun): Lesson {
  const lessons = run.store.listLessons();
  assert.equal(lessons.length, 1);
  return lessons[0]!;
}

/** A planner that gets through once a human said something; before that the verification fails. */
async function planned(first: ScriptedTurn): Promise<ScriptedRun> {
  const run = await ScriptedRun.create(
    playRoles({
      planner: (n) => (n === 1 ? first : decide(n === 2 ? 'coder' : 'done')),
      coder: () => ({ edits: { 'src/code.js': 'right' } }),
    }),
    roleConfig(),
  );
  run.verification = (n) => ({ end: n === 1 ? FAILED : PASSED });
  await run.run();
  run.intervene({ type: 'resume', taskId: 'fix', hint: 'half to even' });
  await run.run();
  assert.equal(run.store.getTask('fix')?.status, 'done');
  return run;
}

describe('learning a lesson', () => {
  it('keeps no answer to a question of a planner that was in no loop', async () => {
    const run = await planned(decide('ask_human', { question: 'Which way to round?' }));
    assert.deepEqual(run.store.listLessons(), []);
  });

  it('keeps the hint that helped a planner which had given up', async () => {
    const run = await planned(decide('snitch'));
    assert.equal(only(run).text, 'half to even');
  });

  it('keeps the strategy that worked after a pivot, with what it was stuck at', async () => {
    const run = await ScriptedRun.create((call) => (call <= 3 ? fails(call) : works(call)));
    await run.run();

    const lesson = only(run);
    assert.equal(lesson.brokenBy, 'pivot');
    assert.equal(lesson.text, 'check for undefined');
    assert.equal(lesson.failure.exactMessage, UNDEFINED);
    assert.deepEqual([lesson.taskId, lesson.agent, lesson.helped], ['fix', 'scripted', 1]);
    const told = run.events.filter(({ event }) => event === 'lesson_recorded');
    assert.deepEqual(
      told.map(({ taskId, data }) => ({ taskId, data })),
      [
        {
          taskId: 'fix',
          data: {
            id: lesson.id,
            text: lesson.text,
            brokenBy: 'pivot',
            helped: 1,
            error_signature: UNDEFINED,
          },
        },
      ],
    );
  });

  it('keeps the hint that came after the pause', async () => {
    const run = await pausedOnce();
    run.intervene({ type: 'resume', taskId: 'fix', hint: 'Check it for undefined.' });
    await run.run();
    const { brokenBy, text } = only(run);
    assert.deepEqual([brokenBy, text], ['hint', 'Check it for undefined.']);
  });

  it('does not credit a hint from before the last pause', async () => {
    const run = await ScriptedRun.create(
      (call) => (call <= 6 ? fails(call) : works(call)),
      ONE_STRATEGY,
    );
    await run.run();
    run.intervene({ type: 'resume', taskId: 'fix', hint: 'Wrong hint.' });
    await run.run();
    run.intervene({ type: 'resume', taskId: 'fix', hint: 'Right hint.' });
    await run.run();
    assert.equal(only(run).text, 'Right hint.');
  });

  it('keeps the agent that a human chose', async () => {
    const run = await pausedOnce();
    run.intervene({ type: 'resume', taskId: 'fix', agent: 'other' });
    await run.run();
    const { brokenBy, text, agent } = only(run);
    assert.deepEqual([brokenBy, agent], ['agent_change', 'other']);
    assert.equal(text, 'Use the agent other instead of scripted, which was stuck.');
  });

  it('keeps the hint of a parent for the subtask that was stuck', async () => {
    const config = configOf({
      limits: limitsOf({ maxPivots: 0 }),
      tasks: [taskOf(), taskOf({ id: 'part', parent: 'fix' })],
    });
    const run = await ScriptedRun.create((call) => (call <= 3 ? fails(call) : works(call)), config);
    await run.run();
    run.intervene({ type: 'resume', taskId: 'fix', hint: 'Install it.' });
    await run.run();
    const lesson = only(run);
    assert.deepEqual([lesson.brokenBy, lesson.text], ['hint', 'Install it.']);
    assert.equal(run.store.getTask('part')?.status, 'done');
  });

  it('keeps the authority that a task was granted, with what was done under it', async () => {
    const blocked = (call: number): ScriptedTurn => ({
      ...fails(call),
      edits: {},
      reply: `STRATEGY: attempt ${call}\nBLOCKED: critic:design_system unavailable`,
    });
    const run = await ScriptedRun.create(
      (call) => (call <= 3 ? blocked(call) : works(call, 'write a stub of the critic')),
      configOf({ limits: limitsOf({ loopThreshold: 20 }) }),
    );
    await run.run();

    const { brokenBy, text, failure, blocker } = only(run);
    assert.equal(brokenBy, 'unblock_authority');
    assert.match(text, /critic:design_system unavailable, and did so: write a stub of the critic$/);
    assert.equal(failure.exactMessage, 'critic:design_system unavailable');
    assert.equal(blocker, 'service');
  });

  it('learns nothing where nothing looped', async () => {
    const run = await ScriptedRun.create((call) => (call <= 2 ? fails(call) : works(call)));
    await run.run();
    assert.equal(run.store.getTask('fix')?.status, 'done');
    assert.deepEqual(run.store.listLessons(), []);
  });

  it('learns nothing from going on without a word', async () => {
    const run = await pausedOnce();
    run.intervene({ type: 'resume', taskId: 'fix' });
    await run.run();
    assert.equal(run.store.getTask('fix')?.status, 'done');
    assert.deepEqual(run.store.listLessons(), []);
  });

  it('learns nothing from a task that was begun anew', async () => {
    const run = await ScriptedRun.create((call) => (call <= 3 ? fails(call) : works(call)));
    await run.run();
    run.intervene({ type: 'retry', taskId: 'fix' });
    await run.run();
    assert.equal(run.store.getTask('fix')?.status, 'done');
    assert.equal(only(run).helped, 1);
  });

  it('does not credit the pivot of a try that a human gave up', async () => {
    const run = await ScriptedRun.create(
      (call) => (call <= 3 ? fails(call) : works(call)),
      configOf({ limits: limitsOf({ maxTurns: 3 }) }),
    );
    await run.run();
    assert.equal(run.events.filter(({ event }) => event === 'pivot_issued').length, 1);
    assert.equal(run.intervene({ type: 'skip', taskId: 'fix' }).ok, true);
    assert.equal(run.intervene({ type: 'retry', taskId: 'fix' }).ok, true);
    await run.run();
    assert.equal(run.store.getTask('fix')?.status, 'done');
    assert.deepEqual(run.store.listLessons(), []);
  });

  it('counts a lesson that helps again, and has no second one', async () => {
    const run = await pausedOnce();
    run.intervene({ type: 'resume', taskId: 'fix', hint: 'Check it for undefined.' });
    await run.run();
    const { id, at } = only(run);

    run.script = (call) => (call <= 7 ? fails(call) : works(call));
    run.intervene({ type: 'retry', taskId: 'fix' });
    await run.run();
    run.intervene({ type: 'resume', taskId: 'fix', hint: '  Check it for undefined.\n' });
    await run.run();

    const again = only(run);
    assert.deepEqual([again.id, again.helped], [id, 2]);
    assert.ok(again.at > at);
  });

  it("counts a lesson whose own words were the hint for another task's similar failure", async () => {
    const config = configOf({
      limits: limitsOf({ maxPivots: 0 }),
      tasks: [taskOf(), taskOf({ id: 'second', dependsOn: ['fix'] })],
    });
    const run = await pausedOnce(config);
    run.script = (call) =>
      call === 4 || call > 7
        ? works(call)
        : fails(call, "src/avatar.ts: error TS18048: 'user.image' is possibly 'undefined'.");
    run.intervene({ type: 'resume', taskId: 'fix', hint: 'Check it for undefined.' });
    await run.run();
    const [report] = run.reports.slice(-1);
    assert.equal(report?.taskId, 'second');
    const [found] = report.lessons ?? [];
    assert.equal(found?.lesson.text, 'Check it for undefined.');
    assert.ok(found.similarity > 0.5 && found.similarity < 1);

    run.intervene({ type: 'resume', taskId: 'second', hint: found.lesson.text });
    await run.run();
    assert.equal(only(run).helped, 2);
  });

  it('masks secrets and cuts off what is too long', async () => {
    const output = 'Error: request failed with api_key=abcdef123456';
    const run = await pausedOnce(ONE_STRATEGY, output);
    const hint = `Use token=supersecretvalue ${'very long '.repeat(400)}`;
    run.intervene({ type: 'resume', taskId: 'fix', hint });
    await run.run();

    const { text, failure } = only(run);
    assert.match(text, /^Use token=\*\*\* very long/);
    assert.equal(text.length, MAX_LESSON_LENGTH);
    assert.doesNotMatch(JSON.stringify(failure), /abcdef123456/);
    assert.doesNotMatch(JSON.stringify(run.events), /supersecretvalue/);
  });

  it('never tells an agent of another task what was learned, not even on a pivot turn', async () => {
    const config = configOf({ tasks: [taskOf(), taskOf({ id: 'second', dependsOn: ['fix'] })] });
    const run = await ScriptedRun.create(
      (call) => (call === 4 ? works(call, 'the words of the lesson') : fails(call)),
      config,
    );
    await run.run();
    assert.equal(only(run).text, 'the words of the lesson');
    assert.ok(run.directives().some(([call]) => call > 4));
    const told = run.requests.slice(4).map((request) => JSON.stringify(request));
    assert.ok(told.length >= 9);
    for (const request of told)
      assert.doesNotMatch(request, /the words of the lesson|what helped/i);
    assert.equal(run.reports.at(-1)?.lessons?.[0]?.similarity, 1);
  });
});

describe('lessons in the pause report', () => {
  it('are absent where none fits', async () => {
    const run = await pausedOnce();
    assert.equal(run.reports[0]?.lessons, undefined);
  });

  it('are three at most, the same failure first', async () => {
    const run = await ScriptedRun.create((call) => fails(call), ONE_STRATEGY);
    await run.run();
    const { failure } = run.reports[0]!;
    for (const index of [1, 2, 3, 4, 5]) {
      const same = index === 4 ? {} : { hash: `${index}`, exactHash: `${index}` };
      run.store.addLesson({
        id: `lesson ${index}`,
        taskId: 'old',
        at: '2026-01-01T00:00:00.000Z',
        agent: 'scripted',
        failure: { ...failure!.signature, ...same },
        brokenBy: 'hint',
        text: `hint ${index}`,
        helped: index,
      });
    }
    run.intervene({ type: 'resume', taskId: 'fix' });
    await run.run();
    assert.deepEqual(
      run.reports.at(-1)?.lessons?.map(({ lesson }) => lesson.id),
      ['lesson 4', 'lesson 5', 'lesson 3'],
    );
  });
});
