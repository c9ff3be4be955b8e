import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { TestWorkspace, type Step } from './testWorkspace';
import { describeAtFullScale } from '../../support/scale';

/** Content that takes its room in a checkpoint. */
const noise = (): string => randomBytes(900_000).toString('base64');

describeAtFullScale('retention by size', function () {
  this.timeout(120_000);
  let workspace: TestWorkspace;
  beforeEach(() => (workspace = new TestWorkspace()));
  afterEach(() => workspace.dispose());

  /** A task that pauses after five turns, each of which writes two large files. */
  async function paused(maxStateMb: number, write: () => Step['write']): Promise<string> {
    const steps = Array.from({ length: 5 }, (): Step => ({
      reply: 'STRATEGY: guess\nI set the answer to 41.',
      write: { 'answer.txt': '41', ...write() },
    }));
    workspace.configure(steps, { limits: { maxPivots: 0, loopThreshold: 5, maxStateMb } });
    const { code, stdout, stderr } = await workspace.devs('run');
    assert.equal(code, 2, stderr);
    return stdout + stderr;
  }

  it('leaves what a plain rewind needs: it restores what the agent wrote, and keeps what you wrote', async () => {
    workspace.write('big.txt', 'yours');
    workspace.write('notes.txt', 'yours');
    const said = await paused(5, () => ({
      'big.txt': noise(),
      'notes.txt': `${Math.random()}`,
      'new.txt': `${Math.random()}`,
    }));
    assert.match(
      said,
      /From unfinished tasks, to stay within 5 MB \(fix-answer\): the checkpoints of/,
    );
    const gone = await workspace.devs('rewind', 'fix-answer', '--to', '2');
    assert.equal(gone.code, 1);
    assert.match(gone.stderr, /the number of one of turns 1 and 5\./);
    workspace.write('notes.txt', 'mine since');
    const { code, stdout } = await workspace.devs('rewind', 'fix-answer');
    assert.equal(code, 0, stdout);
    assert.doesNotMatch(stdout, /nobody was watching|not watched/);
    assert.match(stdout, /keep +notes\.txt +you edited it since/);
    assert.equal(workspace.read('big.txt'), 'yours');
    assert.equal(workspace.read('answer.txt'), '0');
    assert.equal(workspace.read('notes.txt'), 'mine since');
    assert.ok(!readdirSync(workspace.folder).includes('new.txt'));
    assert.equal((await workspace.devs('redo', 'fix-answer')).code, 0);
    assert.equal(workspace.read('answer.txt'), '41');
  });

  it('removes nothing where that would not help, and says so', async () => {
    const content = noise();
    const said = await paused(1, () => ({ 'big.txt': content, 'a.txt': `${Math.random()}` }));
    assert.match(said, /unfinished tasks need this data; the limit is 1 MB/);
    assert.doesNotMatch(said, /to stay within/);
    const { stdout } = await workspace.devs('clean', '--dry-run');
    assert.match(
      stdout,
      /Devs deleted nothing to get below this limit, because that would free only/,
    );
    assert.equal((await workspace.devs('rewind', 'fix-answer', '--to', '3')).code, 0);
    assert.ok(readdirSync(path.join(workspace.stateDir, 'checkpoints')).length > 0);
  });
});
