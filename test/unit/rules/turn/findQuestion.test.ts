import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findQuestion } from '../../../../src/rules/turn/findQuestion';
import { anyCodePoint } from '../../../support/anyCodePoint';

const QUESTIONS: readonly string[] = [
  'Shall I make this change? (y/n)',
  'STRATEGY: ask\n\nDo you want me to delete the old table?',
  '**Should I go on with option A or option B?**',
  'Which database do you use?\n\n1. PostgreSQL\n2. MySQL\n3. SQLite',
  'Which of these do you prefer?\n- a\n- b\n\nPlease let me know.',
  'Which of these do you prefer? Please let me know so that I can go on.',
  'I need your permission to run `npm install`.',
  'I will wait for your approval before I change the schema.',
  'Please confirm that I may remove the folder `legacy`.',
  'I would need you to provide the API key first.',
  'Apply this patch? [Y/n]:',
  'Proceed? (yes/no/always)',
  'I found two ways:\n1. fast\n2. small\n\nLet me know which one you prefer.',
  'Soll ich die Datei löschen?',
  'Soll ich diese Änderung vornehmen? (j/n)',
  'Darf ich das? (ja/nein)',
  'Dois-je faire cette modification ? (o/n)',
  '¿Hago este cambio? (s/n)',
  'Ich brauche Ihre Erlaubnis, um npm install auszuführen.',
  "J'ai besoin de votre autorisation pour exécuter npm install.",
  '続けてもよろしいですか？',
  'Could you clarify which of the two formats is right',
];

const NO_QUESTIONS: readonly string[] = [
  '',
  'I fixed the rounding in cart.js.',
  'DONE: nothing to change. Shall I also clean up?',
  'Everything works. Is there anything else I can help you with?',
  'Erledigt! Kann ich sonst noch etwas für Sie tun?',
  "C'est terminé ! Avez-vous besoin d'autre chose ?",
  'The greeting has been written. Would you like me to also add tests?',
  'I need the user table to exist before the migration runs.',
  'Nothing needs your approval; I went on.',
  'The program prints "please specify a port".',
  'The list is read from https://api.example.org/users?',
  'It shows "Are you sure?"',
  'All tests pass. Let me know if you have any questions!',
  'BLOCKED: the API key is missing. Can you provide it?',
  'Why did it fail? Because the total was rounded twice. I will round once.',
  'I looked at it:\n\n```\nreally?\n```',
  'I looked at `isReady()` and `a ? b : c`.',
  '- read the code\n- ran the tests\n- found no failure',
];

describe('what an agent asks a human in its reply', () => {
  for (const reply of QUESTIONS)
    it(`is a question: ${JSON.stringify(reply)}`, () => {
      assert.notEqual(findQuestion(reply), undefined);
    });

  for (const reply of NO_QUESTIONS)
    it(`is none: ${JSON.stringify(reply)}`, () => {
      assert.equal(findQuestion(reply), undefined);
    });

  it('is told in its own words, with what there is to choose from', () => {
    const reply = 'I read the code.\n\nWhich one?\n1. fast\n2. small';
    assert.equal(findQuestion(reply), 'I read the code.\nWhich one?\n1. fast\n2. small');
  });

  it('is the end of a long reply', () => {
    const question = findQuestion(`${'I read on.\n'.repeat(10_000)}Shall I?`) ?? '';
    assert.ok(question.endsWith('Shall I?'));
    assert.ok(question.length <= 2_000);
  });

  it('is read from any text', () => {
    const marks = fc.constantFrom(
      '?',
      '*',
      '_',
      '`',
      ' ',
      ')',
      ']',
      '(y/n)',
      '\n',
      '1.',
      '- ',
      '？',
    );
    const text = fc.oneof(
      fc.string({ unit: anyCodePoint }),
      fc.array(marks).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(text, (reply) => {
        const question = findQuestion(reply);
        assert.ok(question === undefined || question.length <= 2_000);
      }),
    );
  });

  it('is found at once in a reply that is nothing but marks', () => {
    for (const mark of ['*', '? ', ') ', '_`', '(y/n) ']) findQuestion(`${mark.repeat(200_000)}x`);
  });
});
