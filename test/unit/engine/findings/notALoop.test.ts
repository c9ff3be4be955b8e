import assert from 'node:assert/strict';
import { hasEnded, type EndedTurn } from '../../../../src/model/turn/turn';
import type { InboxAnswer } from '../../../../src/ports/workspaceState';
import { otherCalls, sameCalls, watched } from '../../../support/agentSteps';
import { named } from '../../../support/sampleEvents';
import {
  configOf,
  ScriptedRun,
  TERMINAL,
  taskOf,
  type ScriptedTurn,
} from '../../../support/scriptedRun';

const LOOP: ScriptedTurn = { steps: sameCalls(20) };
const OTHER_LOOP: ScriptedTurn = {
  steps: sameCalls(20, { args: '{"command":"make lint"}', result: 'Error: missing semicolon' }),
};
const DONE: ScriptedTurn = {
  edits: { 'src/code.js': 'fixed' },
  verify: { end: { kind: 'exit', code: 0 } },
};

async function runOf(
  script: (call: number) => ScriptedTurn,
  change: Parameters<typeof configOf>[0] = {},
): Promise<ScriptedRun> {
  return await ScriptedRun.create(script, watched(configOf(change)));
}

function turnsOf(run: ScriptedRun): readonly EndedTurn[] {
  return run.store.listTurns('fix').filter(hasEnded);
}

function loopsOf(run: ScriptedRun): readonly (string | undefined)[] {
  return turnsOf(run).map(({ inTurnLoop }) => inTurnLoop?.detector);
}

function notALoop(run: ScriptedRun, finding?: number, running = false): InboxAnswer {
  const named = finding === undefined ? {} : { finding };
  return run.intervene({ type: 'notALoop', taskId: 'fix', ...named }, running);
}

/** A run in which a human says at the beginning of call `at` that the loops so far were none. */
async function dismissedAt(
  at: number,
  script: (call: number) => ScriptedTurn,
  finding?: number,
): Promise<{ readonly run: ScriptedRun; readonly answers: readonly InboxAnswer[] }> {
  const answers: InboxAnswer[] = [];
  const run: ScriptedRun = await runOf((call) => {
    if (call === at && answers.length === 0) answers.push(notALoop(run, finding, true));
    return script(call);
  });
  await run.run();
  return { run, answers };
}

