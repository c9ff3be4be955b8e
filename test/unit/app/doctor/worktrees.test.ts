import assert from 'node:assert/strict';
import type { Isolation } from '../../../../src/model/landing/landing';
import type { Check } from '../../../../src/model/workspace/setupReport';
import type { Worktrees } from '../../../../src/ports/worktrees';
import { NO_MODELS } from '../../../support/scriptedJudge';
import { NO_WORKTREES } from '../../../support/noWorktrees';
import { checkOf, diagnose, valid } from './diagnosing';

const isolation = { land: 'commit', copy: ['.env', 'lib/*'] } as const;
const notifier = {
  findProblem: () => Promise.resolve(undefined),
  deliver: () => Promise.resolve({ kind: 'delivered' as const }),
};

describe('the doctor’s checks of worktrees', () => {
  const check = (
    id: string,
    change: Partial<Worktrees>,
    more: Partial<Isolation> = {},
  ): Promise<Check> =>
    checkOf(id, {
      config: valid({ isolation: { ...isolation, ...more } }),
      parts: {
        adapters: { models: NO_MODELS, notifier, worktrees: { ...NO_WORKTREES, ...change } },
      },
    });

  it('are none without isolate', async () => {
    const { checks } = await diagnose();
    assert.ok(!checks.some(({ id }) => id.startsWith('worktrees')));
  });

  it('say what keeps tasks from working in them, and what to do', async () => {
    const asked: unknown[] = [];
    const findProblem: Worktrees['findProblem'] = (needs) => {
      asked.push(needs);
      return Promise.resolve('There is no repository. Run `git init` there.');
    };
    const { level, found, remedy } = await check('worktrees', { findProblem });
    assert.deepEqual(
      { level, found, remedy },
      { level: 'problem', found: 'There is no repository', remedy: 'Run `git init` there.' },
    );
    assert.deepEqual(asked, [{ commits: true }]);
    const fine = await check('worktrees', { findProblem: () => Promise.resolve(undefined) });
    assert.equal(fine.level, 'ok');
  });

  it('name what is to be copied and is missing', async () => {
    const { level, found } = await check('worktrees:copy', {
      findMissing: (copy) => Promise.resolve(copy.slice(0, 1)),
    });
    assert.deepEqual(
      [level, found],
      ['warning', '.env: not in the workspace, so no worktree gets it'],
    );
    const there = await check('worktrees:copy', { findMissing: () => Promise.resolve([]) });
    assert.equal(there.level, 'ok');
  });

  it('say what keeps setups from being reused', async () => {
    const setup = { setup: 'npm ci', setupCache: ['package-lock.json'] };
    const id = 'worktrees:setupCache';
    const missing = await check(id, { findMissing: (named) => Promise.resolve(named) }, setup);
    assert.deepEqual(
      [missing.level, missing.found, missing.remedy],
      [
        'problem',
        '`setupCache` names package-lock.json, which is not in the workspace',
        'Correct the name in devs.yaml, or create the file.',
      ],
    );
    const notice =
      'What `setup` made is not kept for other worktrees: x holds the path of its worktree.';
    const notKept = await check(id, { setupNotice: () => Promise.resolve(notice) }, setup);
    assert.deepEqual([notKept.level, `${notKept.found}.`], ['warning', notice]);
    const fine = await check(id, {}, setup);
    assert.deepEqual(
      [fine.level, fine.found],
      ['ok', '`setup` is reused while package-lock.json stays the same'],
    );
  });
});
