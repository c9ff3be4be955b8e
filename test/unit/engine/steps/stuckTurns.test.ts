import assert from 'node:assert/strict';
import { hasEnded, type TurnEnd } from '../../../../src/model/turn/turn';
import { sameCalls, watched } from '../../../support/agentSteps';
import { NO_EVENTS, READ } from '../../../support/streamReadings';
import {
  configOf,
  failing,
  limitsOf,
  ScriptedRun,
  taskOf,
  type Script,
  type ScriptedTurn,
} from '../../../support/scriptedRun';
import { named } from '../../../support/sampleEvents';

function endedTurns(run: ScriptedRun, taskId = 'fix'): readonly TurnEnd[] {
  return run.store.listTurns(taskId).filter(hasEnded);
}

const FOR_EVER: Script = (call) => ({
  reply: `I look into it, ${call}.`,
  edits: { 'src/code.js': `try ${call}` },
  steps: sameCalls(100),
});

describe('an agent that makes the same call for ever', () => {
  it('is ended at the third one; every second time its task pivots, twice, and is paused', async () => {
    const run = await ScriptedRun.create(FOR_EVER, watched(configOf()));
    await run.run();
    const turns = endedTurns(run);
    assert.deepEqual(
      turns.map(({ outcome, consequence }) => [outcome, consequence]),
      [
        ['no_progress', 'none'],
        ['no_progress', 'pivot'],
        ['no_progress', 'none'],
        ['no_progress', 'pivot'],
        ['no_progress', 'none'],
        ['no_progress', 'pause'],
      ],
    );
    assert.deepEqual(run.entropies(), [1, 2, 1, 2, 1, 2]);
    assert.deepEqual(run.directives(), [
      [3, 1],
      [5, 2],
    ]);
    assert.equal(run.verifications, 6);
    const [turn] = turns;
    assert.deepEqual(turn?.agentEnd, {
      kind: 'stopped',
      reason: 'it was in a loop (repeated call)',
    });
    assert.deepEqual(turn.inTurnLoop?.hops, []);
    assert.deepEqual(
      turn.inTurnLoop.steps?.map(({ number, tool, result }) => [number, tool, result]),
      [1, 2, 3].map((number) => [number, 'Bash', 'AssertionError: 1 !== 2']),
    );
    assert.deepEqual(
      turns.map(({ inTurnLoop }) => [inTurnLoop?.stage, inTurnLoop?.told]),
      [
        [1, true],
        [2, undefined],
        [1, true],
        [2, undefined],
        [1, true],
        [2, undefined],
      ],
    );
    assert.match(
      turn.reason,
      /\. Stopped for a loop \(1 of 2\): `npm test` failed in the same way 3 times in a row: AssertionError: 1 !== 2\. The next prompt tells the agent$/,
    );
    assert.match(
      turns[1]?.reason ?? '',
      /\. Stopped for a loop \(2 of 2\): `npm test` failed .*\. The strategy has failed\. /,
    );
  });

  it('is reported with the detector and the steps that prove it, to people and in the events', async () => {
    const run = await ScriptedRun.create(FOR_EVER, watched(configOf()));
    await run.run();
    const [report] = run.reports;
    assert.equal(report?.reason, 'MAX_PIVOTS_EXCEEDED');
    assert.equal(report.inTurnLoop?.detector, 'repeated call');
    assert.deepEqual(
      report.inTurnLoop.steps?.map(({ number }) => number),
      [1, 2, 3],
    );
    const [event, second] = named(run.events, 'loop_detected');
    assert.equal(second?.data.loopType === undefined && second?.data.stage, 2);
    assert.ok(event?.data.loopType === undefined);
    const { kind, level, detector, evidence, steps, stage } = event?.data ?? {};
    assert.deepEqual(
      { kind, level, detector, evidence, steps, stage },
      {
        ...{ kind: 'inside_turn', level: 'stuck', detector: 'repeated call' },
        ...{ evidence: [1], steps: [1, 2, 3], stage: 1 },
      },
    );
  });

  it('works on to its own end where nobody reads its steps', async () => {
    const run = await ScriptedRun.create(FOR_EVER);
    await run.run();
    assert.deepEqual(run.directives(), [
      [4, 1],
      [7, 2],
    ]);
    assert.equal(endedTurns(run).length, 9);
    assert.ok(endedTurns(run).every(({ inTurnLoop }) => inTurnLoop === undefined));
    assert.equal(run.requests[0]?.onStep, undefined);
  });

  it('has not failed where its tests got better: the measurement beats the loop', async () => {
    const script: Script = (call, request) => ({
      ...FOR_EVER(call, request),
      verify: { measurement: failing(10 - call) },
    });
    const config = watched(configOf({ limits: limitsOf({ maxTurns: 3 }) }));
    const run = await ScriptedRun.create(script, config);
    await run.run();
    const outcomes = endedTurns(run).map(({ outcome, inTurnLoop }) => [
      outcome,
      inTurnLoop?.detector,
    ]);
    assert.deepEqual(outcomes, [
      ['no_progress', 'repeated call'],
      ['progress', undefined],
      ['progress', undefined],
    ]);
  });

  it('is not done by a verification that passes: it was not the one to say so', async () => {
    const script: Script = (call, request) => ({
      ...FOR_EVER(call, request),
      reply: 'DONE: all of it.',
      verify: { end: { kind: 'exit', code: 0 }, output: 'ok' },
    });
    const run = await ScriptedRun.create(script, watched(configOf()));
    await run.run();
    assert.equal(run.store.getTask('fix')?.status, 'PAUSED_FOR_INTERVENTION');
    assert.match(
      endedTurns(run)[0]?.reason ?? '',
      /^verification passed, but the agent was ended by Devs: it was in a loop \(repeated call\)\. /,
    );
  });

  it('is judged by its end where it came to that before it could be ended', async () => {
    const script: Script = (call, request) => ({
      ...FOR_EVER(call, request),
      ...{ steps: sameCalls(3), endsFirst: true },
      verify: { end: { kind: 'exit', code: call === 2 ? 0 : 1 } },
    });
    const run = await ScriptedRun.create(script, watched(configOf()));
    await run.run();
    assert.deepEqual(
      endedTurns(run).map(({ outcome, consequence, agentEnd, inTurnLoop }) => {
        return [outcome, consequence, agentEnd.kind, inTurnLoop?.detector];
      }),
      [
        ['no_progress', 'none', 'exit', 'repeated call'],
        ['success', 'done', 'exit', undefined],
      ],
    );
  });

  it('counts nothing where a human cancels it in the same moment', async () => {
    const cancelling = new AbortController();
    const script: Script = () => ({ steps: sameCalls(3), during: () => cancelling.abort() });
    const run = await ScriptedRun.create(script, watched(configOf()));
    await run.run({ signal: cancelling.signal });
    const [turn] = endedTurns(run);
    assert.deepEqual(
      [turn?.outcome, turn?.agentEnd.kind, turn?.inTurnLoop],
      ['interrupted', 'cancelled', undefined],
    );
    assert.equal(run.store.getTask('fix')?.entropyCount, 0);
  });

  it('is neither tried once more nor blocked, though it changed nothing and spoke of an outage', async () => {
    const script: Script = () => ({
      ...{ reply: '', errorTail: 'Error: 529 overloaded_error', steps: sameCalls(3) },
    });
    const run = await ScriptedRun.create(script, watched(configOf()));
    await run.run();
    assert.deepEqual(
      endedTurns(run).map(({ outcome }) => outcome),
      Array.from({ length: 6 }, () => 'no_progress'),
    );
    assert.deepEqual(run.waits, []);
  });
});

