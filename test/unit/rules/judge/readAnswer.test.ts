import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readAnswer } from '../../../../src/rules/judge/readAnswer';
import { MAX_REASONING } from '../../../../src/model/judge/judgedTurn';

const VERDICT = { isRegressive: false, noProgress: true, external: false, reasoning: 'as before' };
const JSON_TEXT = JSON.stringify(VERDICT);

describe('readAnswer', () => {
  for (const [name, text] of [
    ['alone', JSON_TEXT],
    ['in a fence', `\`\`\`json\n${JSON_TEXT}\n\`\`\``],
    ['after thinking', `<think>The data says {"noProgress": false} …</think>\n${JSON_TEXT}`],
    ['in a sentence', `Here you are: ${JSON_TEXT} I hope it helps.`],
    ['with a key more', JSON.stringify({ ...VERDICT, confidence: 0.7 })],
    ['after another one', `${JSON.stringify({ ...VERDICT, noProgress: false })} No: ${JSON_TEXT}`],
  ] as const) {
    it(`reads an answer ${name}`, () => {
      assert.deepEqual(readAnswer(text), VERDICT);
    });
  }

  for (const [name, text] of [
    ['nothing', ''],
    ['half an object', JSON_TEXT.slice(0, 40)],
    ['numbers for booleans', JSON.stringify({ ...VERDICT, noProgress: 1 })],
    ['words for booleans', JSON.stringify({ ...VERDICT, external: 'no' })],
    ['no reason', JSON.stringify({ ...VERDICT, reasoning: '' })],
    ['a list', JSON.stringify([true, false])],
    ['null', 'null'],
    ['many brackets', '{'.repeat(50_000) + '}'.repeat(50_000)],
  ] as const) {
    it(`reads none out of ${name}`, () => {
      assert.equal(readAnswer(text), undefined);
    });
  }

  it('keeps a reason in one paragraph, bounded, without keys', () => {
    const reasoning = `bad\n\n\u001b[31mnews\u202e ${'x'.repeat(5_000)}`;
    const read = readAnswer(JSON.stringify({ ...VERDICT, reasoning }));
    assert.equal(read?.reasoning.length, MAX_REASONING);
    assert.match(read.reasoning, /^bad \[31mnews x+…$/);

    const secret = readAnswer(
      JSON.stringify({ ...VERDICT, reasoning: 'sk-abcdefgh12345678 is it' }),
    );
    assert.equal(secret?.reasoning.includes('abcdefgh12345678'), false);
  });

  it('never throws, and says nothing else than was said', () => {
    fc.assert(
      fc.property(fc.string(), fc.json(), (before, json) => {
        assert.equal(readAnswer(before + json), undefined);
        assert.deepEqual(readAnswer(`${before} ${JSON_TEXT}`), VERDICT);
      }),
    );
  });
});
