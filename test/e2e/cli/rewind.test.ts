import assert from 'node:assert/strict';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { until } from './devsProcess';
import { HAS_TERMINAL, TerminalRun } from './terminal';
import { LOOPING, TestWorkspace } from './testWorkspace';

describe('devs rewind and devs redo', function () {
  this.timeout(120_000);
  let workspace: TestWorkspace;
  beforeEach(() => (workspace = new TestWorkspace()));
  afterEach(() => workspace.dispose());

  async function paused(): Promise<void> {
    workspace.configure([LOOPING], { limits: { maxPivots: 0 } });
    assert.equal((await workspace.devs('run')).code, 2);
    assert.equal(workspace.read('answer.txt'), '41');
  }

  it('bring the files back and undo that, and the history tells of both', async () => {
    await paused();
    const dry = await workspace.devs('rewind', 'fix-answer', '--dry-run');
    assert.match(
      dry.stdout,
      /^Rewind of fix-answer to before its first turn: 1 file restored\n\n {2}restore {3}answer\.txt {2}changed in turn 1\n/,
    );
    assert.equal(workspace.read('answer.txt'), '41');

    const rewound = await workspace.devs('rewind', 'fix-answer');
    assert.deepEqual([rewound.code, rewound.stderr], [0, '']);
    assert.match(
      rewound.stdout,
      /To undo the rewind: `devs redo fix-answer`\.\nContinue with `devs resume fix-answer/,
    );
    assert.equal(workspace.read('answer.txt'), '0');
    assert.match((await workspace.devs('status')).stdout, /devs redo fix-answer +undo the rewind/);

    const redone = await workspace.devs('redo', 'fix-answer');
    assert.equal(redone.code, 0);
    assert.equal(workspace.read('answer.txt'), '41');
    const { stdout } = await workspace.devs('status', 'fix-answer');
    assert.match(
      stdout,
      /History\n.* rewind {2}you in a terminal {2}stays Paused .*\n.* redo +you in a terminal/,
    );
    assert.doesNotMatch(stdout, /devs redo/);
  });

  it('keep what was edited since unless it is chosen, and list what differs', async () => {
    await paused();
    workspace.write('answer.txt', 'mine');
    const kept = await workspace.devs('rewind', 'fix-answer');
    assert.match(kept.stdout, /keep {6}answer\.txt {2}you edited it since; --also restores it\n/);
    assert.match(kept.stdout, /There is nothing to rewind\.\n$/);
    assert.equal(workspace.read('answer.txt'), 'mine');
    assert.match(
      (await workspace.devs('report', 'fix-answer', '--changes')).stdout,
      /\n {2}changed {2}answer\.txt\n$/,
    );
    assert.equal((await workspace.devs('rewind', 'fix-answer', '--also', 'answer.txt')).code, 0);
    assert.equal(workspace.read('answer.txt'), '0');
    assert.equal((await workspace.devs('redo', 'fix-answer')).code, 0);
    assert.equal(workspace.read('answer.txt'), 'mine');
  });

  it('name the turns that there are, and what a rewind needs', async () => {
    workspace.configure([LOOPING], { limits: { maxPivots: 0 } });
    const early = await workspace.devs('rewind', 'fix-answer');
    assert.equal(early.code, 1);
    assert.match(early.stderr, /has not had a turn yet/);
    await workspace.devs('run');
    const { code, stderr } = await workspace.devs('rewind', 'fix-answer', '--to', '9');
    assert.equal(code, 1);
    assert.match(
      stderr,
      /0 \(before the first turn\) or the number of one of turns 1, 2 and 3\.\n/,
    );
    const after = await workspace.devs('rewind', 'fix-answer', '--to', '1', '--json');
    assert.equal((JSON.parse(after.stdout) as { changed: boolean }).changed, false);
  });

  it('offer no turn whose checkpoint is gone from the disk, and say to which others they can go back', async () => {
    await paused();
    const folder = join(workspace.stateDir, 'checkpoints');
    const packs = readdirSync(folder).map((name) => join(folder, name));
    // The one from before the first turn is the oldest.
    packs.sort((a, b) =>
      Number(statSync(a, { bigint: true }).mtimeNs - statSync(b, { bigint: true }).mtimeNs),
    );
    for (const pack of packs.slice(1)) rmSync(pack);
    const { stdout } = await workspace.devs('status', 'fix-answer');
    assert.match(stdout, /REWIND TO/);
    assert.doesNotMatch(stdout, /\byes\b/);
    const { code, stderr } = await workspace.devs('rewind', 'fix-answer', '--to', '2');
    assert.equal(code, 1);
    assert.match(stderr, /Write 0 \(before the first turn\)\.\n/);
    const back = await workspace.devs('rewind', 'fix-answer', '--all');
    assert.equal(back.code, 0, back.stderr);
    assert.equal(workspace.read('answer.txt'), '0');
  });

  it('note that the pause was a mistake, and the task goes on', async () => {
    await paused();
    const { code, stdout } = await workspace.devs('not-a-loop', 'fix-answer');
    assert.equal(code, 0);
    assert.match(stdout, /was not in a loop.*Continue with `devs run`/);
    const shown = (await workspace.devs('status', 'fix-answer')).stdout;
    assert.match(shown, / not a loop {2}you in a terminal .* Paused → Pending/);
    assert.match((await workspace.devs('skip')).stderr, /No task needs you/);
  });

  if (HAS_TERMINAL) {
    it('ask on a terminal: only yes changes files, Ctrl+C and Ctrl+D are a no', async () => {
      await paused();
      const expected = [
        ['\u0003', '41'],
        ['\u0004', '41'],
        ['\r', '41'],
        ['y\r', '0'],
      ] as const;
      for (const [keys, answer] of expected) {
        const run = new TerminalRun(workspace, 'rewind fix-answer');
        await until('the question', () => run.text.includes('[y/N]') || undefined);
        run.type(keys);
        assert.equal(await run.ended, 0);
        assert.equal(workspace.read('answer.txt'), answer);
        const text = stripVTControlCharacters(run.text);
        assert.match(
          text,
          answer === '41' ? /\nNothing was changed\.\r\n$/ : /`devs redo fix-answer`/,
        );
      }
    });
  }
});
