import { equal, match, ok } from 'node:assert/strict';
import { pullRequestText } from '../../../../src/reports/pullRequest/pullRequestText';
import { aMark, aTask } from '../../cli/fakeApp';

const LINK = 'https://github.com/acme/shop/issues/12';
const WORKTREE = '/home/me/.local/state/devs/shop/worktrees/1/fix';

describe('the text of a pull request', () => {
  it('has the goal, where the task comes from, and how it was done', () => {
    const task = aTask('fix', {
      ...{ title: 'Fix the rounding', goal: 'Round to cents.\n', link: LINK, agent: 'claude' },
      ...{ turnCount: 2, statusReason: 'verification passed: 12 tests' },
      turns: [
        aMark(1, { outcome: 'no_progress', reason: 'fails | in cart.js' }),
        aMark(2, { outcome: 'success', reason: 'verification passed: 12 tests' }),
      ],
    });
    const { title, body } = pullRequestText({ task, folders: [] });
    equal(title, 'Fix the rounding');
    ok(body.startsWith(`Round to cents.\n\nFrom ${LINK}\n\n---\n\n`), body);
    match(body, /The agent claude did the task `fix` in 2 turns\. Verification passed: 12 tests\./);
    match(body, /\| 1 \| [^|]+ \| fails &#124; in cart\.js \|\n\| 2 \| /);
  });

  it('names no folder of this machine', () => {
    const folders = ['/home/me', '/home/me/shop', WORKTREE];
    const goal = 'See /home/me/shop/docs/a.md, /home/me/shop and ~.';
    const reason = `fails in ${WORKTREE}/src/a.js`;
    const turns = [aMark(1, { reason }), aMark(2, { reason: '/home/me/.npmrc' })];
    const task = aTask('fix', { goal, statusReason: reason, turns, turnCount: 2 });
    const { body } = pullRequestText({ task, folders });
    ok(!body.includes('/home/me'), body);
    match(body, /^See docs\/a\.md, \. and ~\./);
    match(body, /Fails in src\/a\.js\./);
  });

  it('leaves paths alone that only look like one of these folders', () => {
    const goal = 'Edit src/app/main.ts and /apple, not /app/key.ts, `/app` or file:///app/x.';
    const { body } = pullRequestText({ task: aTask('fix', { goal }), folders: ['/app'] });
    match(body, /^Edit src\/app\/main\.ts and \/apple, not key\.ts, `\.` or file:\/\/x\./);
  });

  it('masks what looks like a secret', () => {
    const key = 'sk-ant-api03-abcdefghijkl';
    const task = aTask('fix', { title: `Use ${key}`, goal: `The key is ${key}.` });
    const { title, body } = pullRequestText({ task, folders: [] });
    ok(!title.includes(key) && !body.includes(key), body);
  });

  it('cuts a long title and a long goal', () => {
    const task = aTask('fix', { title: 'x\ny'.repeat(300), goal: 'y'.repeat(100_000) });
    const { title, body } = pullRequestText({ task, folders: [] });
    ok(title.length <= 256 && !title.includes('\n'), title);
    ok(body.length < 9_000);
  });
});
