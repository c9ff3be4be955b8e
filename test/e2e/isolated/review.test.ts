import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TaskReview } from '../../../src/app/api/answers';
import { IsolatedScene, type IsolatedOptions } from './isolatedScene';

const WAITS = 'waits for your review: 2 files changed, +2 −1';
/** Changes a line and adds a file. */
const WORK = `write('a.txt', read('a.txt').replace('2', 'TWO')); write('new.txt', 'new\\n')`;

describe('a change that waits for a review', () => {
  let scene: IsolatedScene;
  afterEach(() => scene.remove());

  const open = ({ config = [], tasks = ['fix'] }: IsolatedOptions = {}): void => {
    scene = new IsolatedScene({ config: ['review: true', ...config], tasks });
  };
  const review = async (taskId = 'fix'): Promise<TaskReview> => {
    const answer = await scene.app().review(taskId);
    assert.ok(answer.ok, answer.ok ? '' : answer.message);
    return answer.review;
  };
  const paused = async (): Promise<void> => {
    await scene.run();
    assert.deepEqual(await scene.status(), ['PAUSED_FOR_INTERVENTION', WAITS]);
  };
  const prompt = (): string => readFileSync(join(scene.environment.STEPS, 'prompt.md'), 'utf8');

  it('lands once it is accepted, without another call of the agent', async () => {
    open();
    scene.agent(1, WORK);
    await paused();
    assert.equal(scene.read('a.txt'), '1\n2\n3\n4\n5\n');
    const { files, size, from, to, turn } = await review();
    assert.deepEqual([turn, size], [1, { files: 2, added: 2, deleted: 1 }]);
    assert.deepEqual(files, [
      { path: 'a.txt', action: 'changed', lines: { added: 1, deleted: 1 } },
      { path: 'new.txt', action: 'added', lines: { added: 1, deleted: 0 } },
    ]);
    const text = async (side: string): Promise<string> =>
      String(Buffer.from((await scene.app().fileAt(side, 'a.txt')) ?? []));
    assert.deepEqual(
      [await text(from), await text(to)],
      [...['1\n2\n3\n4\n5\n', '1\nTWO\n3\n4\n5\n']],
    );
    const outcomes = scene.events.flatMap((event) =>
      event.event === 'turn_ended' ? [[event.data.outcome, event.data.consequence]] : [],
    );
    assert.deepEqual(outcomes, [['success', 'pause']]);
    assert.equal(
      (await scene.app().accept('fix')).message,
      'Accepted fix: the next run verifies the work once more, and the work then lands.',
    );
    scene.write('b.txt', 'edited during the wait\n');
    await scene.run();
    assert.deepEqual(await scene.status(), ['done', 'verification passed']);
    assert.equal(scene.read('a.txt'), '1\nTWO\n3\n4\n5\n');
    assert.equal(scene.read('b.txt'), 'edited during the wait\n');
    assert.equal(scene.runs('agent'), 1);
    assert.ok(!existsSync(scene.worktree()));
  });

  it('is shown and accepted after `git gc`, and leaves no reference', async () => {
    open();
    const references = (): readonly string[] =>
      scene.git('for-each-ref', '--format=%(refname)').trim().split('\n');
    scene.agent(1, WORK);
    await paused();
    assert.equal(references().length, 2);
    scene.git('gc', '-q', '--prune=now');
    const { files, to } = await review();
    assert.equal(files.length, 2);
    assert.equal(String(await scene.app().fileAt(to, 'new.txt')), 'new\n');
    assert.ok((await scene.app().accept('fix')).ok);
    assert.deepEqual(references(), ['refs/heads/main'], 'nobody looks at it any more');
    scene.git('gc', '-q', '--prune=now');
    await scene.run();
    assert.deepEqual(await scene.status(), ['done', 'verification passed']);
    assert.equal(scene.read('new.txt'), 'new\n');
  });

  describe('and whose pass is doubtful', () => {
    const WAITS_IN_DOUBT =
      'waits for your review: 1 file changed, +1 −1; the verification passed, but that proves nothing: the verification itself was changed: verify.js. The agent says: they were wrong';
    const doubtful = async (): Promise<void> => {
      open();
      const config = (scene.read('devs.yaml') ?? '').replace('baseline: false', 'baseline: true');
      scene.write('devs.yaml', config);
      scene.agent(
        1,
        `write('verify.js', read('verify.js').trimEnd() + '// weakened\\n'); console.log('TESTS: they were wrong.');`,
      );
      await scene.run();
      assert.deepEqual(await scene.status(), ['PAUSED_FOR_INTERVENTION', WAITS_IN_DOUBT]);
    };

    it('asks once: the review shows the doubts, and accepting it means both', async () => {
      await doubtful();
      assert.deepEqual((await review()).doubtfulPass?.doubts, [
        { kind: 'verificationChanged', parts: ['verify.js'] },
      ]);
      assert.equal((await scene.app().report('fix'))?.doubtfulPass?.doubts.length, 1);
      assert.ok((await scene.app().accept('fix', { turn: 1 })).ok);
      await scene.run();
      assert.deepEqual(await scene.status(), [
        'done',
        'verification passed; not proved by the tests: they passed before',
      ]);
      assert.ok(scene.read('verify.js')?.includes('weakened'));
      assert.equal(scene.runs('agent'), 1);
    });

    it('goes back, in doubt, with what you said', async () => {
      await doubtful();
      assert.ok((await scene.app().sendBack('fix', { text: 'Leave it as it was.' })).ok);
      scene.agent(
        2,
        `write('verify.js', read('verify.js').replace('// weakened', '')); write('new.txt', 'new\\n')`,
      );
      await scene.run();
      assert.match(prompt(), /Leave it as it was\./);
      const [status, reason] = await scene.status();
      assert.deepEqual(
        [status, reason],
        ['PAUSED_FOR_INTERVENTION', 'waits for your review: 1 file changed, +1'],
      );
      assert.equal((await review()).doubtfulPass, undefined);
    });
  });

  it('lands with the next run, also of other tasks, whose agents alone are called', async () => {
    open({ config: ['onPause: continue'], tasks: ['fix', 'other', 'more'] });
    scene.agent(1, WORK);
    await scene.run(undefined, ['fix']);
    assert.equal((await scene.status('fix'))[0], 'PAUSED_FOR_INTERVENTION');
    await scene.app().accept('fix');
    scene.agent(2, `write('b.txt', 'by the other\\n')`);
    const message = await scene.run(undefined, ['other']);
    assert.deepEqual(await scene.status('fix'), ['done', 'verification passed']);
    assert.equal(scene.read('a.txt'), '1\nTWO\n3\n4\n5\n');
    assert.equal(message, 'other needs you.');
    assert.equal((await scene.status('more'))[0], 'pending');
    assert.equal(scene.runs('agent'), 2);
  });

  it('waits for its own run where it could not land with that of another task', async () => {
    open({ config: ['onPause: continue', 'land: files'], tasks: ['fix', 'other'] });
    scene.agent(1, WORK);
    await scene.run(undefined, ['fix']);
    await scene.app().accept('fix');
    scene.write('b.txt', 'edited during the wait\n');
    for (const run of [2, 3])
      scene.verification(run, `if (fs.existsSync('new.txt')) process.exit(1)`);
    scene.agent(2, `write('c.txt', 'by the other\\n')`);
    await scene.run(undefined, ['other']);
    assert.equal((await scene.status('fix'))[0], 'pending');
    assert.equal(scene.read('new.txt'), undefined);
    assert.equal((await scene.status('other'))[0], 'PAUSED_FOR_INTERVENTION');
    assert.equal(scene.runs('agent'), 2);
  });

  it('goes back to the agent with what you said, and waits again', async () => {
    open();
    scene.agent(1, WORK);
    await paused();
    const app = scene.app();
    const kept = await app.changeComment('fix', {
      ...{ kind: 'add', id: 'c1' },
      comment: { path: 'new.txt', line: 1, text: 'Say more.' },
    });
    assert.ok(kept.ok, kept.message);
    assert.equal((await review()).comments.length, 1, 'another process sees it');
    const sent = await app.sendBack('fix', {
      text: 'Nearly there.',
      comments: [{ path: 'a.txt', line: 2, text: 'Why upper case?' }],
    });
    assert.ok(sent.ok, sent.message);
    scene.agent(2, `write('a.txt', read('a.txt').replace('TWO', 'two'))`);
    await scene.run();
    assert.match(
      prompt(),
      /BEGIN REVIEW -----\nNearly there\.\n\nnew\.txt:1\n> new\nSay more\.\n\na\.txt:2\n> TWO\nWhy upper case\?\n-----/,
    );
    assert.deepEqual(await scene.status(), ['PAUSED_FOR_INTERVENTION', WAITS]);
    const { turn, comments } = await review();
    assert.equal(turn, 2);
    assert.deepEqual(
      comments.map(({ sentBack }) => sentBack),
      [1, 1, 1],
    );
    const [task] = (await scene.app().overview()).tasks;
    assert.deepEqual([task?.entropy, task?.pivots, task?.report?.failureCount], [0, 0, 0]);
    await scene.app().accept('fix');
    await scene.run();
    assert.equal(scene.read('a.txt'), '1\ntwo\n3\n4\n5\n');
  });

  it('is decided about only by who saw it, not an earlier one', async () => {
    open();
    scene.agent(1, WORK);
    await paused();
    const app = scene.app();
    assert.ok((await app.sendBack('fix', { turn: 1, text: 'Again.' })).ok);
    scene.agent(2, `write('a.txt', read('a.txt').replace('TWO', 'two'))`);
    await scene.run();
    const comment = { path: 'new.txt', line: 1, text: 'Say more.' };
    await app.changeComment('fix', { kind: 'add', id: 'c1', comment });
    for (const answer of [
      await app.accept('fix', { turn: 1 }),
      await app.discard('fix', { turn: 1 }),
      await app.sendBack('fix', { turn: 1, text: 'No.' }),
    ])
      assert.equal(
        answer.message,
        'The change of turn 1 no longer waits for your decision: turn 2 changed it. See it with `devs review fix`.',
      );
    assert.match(
      (await app.accept('fix', { turn: 7 })).message,
      /^No change of turn 7 waits for your decision; the change of turn 2 does\./,
    );
    assert.deepEqual(await scene.status(), ['PAUSED_FOR_INTERVENTION', WAITS]);
    const unsent = (await review()).comments.filter(({ sentBack }) => sentBack === undefined);
    assert.deepEqual(
      unsent.map(({ text }) => text),
      ['Say more.'],
    );
    assert.ok((await app.accept('fix', { turn: 2 })).ok);
    await scene.run();
    assert.equal(scene.read('a.txt'), '1\ntwo\n3\n4\n5\n');
  });

  it('refuses what is not in it, and loses nothing', async () => {
    open();
    scene.agent(1, WORK);
    await paused();
    const app = scene.app();
    const back = async (path: string, line: number): Promise<string> =>
      (await app.sendBack('fix', { comments: [{ path, line, text: 'x' }] })).message;
    assert.equal(
      await back('b.txt', 1),
      'b.txt is not in the change of fix, which has a.txt, new.txt. Did you mean a.txt?',
    );
    assert.equal(
      await back('a.txt', 9),
      'a.txt has 5 lines after the change, so there is no line 9. Name a line from 1 to 5.',
    );
    assert.match(
      (await app.sendBack('fix', { text: ' ' })).message,
      /^You sent fix back without a word/,
    );
    assert.deepEqual((await review()).comments, []);
    assert.deepEqual(await scene.status(), ['PAUSED_FOR_INTERVENTION', WAITS]);
  });

  it('takes no more than a prompt can hold, and keeps the comments', async () => {
    open();
    scene.agent(1, WORK);
    await paused();
    const app = scene.app();
    const comment = { path: 'new.txt', line: 1, text: 'x'.repeat(8_000) };
    for (const id of ['c1', 'c2', 'c3', 'c4'])
      assert.ok((await app.changeComment('fix', { kind: 'add', id, comment })).ok);
    const comments = [comment, comment, comment];
    const refused = await app.sendBack('fix', { text: 'y'.repeat(8_000), comments });
    assert.equal(
      refused.message,
      'What goes to the agent about the change of fix is 64,126 characters long, with the lines that the comments are about, and at most 64,000 go. Nothing was sent, and the comments are kept: shorten or remove some, or put the details into a file and name it.',
    );
    assert.equal((await review()).comments.length, 4);
    assert.deepEqual(await scene.status(), ['PAUSED_FOR_INTERVENTION', WAITS]);
    assert.ok((await app.sendBack('fix', { text: 'y'.repeat(7_000), comments })).ok);
  });

  it('needs a review again after the agent resolved a conflict', async () => {
    open();
    scene.agent(1, WORK);
    await paused();
    scene.write('a.txt', '1\nof the user\n3\n4\n5\n');
    await scene.app().accept('fix');
    await scene.run();
    assert.match((await scene.status())[1], /conflicts with the workspace in a\.txt/);
    scene.agent(2, `write('a.txt', '1\\nof both\\n3\\n4\\n5\\n')`);
    await scene.run({ type: 'resume', taskId: 'fix' });
    assert.deepEqual(await scene.status(), ['PAUSED_FOR_INTERVENTION', WAITS]);
    await scene.app().accept('fix');
    await scene.run();
    assert.equal(scene.read('a.txt'), '1\nof both\n3\n4\n5\n');
  });

  it('lands as it was accepted although the merged files had to be verified before something was in the way', async () => {
    open();
    scene.agent(1, WORK);
    await paused();
    scene.write('b.txt', 'edited during the wait\n');
    await scene.app().accept('fix');
    scene.verification(3, `fs.mkdirSync(path.join(steps, '../shop/.git/rebase-merge'))`);
    await scene.run();
    assert.equal((await scene.status())[0], 'blocked');
    rmSync(join(scene.work, '.git/rebase-merge'), { recursive: true });
    await scene.run({ type: 'resume', taskId: 'fix' });
    assert.deepEqual(await scene.status(), ['done', 'verification passed']);
    assert.equal(scene.runs('agent'), 1);
  });

  it('waits again, unlanded, where you edited its worktree before you accepted', async () => {
    open();
    scene.agent(1, WORK);
    await paused();
    writeFileSync(join(scene.worktree(), 'new.txt'), 'by hand\n');
    await scene.app().accept('fix');
    await scene.run();
    assert.deepEqual(await scene.status(), ['PAUSED_FOR_INTERVENTION', WAITS]);
    assert.equal(scene.read('new.txt'), undefined);
    await scene.app().accept('fix');
    await scene.run();
    assert.equal(scene.read('new.txt'), 'by hand\n');
    assert.equal(scene.runs('agent'), 1);
  });

  it('is done again by the agent, never taken for done, where its worktree is gone when it was to land', async () => {
    open();
    scene.agent(1, WORK);
    scene.agent(2, WORK);
    await paused();
    await scene.app().accept('fix');
    rmSync(scene.worktree(), { recursive: true });
    await scene.run();
    assert.deepEqual(await scene.status(), ['done', 'verification passed']);
    assert.equal(scene.runs('agent'), 2);
    assert.equal(scene.read('new.txt'), 'new\n', 'these are the files that were accepted');
  });

  it('is done again by the agent where its work was taken out of its worktree', async () => {
    open();
    scene.agent(1, WORK);
    await paused();
    await scene.app().accept('fix');
    scene.git('-C', scene.worktree(), 'checkout', '--', '.');
    scene.git('-C', scene.worktree(), 'clean', '-fdq');
    scene.agent(2, `write('new.txt', 'otherwise\\n')`);
    await scene.run();
    assert.equal(scene.runs('agent'), 2);
    assert.equal((await scene.status())[0], 'PAUSED_FOR_INTERVENTION', 'nobody has seen this');
    assert.equal(scene.read('new.txt'), undefined);
  });

  it('is void after a rewind, and the agent works again', async () => {
    open();
    scene.agent(1, WORK);
    await paused();
    const app = scene.app();
    assert.ok((await app.rewind('fix', {})).ok);
    assert.match((await app.accept('fix')).message, /files were rewound since/);
    assert.equal((await app.review('fix')).ok, false);
    scene.agent(2, WORK);
    await scene.run({ type: 'resume', taskId: 'fix' });
    assert.deepEqual(await scene.status(), ['PAUSED_FOR_INTERVENTION', WAITS]);
    assert.equal(scene.runs('agent'), 2);
    await scene.app().accept('fix');
    assert.ok((await scene.app().rewind('fix', {})).ok);
    scene.agent(3, WORK);
    await scene.run();
    assert.equal(scene.runs('agent'), 3, 'nothing of what was accepted is there');
  });

  it('is thrown away with its worktree, and the workspace stays', async () => {
    open();
    scene.agent(1, WORK);
    await paused();
    const answer = await scene.app().discard('fix');
    assert.ok(answer.ok, answer.message);
    assert.deepEqual(await scene.status(), ['skipped', 'its change was discarded in review']);
    assert.equal(scene.git('status', '--porcelain'), '');
    assert.ok(!existsSync(scene.worktree()));
  });

  it('lands with the next run where no review is wanted any more', async () => {
    open();
    scene.agent(1, WORK);
    await paused();
    scene.write('devs.yaml', (scene.read('devs.yaml') ?? '').replace('review: true', ''));
    await scene.run({ type: 'resume', taskId: 'fix' });
    assert.deepEqual(await scene.status(), ['done', 'verification passed']);
    assert.equal(scene.runs('agent'), 1);
  });

  it('of a subtask holds its family; the others go on once it has landed or is discarded', async () => {
    open({ tasks: ['one, parent: both', 'two, parent: both', 'both'] });
    for (const turn of [1, 2, 3, 4])
      scene.agent(turn, `write('f' + process.env.DEVS_TASK_ID + '.txt', '${turn}\\n')`);
    await scene.run();
    assert.deepEqual(await scene.status('one'), ['pending', 'is part of both, which needs you']);
    assert.equal((await scene.status('both'))[0], 'PAUSED_FOR_INTERVENTION');
    assert.deepEqual((await review('both')).taskId, 'one');
    assert.ok((await scene.app().accept('one')).ok);
    await scene.run();
    assert.equal((await scene.status('one'))[0], 'done');
    assert.equal((await review('both')).taskId, 'two');
    const answer = await scene.app().discard('both');
    assert.equal(
      answer.message,
      'Discarded the change of two: the subtask is skipped, and both continues.',
    );
    assert.equal((await scene.status('two'))[0], 'skipped');
    await scene.run();
    assert.deepEqual(
      (await review('both')).files.map(({ path }) => path),
      ['fboth.txt'],
    );
    assert.equal(scene.read('ftwo.txt'), undefined);
    assert.equal(scene.read('fone.txt'), '1\n');
  });
});
