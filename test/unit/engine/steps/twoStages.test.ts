import assert from 'node:assert/strict';
import { hasEnded, type EndedTurn } from '../../../../src/model/turn/turn';
import { otherCalls, sameCalls, watched } from '../../../support/agentSteps';
import { decide, playRoles, roleConfig } from '../../../support/roleScripts';
import {
  configOf,
  FAILED,
  failing,
  limitsOf,
  ScriptedRun,
  taskOf,
  type Script,
  type ScriptedTurn,
} from '../../../support/scriptedRun';

/** A turn that a loop ends; every one with its own reply and edit. */
function loops(call: number, change: ScriptedTurn = {}): ScriptedTurn {
  return {
    reply: `I look into it, ${call}.`,
    edits: { 'src/code.js': `try ${call}` },
    verify: { output: `${call} failed` },
    steps: sameCalls(9),
    ...change,
  };
}

/** Such a turn without a loop. */
function works(call: number, change: ScriptedTurn = {}): ScriptedTurn {
  return loops(call, { steps: otherCalls(2), ...change });
}

function endedTurns({ store }: ScriptedRun): readonly EndedTurn[] {
  return store.listTurns('fix').filter(hasEnded);
}

/** Numbers of the agent calls whose prompt states a loop. */
function told({ requests }: ScriptedRun): readonly number[] {
  return requests.flatMap(({ prompt }, index) =>
    prompt.includes('----- BEGIN REPEATED STEPS -----') ? [index + 1] : [],
  );
}

/** Stage and consequence of each counted turn. */
function stages(run: ScriptedRun): readonly string[] {
  return endedTurns(run)
    .filter(({ outcome }) => outcome !== 'not_agent' && outcome !== 'interrupted')
    .map(({ inTurnLoop, consequence }) => `${inTurnLoop?.stage ?? '–'} ${consequence}`);
}

async function play(
  script: Script,
  change: Partial<Parameters<typeof limitsOf>[0]> = {},
): Promise<ScriptedRun> {
  const run = await ScriptedRun.create(script, watched(configOf({ limits: limitsOf(change) })));
  await run.run();
  return run;
}

