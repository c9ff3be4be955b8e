import assert from 'node:assert/strict';
import { LOOPING, SOLVING, TestWorkspace } from './testWorkspace';
import { itAtFullScale } from '../../support/scale';

describe('entropy pause: the whole story', function () {
  this.timeout(60_000);
  let workspace: TestWorkspace;
  beforeEach(() => (workspace = new TestWorkspace()));
  afterEach(() => workspace.dispose());

  it('goes from a loop over two pivots to a pause, and with a hint to the end', async () => {
    workspace.configure([LOOPING]);
    const paused = await workspace.devs('run');
    assert.equal(paused.code, 2);
    assert.equal(workspace.calls().length, 5);
    assert.match(paused.stdout, /turn 3 {2}no progress {2}failed in a row 3 of 3/);
    assert.match(
      paused.stdout,
      /↻ fresh start 1 of 2 \(pivot\): its agent is told to reason from first principles/,
    );
    assert.match(paused.stdout, /↻ fresh start 2 of 2/);
    assert.match(paused.stdout, /\n⚠ ENTROPY PAUSE — Max retry threshold reached\n/);
    assert.match(paused.stdout, /AssertionError: expected 42, got 41/);
    assert.match(
      paused.stdout,
      /\nRun `devs rewind fix-answer` to revert or `devs skip` to skip this task\.\n/,
    );
    assert.equal(paused.stdout.includes('\u001b'), false);
    assert.equal(paused.stderr, '');

    const report = await workspace.devs('report', 'fix-answer');
    assert.equal(report.code, 0);
    assert.match(paused.stdout, /\nFull report: `devs report fix-answer`\n/);
    assert.match(
      report.stdout,
      /^⚠ ENTROPY PAUSE[^]*\n {2}Turn by turn\n[^]*turn 5[^]* to skip this task\.\n$/,
    );

    const resumed = await workspace.devs('resume', 'fix-answer', '--hint', 'Think of Adams.');
    assert.equal(resumed.code, 0);
    assert.match(resumed.stdout, /`devs run`/);

    workspace.play([SOLVING]);
    const done = await workspace.devs('run');
    assert.equal(done.code, 0);
    assert.match(done.stdout, /✓ fix-answer {2}turn 6 {2}done/);
    assert.match(workspace.calls().at(-1)?.prompt ?? '', /Think of Adams\./);
    assert.equal((await workspace.devs('run')).code, 0);
    assert.equal(workspace.calls().length, 6);
  });

  it('keeps the files with `onPivot: keep`', async () => {
    workspace.configure([LOOPING], { onPivot: 'keep' });
    const { stdout } = await workspace.devs('run');
    assert.equal(workspace.calls().length, 5);
    assert.doesNotMatch(stdout, /↩/);
  });

  it('is paused after 3 turns with DEVS_MAX_PIVOTS=0', async () => {
    workspace.configure([LOOPING]);
    const { code } = await workspace.start(['run'], { DEVS_MAX_PIVOTS: '0' }).ended;
    assert.equal(code, 2);
    assert.equal(workspace.calls().length, 3);
  });

  itAtFullScale('needs 5 more turns to pause again after a resume', async () => {
    workspace.configure([LOOPING]);
    await workspace.devs('run');
    await workspace.devs('resume', 'fix-answer');
    assert.equal((await workspace.devs('run')).code, 2);
    assert.equal(workspace.calls().length, 10);
  });
});

describe('entropy pause: the story up to the pause', function () {
  this.timeout(60_000);
  let paused: TestWorkspace;
  let stdout: string;
  before(async () => {
    paused = new TestWorkspace();
    paused.configure([LOOPING]);
    ({ stdout } = await paused.devs('run'));
  });
  after(() => paused.dispose());

  it('the CLI then sets run_state.status = "PAUSED" before exiting the loop (the entropy-pause decision)', async () => {
    assert.deepEqual(await paused.query('SELECT status FROM run_state'), [{ status: 'PAUSED' }]);
    assert.deepEqual(await paused.query('SELECT status FROM tasks'), [
      { status: 'PAUSED_FOR_INTERVENTION' },
    ]);
  });

  it('puts the pivot directive at the head of turns 4 and 5 alone', () => {
    const headed = paused
      .calls()
      .map(({ prompt }) => prompt.startsWith('SYSTEM OVERRIDE — STRATEGY PIVOT REQUIRED:'));
    assert.deepEqual(headed, [false, false, false, true, true]);
  });

  it('returns the files at each pivot, and tells so everywhere', async () => {
    assert.equal(
      stdout.match(/^↩ fix-answer {2}files returned to before its first turn: 1 file changed$/gm)
        ?.length,
      2,
    );
    const status = await paused.devs('status', 'fix-answer');
    assert.match(
      status.stdout,
      /\n {2}fresh start 1 .* after 3 failed turns in a row {2}files returned to before its first turn: 1 file changed\n {2}fresh start 2 /,
    );
    assert.match(
      status.stdout,
      /rewind {2}Devs, at fresh start 2 {2}stays In progress {2}to before its/,
    );
    const report = await paused.devs('report');
    assert.match(report.stdout, /rewind {2}Devs, at fresh start 1 .* 1 file changed/);
    assert.doesNotMatch(report.stdout, /\d intervention/);
    const json = await paused.devs('status', 'fix-answer', '--json');
    const { task } = JSON.parse(json.stdout) as {
      readonly task: { readonly pivotHistory: readonly { readonly files: unknown }[] };
    };
    const returned = { kind: 'returned', toTurn: 0, changed: 1, kept: [], keptCount: 0 };
    assert.deepEqual(
      task.pivotHistory.map(({ files }) => files),
      [returned, returned],
    );
  });
});
