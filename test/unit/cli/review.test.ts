import assert from 'node:assert/strict';
import type { App } from '../../../src/app/api/app';
import { anOverview, aReview, aTask, devs, fakeApp } from './fakeApp';

const AT = '2026-11-21T22:05:00.000Z';
const open = {
  ...{ id: 'c1', taskId: 'fix-rounding', text: 'Why\u001b[2J not here?', at: AT },
  place: { path: 'src/round.js', line: 2, lines: 'TWO' },
};
const far = {
  ...open,
  id: 'c2',
  text: 'And there?',
  place: { ...open.place, line: 40, lines: 'x' },
};
const sent = { ...open, id: 'c3', text: 'Round half up.', sentBack: 1 };

function reviewing(change: Partial<App> = {}): ReturnType<typeof fakeApp> {
  const sides = new Map([
    ['commit:before', '1\n2\n3\n'],
    ['commit:after', '1\nTWO\n3\n'],
  ]);
  return fakeApp(anOverview(), {
    review: (taskId) =>
      Promise.resolve({ ok: true, review: aReview({ taskId, comments: [sent, open, far] }) }),
    fileAt: (side) => Promise.resolve(Buffer.from(sides.get(side) ?? '')),
    ...change,
  });
}

describe('devs review', () => {
  it('prints the diff with the open comments at their lines, and what was sent back before', async () => {
    const { code, stdout } = await devs('review fix-rounding', reviewing());
    assert.equal(code, 0);
    assert.equal(
      stdout,
      [
        'The change of fix-rounding waits for your review  turn 2: 1 file changed, +2 −1',
        '',
        '--- a/src/round.js',
        '+++ b/src/round.js',
        '@@ -1,3 +1,3 @@',
        ' 1',
        '-2',
        '+TWO',
        '  ┃ Why not here?',
        ' 3',
        'src/round.js:40',
        '> x',
        '  ┃ And there?',
        '',
        'Comments sent back after turn 1',
        '  src/round.js:2',
        '  > TWO',
        '    ┃ Round half up.',
        '',
        'Run `devs accept fix-rounding --turn 2` to accept it, so that it lands.',
        'Run `devs send-back fix-rounding --turn 2 "…"` to send it back.',
        'Run `devs discard fix-rounding --turn 2` to throw it away.',
        '',
      ].join('\n'),
    );
  });

  it('says first why the pass is doubtful', async () => {
    const doubtfulPass = {
      doubts: [{ kind: 'verificationChanged', parts: ['verify.js'] }],
      ...{ changedTests: [], diff: '' },
    } as const;
    const answer = { ok: true, review: aReview({ doubtfulPass }) } as const;
    const app = reviewing({ review: () => Promise.resolve(answer) });
    const { stdout } = await devs('review fix-rounding', app);
    assert.match(
      stdout,
      /^The change .*\n\nWhy the pass is doubtful\n +changed verification +verify\.js\n\n---/,
    );
  });

  it('has stable field names', async () => {
    const { stdout } = await devs('review fix-rounding --json', reviewing());
    const review = JSON.parse(stdout) as { files: readonly object[] };
    assert.deepEqual(Object.keys(review), [
      ...['ok', 'taskId', 'pausedTask', 'turn', 'at', 'size', 'from', 'to', 'files', 'comments'],
    ]);
    assert.deepEqual(Object.keys(review.files[0] ?? {}), ['path', 'action', 'lines', 'patch']);
  });

  it('prints a refusal with exit code 1', async () => {
    const review: App['review'] = () => Promise.resolve({ ok: false, message: 'None waits.' });
    const { code, stderr } = await devs('review fix-rounding', reviewing({ review }));
    assert.deepEqual([code, stderr], [1, 'None waits.\n']);
  });
});

describe('devs status', () => {
  it('counts the changes that wait for a review, and says what can be done', async () => {
    const review = { taskId: 'a', turn: 1, files: 1, added: 2, deleted: 1, comments: 0 };
    const task = aTask('a', {
      ...{
        status: 'PAUSED_FOR_INTERVENTION',
        statusReason: 'waits for your review: 1 file changed',
      },
      ...{ review, interventions: ['accept', 'sendBack', 'discard'], runnable: false },
    });
    const { stdout } = await devs('status', fakeApp(anOverview({ run: 'PAUSED', tasks: [task] })));
    assert.match(stdout, /^Waiting for you · 1 waits for your review\n/);
    assert.match(
      stdout,
      /devs review a +see its change\n.*devs accept a +accept it, so that it lands\n.*devs send-back a "…" +send it back\n.*devs discard a +throw it away\n/,
    );
  });
});

describe('devs send-back', () => {
  it('sends the words and each comment, whose text may hold colons', async () => {
    const app = reviewing();
    await devs(
      ['send-back', 'fix-rounding', 'Nearly:', 'there', '--comment', 'src/round.js:2:Why: so?'],
      app,
    );
    assert.deepEqual(app.calls, [
      [
        'sendBack',
        'fix-rounding',
        {
          ...{ turn: 2, text: 'Nearly: there' },
          comments: [{ path: 'src/round.js', line: 2, text: 'Why: so?' }],
        },
      ],
    ]);
  });

  it('names the turn whose change was seen, and says how', async () => {
    const app = reviewing();
    await devs(['send-back', 'fix-rounding', 'No.', '--turn', '1'], app);
    assert.deepEqual(app.calls, [['sendBack', 'fix-rounding', { turn: 1, text: 'No.' }]]);
    const { code, stderr } = await devs('accept fix-rounding --turn last', app);
    assert.deepEqual(
      [code, stderr],
      [1, '--turn last: name the number of a turn, such as --turn 3.\n'],
    );
    assert.equal(app.calls.length, 1);
  });

  it('says how a comment is written, and sends nothing', async () => {
    const app = reviewing();
    const { code, stderr } = await devs(
      ['send-back', 'fix-rounding', '--comment', 'src/round.js'],
      app,
    );
    assert.equal(code, 1);
    assert.match(stderr, /write it as file:line:text, such as "round\.js:12:Use the helper\."/);
    assert.deepEqual(app.calls, []);
  });
});

describe('devs discard', () => {
  it('needs --yes where nobody can be asked', async () => {
    const app = reviewing();
    const { code, stderr } = await devs('discard fix-rounding', app);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^Nothing was changed\. This would throw the change of fix-rounding \(1 file/,
    );
    assert.deepEqual(app.calls, []);
    await devs('discard fix-rounding --yes', app);
    assert.match(stderr, /run `devs discard fix-rounding --turn 2 --yes`/);
    assert.deepEqual(app.calls, [['discard', 'fix-rounding', { turn: 2 }]]);
  });
});