describe('a loop inside a turn', () => {
  it('is told once, in the next counted turn; the second one of the strategy ends it', async () => {
    const run = await play((call) => (call === 3 || call === 5 ? works(call) : loops(call)), {
      loopThreshold: 10,
    });
    assert.deepEqual(stages(run), [
      '1 none',
      '2 pivot',
      '– none',
      '1 none',
      '– none',
      '2 pivot',
      '1 none',
      '2 pause',
    ]);
    assert.deepEqual(told(run), [2, 5, 8]);
    const fact = run.requests[1]?.prompt ?? '';
    assert.match(
      fact,
      /\nCall: Bash npm test\nRepeated: 3 times\nAnswered each time: AssertionError: 1 !== 2\n/,
    );
  });

  it('ends the strategy with another one between its turns', async () => {
    const run = await play((call) => (call === 2 ? works(call) : loops(call)), {
      loopThreshold: 10,
      maxPivots: 0,
    });
    assert.deepEqual(stages(run), ['1 none', '– none', '2 pause']);
    assert.deepEqual(told(run), [2]);
  });

  it('is stage 2 also where another detector found the first', async () => {
    const texts = sameCalls(9, {
      tool: '',
      args: '',
      result: '',
      thought: 'I will try again now.',
    });
    const run = await play((call) => loops(call, call === 1 ? { steps: texts } : {}), {
      maxPivots: 0,
    });
    assert.deepEqual(
      endedTurns(run).map(({ inTurnLoop }) => [inTurnLoop?.detector, inTurnLoop?.stage]),
      [
        ['repeated text', 1],
        ['repeated call', 2],
      ],
    );
  });

  it('fails the strategy at once where it brings entropy to the threshold; nothing is promised', async () => {
    const run = await play((call) => (call < 3 ? works(call) : loops(call)), { maxPivots: 0 });
    assert.deepEqual(stages(run), ['– none', '– none', '1 pause']);
    const [last] = endedTurns(run).slice(-1);
    assert.match(last?.reason ?? '', /Stopped for a loop \(1 of 2\): /);
    assert.match(last?.reason ?? '', /Loop detected after 3 attempts/);
    assert.doesNotMatch(last?.reason ?? '', /next prompt/);
    assert.equal(
      run.store.getTask('fix')?.statusReason,
      'every strategy failed; it needs your decision',
    );
  });

  it('is never told on a pivot turn', async () => {
    const run = await play((call) => (call < 3 ? works(call) : loops(call)), { maxPivots: 1 });
    assert.deepEqual(run.directives()[0], [4, 1]);
    assert.deepEqual(told(run), [5]);
  });

  it('counts once more where measured progress came between: the strategy is the same', async () => {
    const measured = (call: number, failed: number, change: ScriptedTurn = {}): ScriptedTurn =>
      works(call, { verify: { end: FAILED, measurement: failing(failed) }, ...change });
    const run = await play(
      (call) => measured(call, call === 2 ? 4 : 5, call === 2 ? {} : { steps: sameCalls(9) }),
      { maxPivots: 0 },
    );
    assert.deepEqual(
      endedTurns(run).map(({ outcome, inTurnLoop }) => [outcome, inTurnLoop?.stage]),
      [
        ['no_progress', 1],
        ['progress', undefined],
        ['no_progress', 2],
      ],
    );
  });

  it('is told again to a retry: after an outage, and after an interruption', async () => {
    const cancelling = new AbortController();
    const run = await ScriptedRun.create(
      (call) => {
        if (call === 2) return { end: FAILED, errorTail: 'Error: 529 overloaded_error' };
        if (call === 3) return works(call, { during: () => cancelling.abort() });
        return call === 1 ? loops(call) : works(call);
      },
      watched(configOf({ limits: limitsOf({ maxPivots: 0 }) })),
    );
    await run.run({ signal: cancelling.signal });
    await run.run();
    assert.deepEqual(told(run), [2, 3, 4]);
    assert.deepEqual(stages(run), ['1 none', '– none', '– pause']);
  });

  it('is counted anew after a Resume', async () => {
    const run = await play((call) => loops(call), { maxPivots: 0 });
    run.intervene({ type: 'resume', taskId: 'fix' });
    await run.run();
    assert.deepEqual(stages(run), ['1 none', '2 pause', '1 none', '2 pause']);
    assert.deepEqual(told(run), [2, 4]);
  });

  it('counts on the topmost ancestor: one in each of two subtasks are two', async () => {
    const tasks = [
      taskOf(),
      ...['cents', 'sum'].map((id) => taskOf({ id, title: id, parent: 'fix' })),
    ];
    const limits = limitsOf({ maxPivots: 0, turnsPerVisit: 1 });
    const run = await ScriptedRun.create(
      (call) => loops(call),
      watched(configOf({ tasks, limits })),
    );
    await run.run();
    assert.deepEqual(
      run.requests.map(({ taskId }) => taskId),
      ['cents', 'sum'],
    );
    assert.deepEqual(stages(run), ['1 none', '2 pause']);
    // The other subtask did not repeat anything.
    assert.deepEqual(told(run), []);
  });

  it('is told to the planner and its roles', async () => {
    const script = playRoles({
      planner: (n) => decide('coder', { plan: [`part ${n}`] }),
      coder: (n) => ({ reply: `did ${n}`, edits: { fix: `${n}` }, steps: sameCalls(3) }),
    });
    const config = watched(roleConfig({ limits: { maxPivots: 0 } }));
    const run = await ScriptedRun.create(script, config);
    await run.run();
    assert.deepEqual(
      run.requests.map(({ role }) => role),
      ['planner', 'coder', 'planner', 'coder'],
    );
    assert.deepEqual(told(run), [3, 4]);
  });
});