describe('a loop in the steps of an agent that a human calls no loop', () => {
  it('resumes the task that it paused, and does not end its turns again', async () => {
    const run = await runOf(() => LOOP);
    await run.run();
    const before = turnsOf(run).length;
    assert.equal(run.store.getTask('fix')?.status, 'PAUSED_FOR_INTERVENTION');

    const answer = notALoop(run);
    assert.equal(answer.ok, true);
    assert.match(answer.message, /^Recorded that fix was not in a loop: the task continues/);
    assert.match(answer.message, /Devs does not report the same loop again in this task\.$/);
    const task = run.store.getTask('fix');
    assert.deepEqual([task?.status, task?.entropyCount, task?.pivotCount], ['pending', 0, 0]);
    assert.equal(named(run.events, 'finding_dismissed').length, before);

    await run.run();
    assert.deepEqual(new Set(loopsOf(run).slice(before)), new Set([undefined]));
  });

  it('still ends turns for another loop of the same detector', async () => {
    const run = await runOf(() => LOOP);
    await run.run();
    const before = turnsOf(run).length;
    notALoop(run);
    run.script = () => OTHER_LOOP;
    await run.run();
    assert.equal(loopsOf(run)[before], 'repeated call');
  });

  it('takes effect in the turn that runs, and takes back what it counted', async () => {
    const { run, answers } = await dismissedAt(2, (call) => (call < 3 ? LOOP : DONE));
    assert.equal(answers[0]?.ok, true);
    assert.match(
      answers[0].message,
      /^Recorded that the repeated call in turn 1 of fix was not a loop\. Devs does not report the same loop again/,
    );
    assert.deepEqual(loopsOf(run).slice(0, 2), ['repeated call', undefined]);
    assert.equal(turnsOf(run)[1]?.entropyAfter, 1, 'the second turn is the first that counts');
    assert.equal(run.store.getFailures('fix')?.failureCount ?? 0, 0);
    assert.equal(run.store.getTask('fix')?.status, 'done');
    const dismissed = named(run.events, 'finding_dismissed').map(({ taskId, data }) => [
      taskId,
      data,
    ]);
    assert.deepEqual(dismissed, [['fix', { turn: 1, detector: 'repeated call', by: TERMINAL }]]);
  });

  it('needs a name where there are several, and keeps the others', async () => {
    const { run, answers } = await dismissedAt(3, (call) => [LOOP, OTHER_LOOP][call - 1] ?? DONE);
    assert.deepEqual(answers, [
      {
        ok: false,
        message:
          'fix has several loops; name the turn of one: 1 (repeated call) and 2 (repeated call).',
      },
    ]);
    const named = await dismissedAt(
      3,
      (call) =>
        [LOOP, OTHER_LOOP][call - 1] ?? {
          steps: [...(LOOP.steps ?? []), ...(OTHER_LOOP.steps ?? [])],
        },
      1,
    );
    assert.equal(named.answers[0]?.ok, true);
    assert.equal(named.run.store.listDismissedFindings('fix').length, 1);
    const third = turnsOf(named.run)[2]?.inTurnLoop;
    assert.match(third?.message ?? '', /make lint/);
    assert.equal(run.store.listDismissedFindings('fix').length, 0);
  });

  it('is dismissed with every equal finding of the task', async () => {
    const { run } = await dismissedAt(3, (call) => (call < 3 ? LOOP : DONE), 2);
    assert.deepEqual(
      run.store.listDismissedFindings('fix').map(({ turn }) => turn),
      [1, 2],
    );
  });

  it('is refused with a reason where there is none, and changes nothing the second time', async () => {
    const run = await runOf(() => ({ steps: otherCalls(5) }));
    await run.run();
    assert.equal(run.store.getTask('fix')?.status, 'PAUSED_FOR_INTERVENTION');
    assert.deepEqual(notALoop(run, 7), {
      ok: false,
      message: 'fix has no loops to choose from: none of its turns was ended because of a loop.',
    });

    const looping = await runOf(() => LOOP);
    await looping.run();
    assert.match(
      notALoop(looping, 70).message,
      /^Turn 70 of fix was not ended because of a loop\. Turns that were: 1 \(repeated call\)/,
    );
    assert.equal(notALoop(looping, 1).ok, true);
    const events = looping.events.length;
    assert.deepEqual(notALoop(looping, 1), {
      ok: true,
      message: 'The loop found in turn 1 of fix is already marked as not a loop; nothing changed.',
    });
    assert.equal(looping.events.length, events);
    assert.match(
      run.intervene({ type: 'notALoop', taskId: 'nothing' }).message,
      /^There is no task "nothing"/,
    );
  });

  it('lets a task go on that was blocked by refused calls', async () => {
    const refused = sameCalls(20, {
      args: '{"command":"npm install left-pad"}',
      result: 'This command requires approval',
    });
    const run = await runOf(() => ({ steps: refused }));
    await run.run();
    assert.equal(run.store.getTask('fix')?.status, 'blocked');
    assert.equal(notALoop(run).ok, true);
    assert.equal(run.store.getTask('fix')?.status, 'pending');
    run.script = (call) => (call === 2 ? { steps: refused } : DONE);
    await run.run();
    assert.deepEqual(loopsOf(run).slice(0, 2), ['refused call', undefined]);
    assert.equal(run.store.getTask('fix')?.status, 'done');
  });

  it('holds for all subtasks of the task that it counts on', async () => {
    const tasks = [
      taskOf(),
      taskOf({ id: 'cents', parent: 'fix' }),
      taskOf({ id: 'sum', parent: 'fix' }),
    ];
    const run = await runOf(() => LOOP, { tasks });
    await run.run();
    assert.equal(run.store.getTask('fix')?.status, 'PAUSED_FOR_INTERVENTION');
    const before = turnsOf(run).length;
    const worked = turnsOf(run)[0]?.taskId ?? '';
    assert.equal(run.intervene({ type: 'notALoop', taskId: worked }).ok, true);
    assert.equal(run.store.getTask('fix')?.status, 'pending', 'the pause was of the whole task');
    await run.run();
    assert.deepEqual(new Set(loopsOf(run).slice(before)), new Set([undefined]));
  });

  it('leaves no trace in the counters of a task whose next turn has not begun', async () => {
    const run = await runOf((call) => ({
      ...LOOP,
      during: () => {
        if (call === 1) run.loop?.pause(false);
      },
    }));
    await run.run();
    assert.equal(turnsOf(run).length, 1);
    assert.equal(notALoop(run).ok, true);
    const { status, entropyCount, pivotCount, pivotDue, strategyNumber } =
      run.store.getTask('fix') ?? {};
    assert.deepEqual(
      [status, entropyCount, pivotCount, pivotDue, strategyNumber],
      ['pending', 0, 0, 0, 1],
    );
    assert.equal(run.store.getFailures('fix')?.failureCount ?? 0, 0);

    run.script = (call) => (call < 5 ? { ...LOOP, edits: { 'src/code.js': `try ${call}` } } : DONE);
    await run.run();
    assert.deepEqual(run.entropies().slice(1, 4), [1, 2, 3], 'as if the first turn had not been');
    assert.deepEqual(run.directives(), [[5, 1]]);
    const [proof] = named(run.events, 'loop_detected').slice(-1);
    assert.match(proof?.data.message ?? '', /^Loop detected after 3 attempts$/);
  });

  it('can be dismissed after the task has ended, which stays as it is', async () => {
    const run = await runOf((call) => (call === 1 ? LOOP : DONE));
    await run.run();
    assert.equal(run.store.getTask('fix')?.status, 'done');
    assert.equal(notALoop(run, 1).ok, true);
    assert.equal(run.store.getTask('fix')?.status, 'done');
    assert.equal(run.store.listDismissedFindings().length, 1);
  });
});
