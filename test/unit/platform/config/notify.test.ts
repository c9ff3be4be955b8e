import assert from 'node:assert/strict';
import { configOf, HEAD, problemsOf } from './problemsOf';

const TARGET =
  '"desktop", or a mapping such as { ntfy: my-topic }, { slack: SLACK_WEBHOOK_URL }, { telegram: \'123456\', token: TELEGRAM_BOT_TOKEN } or { webhook: MY_WEBHOOK_URL }';
const VARIABLE =
  'the name of an environment variable that holds it, in capital letters, digits and "_"; the secret itself does not belong into this file';
const SERVER =
  'the address of an ntfy server with nothing behind it, such as https://ntfy.example.com (http only for this machine)';

const notify = (written: string): string => `${HEAD}notify: ${written}\n`;

/** [what stands after `notify:`, what is wrong with it] */
const WRONG: readonly (readonly [string, string])[] = [
  ['desktop', `"notify" must be a list of ${TARGET}.`],
  ['[bell]', `"notify[0]" must be ${TARGET}.`],
  ['[{}]', `"notify[0]" is an empty mapping; it must be ${TARGET}.`],
  ["[{ telegram: '1' }]", `"notify[0]" is a mapping; it must be ${TARGET}.`],
  [
    '[{ telegram: 12, token: T }]',
    '"notify[0].telegram" is 12; it must be the id of a chat as text, such as \'123456\', or @ and the name of a channel. Put it in quotes to make it text.',
  ],
  [
    '[{ ntfy: a b }]',
    '"notify[0].ntfy" must be the topic: letters, digits, "_" and "-", 64 at most.',
  ],
  ['[{ ntfy: a, server: http://ntfy.example.com }]', `"notify[0].server" must be ${SERVER}.`],
  ['[{ ntfy: a, server: http://127.0.0.1.example.com }]', `"notify[0].server" must be ${SERVER}.`],
  ['[{ ntfy: a, tokn: T }]', 'Unknown key "tokn" in notify[0]; did you mean "token"?'],
];

/** Secrets where the name of a variable belongs. */
const SECRETS: readonly (readonly [string, string])[] = [
  ['[{ slack: "https://hooks.slack.com/services/T0/B0/s3cret" }]', 'notify[0].slack'],
  ['[desktop, { webhook: https://me:s3cret@example.com/ }]', 'notify[1].webhook'],
  ['[{ telegram: "1", token: "110201543:s3cret" }]', 'notify[0].token'],
  ['[{ ntfy: a, token: tk_s3cret }]', 'notify[0].token'],
];

describe('notify', () => {
  it('names services, and the variables that hold their secrets', () => {
    const written =
      "[desktop, { ntfy: my-topic, server: http://localhost:8080/, token: NTFY_TOKEN }, { slack: HOOK }, { telegram: '-100123', token: BOT }, { webhook: URL_2 }]";
    assert.deepEqual(configOf(notify(written)).notify, [
      'desktop',
      { ntfy: 'my-topic', server: 'http://localhost:8080/', token: 'NTFY_TOKEN' },
      { slack: 'HOOK' },
      { telegram: '-100123', token: 'BOT' },
      { webhook: 'URL_2' },
    ]);
    assert.equal(configOf(HEAD).notify, undefined);
  });

  for (const [written, problem] of WRONG) {
    it(`${written} is refused with what would be right`, () => {
      assert.deepEqual(problemsOf(notify(written)), [`devs.yaml:3: ${problem}`]);
    });
  }

  it('two services in one entry are told apart', () => {
    const [first] = problemsOf(notify('[{ ntfy: a, slack: B }]'));
    assert.equal(
      first,
      'devs.yaml:3: The key "ntfy" does not go with the others in notify[0]; each service is an entry of its own.',
    );
  });

  for (const [written, place] of SECRETS) {
    it(`a secret at ${place} is an error that does not repeat it`, () => {
      assert.deepEqual(problemsOf(notify(written)), [
        `devs.yaml:3: "${place}" must be ${VARIABLE}.`,
      ]);
    });
  }

  it('a secret as an entry of its own is not repeated either', () => {
    const problems = problemsOf(notify('[https://hooks.slack.com/services/T0/B0/s3cret]'));
    assert.deepEqual(problems, [`devs.yaml:3: "notify[0]" must be ${TARGET}.`]);
  });
});