describe('an agent that prints other things than its definition says', () => {
  const timeout = { kind: 'timeout', limitMs: 60_000 } as const;
  const warningsOf = async (turn: ScriptedTurn): Promise<readonly string[]> => {
    const run = await ScriptedRun.create(() => turn, watched(configOf()));
    await run.run();
    assert.ok(endedTurns(run).length > 1);
    return run.warnings;
  };

  it('is named once, with what would let it print its steps', async () => {
    const warnings = await warningsOf({ stream: NO_EVENTS });
    assert.equal(warnings.length, 1);
    assert.match(
      warnings[0] ?? '',
      /printed no event of `steps: claude`, so its steps are not watched: .*stream-json --verbose.*, or set `steps: text`/,
    );
  });

  it('is named as well where it went on until its time was over', async () => {
    assert.equal((await warningsOf({ stream: NO_EVENTS, end: timeout })).length, 1);
  });

  it('is not blamed for that where it could not even work', async () => {
    const end = { kind: 'exit', code: 1 } as const;
    assert.deepEqual(await warningsOf({ stream: NO_EVENTS, end }), []);
  });

  it('is named once with its version and what was not understood, and what to do', async () => {
    const unknownKinds = [{ name: 'action', count: 2 }];
    const stream = { ...READ, lines: 4, unknown: 2, unknownKinds, steps: 0, version: '9.0.1' };
    assert.deepEqual(await warningsOf({ stream }), [
      'The agent scripted (version 9.0.1) prints other events than `steps: claude` knows, so loops in its ' +
        'steps may be missed: none of its 4 events shows a step (unknown: action ×2). Update Devs, check that ' +
        'the agent is started with --output-format=stream-json --verbose, or set `steps: text`.',
    ]);
  });

  it('is named once for each such agent, whichever task it works on', async () => {
    const tasks = ['one', 'two', 'three'].map((id) =>
      taskOf({ id, agent: id === 'two' ? 'other' : 'scripted' }),
    );
    const config = configOf({ tasks, onPause: 'continue' });
    const run = await ScriptedRun.create(() => ({ stream: NO_EVENTS }), watched(config));
    await run.run();
    assert.ok(tasks.every(({ id }) => endedTurns(run, id).length > 0));
    const named = run.warnings.map((warning) => /^The agent (\w+)/.exec(warning)?.[1]);
    assert.deepEqual(named, ['scripted', 'other']);
  });

  it('is not named where all is understood', async () => {
    assert.deepEqual(await warningsOf({ stream: READ }), []);
  });
});
