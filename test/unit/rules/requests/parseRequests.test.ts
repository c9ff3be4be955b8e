import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  MAX_REQUEST,
  MAX_REQUESTS,
  parseRequests,
} from '../../../../src/rules/requests/parseRequests';

const asked = (reply: string): readonly (readonly [to: string, request: string])[] =>
  parseRequests(reply).asked.map(({ to, request }) => [to, request] as const);

describe('requests in a reply', () => {
  const ways: readonly (readonly [reply: string, request: string])[] = [
    ['ASK security: review the login', 'review the login'],
    ['I am done so far.\n\nASK security: review the login\n', 'review the login'],
    ['ASK security: review\nthe login\n\nThanks.', 'review\nthe login'],
    ['ASK security:\nreview the login', 'review the login'],
    ['ASK security: review the login\nDONE: all of it', 'review the login'],
    ['ASK security: review the login\n**STRATEGY:** ask first', 'review the login'],
    ['ASK security: review this\n```js\nlogin()\n```', 'review this'],
    ['**ASK security:** review the login', 'review the login'],
    ['**ASK security: review the login**', 'review the login'],
    ['- ASK security: review the login', 'review the login'],
    ['1. ASK **security**: review the login', 'review the login'],
    ['`ASK security: review the login`', 'review the login'],
    ['### ASK security: review the login', 'review the login'],
    ['ASK security : review the login', 'review the login'],
    ['\u001b[1mASK security:\u001b[0m review the login\r', 'review the login'],
  ];
  for (const [reply, request] of ways)
    it(`are found in ${JSON.stringify(reply)}`, () => {
      assert.deepEqual(asked(reply), [['security', request]]);
    });

  for (const name of ['agent_', 'agent__', 'a-', 'v1.', 'a_b'])
    it(`go to any agent that devs.yaml can name: ${name}`, () => {
      assert.deepEqual(asked(`ASK ${name}: review`), [[name, 'review']]);
      assert.deepEqual(asked(`ASK **${name}**: review`), [[name, 'review']]);
    });

  it('do not take the mark around a name for its end', () => {
    const replies = [
      'ASK _b_: review',
      '__ASK b__: review',
      '_ASK b: review_',
      'ASK __b__: review',
    ];
    for (const reply of replies) assert.deepEqual(asked(reply), [['b', 'review']]);
  });

  const others = [
    '',
    'Please ASK security: whether it is fine',
    'ask security: lower case',
    'ASK the user: what now',
    'ASK <agent>: <request>',
    'ASK security: <request>',
    'ASK security: …',
    'ASK security:',
    'ASK security review the login',
    '> ASK security: review the login',
    'ASKED security: review the login',
    '```\nASK security: review the login\n```',
    '~~~\nASK security: review the login',
    '`ASK security:` lines are how I ask it.',
    '`ASK security:` would be next, if I needed it.',
    'ASK ../../etc/passwd: review',
  ];
  for (const reply of others)
    it(`are not found in ${JSON.stringify(reply)}`, () => {
      assert.deepEqual(parseRequests(reply), { asked: [], leftOut: 0 });
    });

  it('are asked once each, three at most; the rest is counted', () => {
    const lines = ['a: x', 'a: x', 'b: x', 'a: y', 'c: z', 'd: z'].map((line) => `ASK ${line}`);
    assert.deepEqual(parseRequests(lines.join('\n')), {
      asked: [
        { to: 'a', request: 'x' },
        { to: 'b', request: 'x' },
        { to: 'a', request: 'y' },
      ],
      leftOut: 2,
    });
  });

  it('keep the agent as it is written, names of objects included', () => {
    assert.deepEqual(
      asked('ASK Security.v2: x\nASK constructor: y').map(([to]) => to),
      ['Security.v2', 'constructor'],
    );
  });

  it('hold no secrets and no characters that a terminal obeys', () => {
    assert.deepEqual(asked('ASK ops: is sk-live-0123456789abcdef fine?\u0007 \u202eyes'), [
      ['ops', 'is sk-*** fine? yes'],
    ]);
  });

  it('are cut where they are very long', () => {
    for (const long of ['word '.repeat(2_000), 'another line of it\n'.repeat(2_000)]) {
      const [only] = parseRequests(`ASK ops: ${long}`).asked;
      assert.equal(only?.request.length, MAX_REQUEST);
      assert.ok(only.request.endsWith('…'));
    }
  });

  it('of megabytes of hostile text are read in no time', () => {
    const size = 300_000;
    const hostile = ['ASK a:'.repeat(size), '*_` '.repeat(size), 'ASK a: x\n'.repeat(size)];
    for (const text of [...hostile, `ASK a: ${'<'.repeat(size)}`, `ASK ${'a'.repeat(size)}: x`]) {
      const before = process.cpuUsage().user;
      parseRequests(text);
      assert.ok(process.cpuUsage(undefined).user - before < 3_000_000, text.slice(0, 20));
    }
  });

  it('are never too many, too long or empty, whatever the reply is', () => {
    const word = fc.constantFrom(
      'ASK',
      'a',
      'b',
      ':',
      ' ',
      '\n',
      '`',
      '```',
      '**',
      '>',
      '<x>',
      '-',
    );
    const reply = fc.oneof(
      fc.string(),
      fc.array(word).map((words) => words.join('')),
    );
    fc.assert(
      fc.property(fc.array(reply, { maxLength: 20 }), (parts) => {
        const { asked: all, leftOut } = parseRequests(parts.join('\nASK a: '));
        assert.ok(all.length <= MAX_REQUESTS && leftOut >= 0);
        assert.equal(leftOut > 0 && all.length < MAX_REQUESTS, false);
        for (const { to, request } of all) {
          assert.match(to, /^[A-Za-z][\w.-]{0,63}$/);
          assert.ok(request.trim() !== '' && request.length <= MAX_REQUEST);
          assert.doesNotMatch(request.replaceAll('\n', ''), /\p{Cc}/u);
        }
      }),
    );
  });
});
