import assert from 'node:assert/strict';
import type { DevsConfig } from '../../../../src/model/config/config';
import { carryOut } from '../../../../src/engine/rewind/rewinding';
import { buildOverview } from '../../../../src/engine/overview/buildOverview';
import {
  configOf,
  FAILED,
  PASSED,
  ScriptedRun,
  taskOf,
  type ScriptedTurn,
} from '../../../support/scriptedRun';

type Edits = Readonly<Record<string, string>>;

const TEST = 'test/sums.test.js';
const DOUBT = `1 test ran, 2 before; the original ${TEST} still fails: sums fails`;

/** One test for each line of a test file; those with "fails" fail. */
function runTests({ files }: ScriptedRun): NonNullable<ScriptedTurn['verify']> {
  const tests = (files.get(TEST) ?? '').split('\n');
  const failingTests = tests.filter((test) => test.includes('fails'));
  const measurement = {
    passed: tests.length - failingTests.length,
    failed: failingTests.length,
    skipped: 0,
  };
  return {
    end: failingTests.length === 0 ? PASSED : FAILED,
    output: `${failingTests.length} failing`,
    ...{ measurement, failingTests },
  };
}

/** A run whose agent deletes the failing test; the task of its turn asks whether that is done. */
async function doubtful(change: Partial<DevsConfig> = {}): Promise<ScriptedRun> {
  const script = (call: number): ScriptedTurn => ({
    edits: { [TEST]: 'adds', 'src/code.js': `version ${call}` },
  });
  const config = configOf({ baseline: true, onDoubt: 'ask', ...change });
  const run = await ScriptedRun.create(script, config);
  run.files.set(TEST, 'adds\nsums fails');
  run.verification = () => runTests(run);
  await run.run();
  assert.equal(run.store.getTask('fix')?.status, 'PAUSED_FOR_INTERVENTION');
  return run;
}

const FAMILY = { tasks: [taskOf(), taskOf({ id: 'part', parent: 'fix' })] };
const accept = (run: ScriptedRun, taskId = 'fix') => run.intervene({ type: 'accept', taskId });
const statusOf = (run: ScriptedRun, taskId = 'fix') => run.store.getTask(taskId)?.status;
const offered = (run: ScriptedRun, taskId = 'fix') =>
  buildOverview({
    config: { kind: 'ok', config: run.config },
    store: run.store,
    holder: undefined,
  })
    .tasks.find(({ id }) => id === taskId)
    ?.interventions.includes('accept');

describe('Accept', () => {
  it('ends a task that is paused for a doubtful pass as done, as a success does', async () => {
    const run = await doubtful();
    run.store.addHint('fix', 'use cents', '2026-01-01T00:00:00.000Z');
    assert.deepEqual(accept(run), { ok: true, message: 'Accepted fix: the task is done.' });
    const task = run.store.getTask('fix');
    assert.equal(task?.status, 'done');
    assert.equal(task.statusReason, `accepted by you: ${DOUBT}`);
    assert.equal(task.unverified, false);
    assert.deepEqual([task.entropyCount, task.pivotCount, task.turnsBefore], [0, 0, 1]);
    assert.deepEqual(run.store.listHints('fix'), []);
    assert.equal((await run.run()).kind, 'allDone');
    assert.equal(run.requests.length, 1);
  });

  it('is recorded with what was doubtful', async () => {
    const run = await doubtful();
    accept(run);
    const event = run.events.find(({ event: name }) => name === 'intervention');
    assert.ok(event?.event === 'intervention');
    const { what, from, to, detail } = event.data;
    assert.deepEqual(
      [what, from, to, detail],
      ['accept', 'PAUSED_FOR_INTERVENTION', 'done', DOUBT],
    );
  });

  it('releases the tasks that depend on it', async () => {
    const run = await doubtful({ tasks: [taskOf(), taskOf({ id: 'next', dependsOn: ['fix'] })] });
    accept(run);
    await run.run();
    assert.equal(run.requests.length, 2);
    assert.equal(statusOf(run, 'next'), 'done');
  });

  it('ends the subtask that passed, and its parent goes on', async () => {
    const run = await doubtful(FAMILY);
    assert.equal(statusOf(run, 'part'), 'pending');
    const { message } = accept(run);
    assert.equal(message, 'Accepted part: the subtask is done, and fix continues.');
    assert.equal(statusOf(run, 'part'), 'done');
    assert.equal(run.store.getTask('part')?.statusReason, `accepted by you: ${DOUBT}`);
    assert.equal(statusOf(run), 'pending');
    await run.run();
    assert.equal(statusOf(run), 'done');
    assert.equal(run.requests.length, 2);
  });

  it('is refused for the subtask itself, and once the subtask was skipped', async () => {
    const run = await doubtful(FAMILY);
    assert.match(accept(run, 'part').message, /^part cannot be accepted: it is pending/);
    run.intervene({ type: 'skip', taskId: 'part' });
    assert.match(
      accept(run).message,
      /its subtask part, which passed, is skipped; `devs resume fix`/,
    );
    assert.equal(statusOf(run), 'PAUSED_FOR_INTERVENTION');
  });

  it('is refused for every other pause, and after it was sent back', async () => {
    const other = await ScriptedRun.create(() => ({}));
    await other.run();
    assert.equal(
      accept(other).message,
      'fix cannot be accepted: it is not paused for a doubtful pass; `devs resume fix` continues the task.',
    );
    assert.equal(statusOf(other), 'PAUSED_FOR_INTERVENTION');
    assert.equal(offered(other), false);
    const run = await doubtful();
    run.intervene({ type: 'resume', taskId: 'fix', hint: 'bring the test back' });
    assert.match(accept(run).message, /only a task that is paused for a doubtful pass/);
    assert.equal(offered(run), false);
  });

  it('is offered until a rewind takes the work away', async () => {
    const run = await doubtful();
    assert.equal(offered(run), true);
    await carryOut(run.rewindTools(), { kind: 'rewind', taskId: 'fix', toTurn: undefined });
    assert.match(accept(run).message, /its files were rewound since/);
    assert.equal(offered(run), false);
  });
});

