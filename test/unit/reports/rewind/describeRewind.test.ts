import assert from 'node:assert/strict';
import type { KeptReason, RewindStep } from '../../../../src/model/workspace/rewindRecord';
import { describeRepository } from '../../../../src/reports/rewind/describeRepository';
import {
  describeKept,
  describeStep,
  describeSummary,
} from '../../../../src/reports/rewind/describeRewind';

const shout = (name: string): string => name.toUpperCase();

function reason(why: KeptReason): string {
  return describeKept({ path: 'p', why, selectable: false, turns: [1] }, shout).why;
}

function steps(...actions: readonly RewindStep['action'][]): readonly RewindStep[] {
  return actions.map((action, i) => ({ path: `p${i}`, action, turns: [1] }));
}

describe('words for rewinds', () => {
  it('a step names its turns; without any there is nothing to say', () => {
    assert.deepEqual(describeStep({ path: 'src/a.js', action: 'restore', turns: [1, 3] }), {
      word: 'restore',
      path: 'src/a.js',
      why: 'changed in turns 1 and 3',
    });
    assert.equal(
      describeStep({ path: 'p', action: 'delete', turns: [2] }).why,
      'written in turn 2',
    );
    assert.equal(describeStep({ path: 'p', action: 'recreate', turns: [] }).why, '');
  });

  it('what is kept says why; names go through the caller’s hands', () => {
    assert.equal(reason({ kind: 'editedSince', others: [] }), 'you edited it since');
    assert.equal(reason({ kind: 'editedSince', others: ['a'] }), 'task A changed it since');
    assert.equal(
      reason({ kind: 'editedSince', others: ['a', 'b', 'c'] }),
      'tasks A, B and C changed it since',
    );
    assert.equal(
      reason({ kind: 'editedSince', others: [], from: 'old' }),
      'it may contain your changes from OLD',
    );
    assert.equal(
      reason({ kind: 'editedSince', others: [], deleted: true }),
      'you deleted it since',
    );
    assert.equal(
      reason({ kind: 'editedSince', others: ['a'], deleted: true }),
      'task A deleted it since',
    );
    assert.equal(
      reason({ kind: 'ignored' }),
      'it is or was ignored, so its content was not recorded',
    );
    assert.match(reason({ kind: 'notStored' }), /^it is or was too large to record/);
    assert.equal(reason({ kind: 'inTheWay', by: 'src' }), 'SRC is in the way and is kept');
  });

  it('the summary counts what happens, and what does not', () => {
    const kept = [{ path: 'k', why: { kind: 'ignored' }, selectable: false, turns: [1] }] as const;
    assert.equal(
      describeSummary({ steps: steps('restore', 'restore', 'recreate', 'delete'), kept }),
      '2 files restored, 1 recreated, 1 deleted, 1 kept',
    );
    assert.equal(describeSummary({ steps: steps('delete'), kept: [] }), '1 file deleted');
    assert.equal(describeSummary({ steps: [], kept }), '1 file kept');
    assert.equal(describeSummary({ steps: [], kept: [] }), 'no file to change');
  });

  it('commits stay, and the way to take them back is only named', () => {
    const headBefore = 'a'.repeat(40);
    assert.deepEqual(describeRepository({ commits: 2, stashed: 0, headBefore }), [
      'The agent made 2 commits; they stay, and HEAD stays where it is. To remove them from the branch ' +
        `yourself, run \`git reset --soft ${headBefore}\`: it removes every commit made since and changes no file.`,
    ]);
    assert.deepEqual(describeRepository({ commits: 1, stashed: 0 }), [
      'The agent made 1 commit; it stays, and HEAD stays where it is.',
    ]);
  });

  it('no command is named that a hostile commit id could extend', () => {
    const [line] = describeRepository({ commits: 1, stashed: 0, headBefore: 'x; rm -rf ~' });
    assert.doesNotMatch(line!, /reset/);
  });

  it('branches and stashes are told', () => {
    assert.deepEqual(
      describeRepository(
        { commits: 0, stashed: 1, branchBefore: 'main', branchAfter: 'fix' },
        shout,
      ),
      [
        'The agent switched from branch MAIN to FIX; HEAD stays there.',
        'It stashed changes once: `git stash list` shows them.',
      ],
    );
    const detached = { commits: 0, branchBefore: '', branchAfter: '' };
    assert.deepEqual(describeRepository({ ...detached, stashed: 3, branchAfter: 'fix' }), [
      'The agent switched from no branch to fix; HEAD stays there.',
      'It stashed changes 3 times: `git stash list` shows them.',
    ]);
    assert.deepEqual(describeRepository({ ...detached, stashed: 2, branchBefore: 'main' }), [
      'The agent switched from branch main to none (HEAD is detached); HEAD stays there.',
      'It stashed changes twice: `git stash list` shows them.',
    ]);
    assert.deepEqual(describeRepository({ commits: 0, stashed: 0 }), []);
  });
});
