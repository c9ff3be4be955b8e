import assert from 'node:assert/strict';
import { describeRun } from '../../../../src/reports/run/describeRun';
import { decided } from '../../../support/judgedSamples';
import { aHop, aRunReport, aTaskOfRun, aTurn } from '../../platform/reportFiles/samples';

describe('what a run report says, on every surface', () => {
  it('counts what there was, and leaves out what there was not', () => {
    const run = describeRun(aRunReport({ hopCount: 1 }));
    assert.deepEqual(run.counts, ['1 turn', '1 hop', '2 fresh starts']);
    assert.deepEqual([run.ended, run.durationMs], ['paused, it needs you', 124_000]);
    const quiet = describeRun(aRunReport({ tasks: [aTaskOfRun({ pivots: 0 })], turns: [] }));
    assert.deepEqual([quiet.counts, quiet.judgeCost], [['0 turns'], '']);
  });

  it('takes no time at all where the clock was set back, and none that cannot be read', () => {
    const endedAt = '2026-11-21T21:29:00.000Z';
    assert.equal(describeRun(aRunReport({ endedAt })).durationMs, 0);
    assert.equal(describeRun(aRunReport({ endedAt: 'later' })).durationMs, undefined);
  });

  it('names the first task that needs the human, and how it goes on', () => {
    const tasks = [
      aTaskOfRun({ id: 'done', status: 'done' }),
      aTaskOfRun({ id: 'login', status: 'blocked' }),
    ];
    const turns = [aTurn({ taskId: 'login', outcome: 'not_agent' })];
    const { next } = describeRun(aRunReport({ tasks, turns }));
    assert.deepEqual([next?.taskId, next?.resume.command], ['login', 'devs resume login']);
    assert.equal(describeRun(aRunReport({ tasks: tasks.slice(0, 1) })).next, undefined);
  });

  it('gives each task its own turns, and says who decided where the judge was asked in the run', () => {
    const tasks = [aTaskOfRun({ id: 'a' }), aTaskOfRun({ id: 'b' })];
    const turns = [aTurn({ taskId: 'b', number: 3 }), aTurn({ taskId: 'a', number: 1 })];
    const numbers = (run: ReturnType<typeof describeRun>) =>
      run.tasks.map(({ turns: own }) => own.map(({ number, decider }) => [number, decider]));
    assert.deepEqual(numbers(describeRun(aRunReport({ tasks, turns }))), [
      [[1, undefined]],
      [[3, undefined]],
    ]);
    const judged = turns.map((turn) => ({ ...turn, judged: decided() })).slice(0, 1);
    const run = describeRun(aRunReport({ tasks, turns: [...judged, ...turns.slice(1)] }));
    assert.deepEqual(numbers(run), [[[1, 'rules']], [[3, 'judge: no progress']]]);
  });

  it('says what a hop was for, asked or not, and counts hops that are not listed', () => {
    const hops = [aHop(), aHop({ number: 2, request: '' })];
    const [task] = describeRun(aRunReport({ turns: [aTurn({ hops, hopCount: 7 })] })).tasks;
    const [turn] = task?.turns ?? [];
    assert.deepEqual(
      turn?.hops.map(({ asked, turn: at }) => [at, asked]),
      [
        [1, 'round half up'],
        [1, 'the test still fails'],
      ],
    );
    assert.equal(turn.hopCount, 7);
  });

  it('is plain data', () => {
    const run = describeRun(aRunReport({ turns: [aTurn({ hops: [aHop()] })] }));
    assert.deepEqual(JSON.parse(JSON.stringify(run)), run);
  });
});