/** Each subtask has had a turn when `part` replaces the tests and is accepted. */
async function acceptedAmongSiblings(changes: Edits, then: ScriptedTurn) {
  const turns: readonly ScriptedTurn[] = [
    { edits: { 'src/code.js': 'a first try of part' } },
    { edits: { 'src/code.js': 'a first try of other' } },
    { edits: { ...changes, 'src/code.js': 'done' } },
    then,
  ];
  const { limits } = configOf();
  const tasks = ['part', 'other'].map((id) => taskOf({ id, parent: 'fix' }));
  const run = await ScriptedRun.create(
    (call) => turns[call - 1] ?? { edits: { 'src/code.js': `version ${call}` } },
    configOf({
      ...{ baseline: true, onDoubt: 'ask', tasks: [taskOf(), ...tasks] },
      limits: { ...limits, turnsPerVisit: 1 },
    }),
  );
  run.files.set(TEST, 'adds\nsums fails');
  run.verification = () => runTests(run);
  await run.run();
  assert.equal(statusOf(run), 'PAUSED_FOR_INTERVENTION');
  assert.equal(accept(run).message, 'Accepted part: the subtask is done, and fix continues.');
  await run.run();
  return run;
}

describe('After Accept, a sibling that had its baseline before', () => {
  it('is done without the tests that were accepted as gone', async () => {
    const run = await acceptedAmongSiblings(
      { [TEST]: 'adds' },
      {
        edits: { 'src/code.js': 'done, other as well' },
      },
    );
    assert.equal(statusOf(run, 'other'), 'done', run.store.getTask('other')?.statusReason);
    assert.equal(statusOf(run), 'done');
  });

  it('is done with the configuration that was accepted', async () => {
    const changes = { [TEST]: 'adds\nsums', '.mocharc.yml': 'timeout: 9000' };
    const run = await acceptedAmongSiblings(changes, { edits: { 'src/code.js': 'more' } });
    assert.equal(statusOf(run, 'other'), 'done', run.store.getTask('other')?.statusReason);
  });

  it('is doubted for its own changes of what was accepted', async () => {
    const run = await acceptedAmongSiblings(
      { [TEST]: 'adds\nmore' },
      {
        edits: { [TEST]: 'adds', 'src/code.js': 'none' },
      },
    );
    assert.equal(statusOf(run), 'PAUSED_FOR_INTERVENTION');
    assert.match(run.reports.at(-1)?.question ?? '', /1 test ran, 2 before/);
  });
});
