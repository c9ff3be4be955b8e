import assert from 'node:assert/strict';
import { findRepetitivePart } from '../../../../../src/rules/steps/text/findRepetitivePart';

const LIMITS = { length: 1_200, minWords: 60, maxShare: 0.25, bySentence: false };

function find(text: string): string | undefined {
  return findRepetitivePart(text, LIMITS);
}

function findSaid(text: string): string | undefined {
  return findRepetitivePart(text, { ...LIMITS, bySentence: true });
}

function rows(count: number, row: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => row(at)).join('\n');
}

describe('a text that consists of little but repetitions', () => {
  it('is found wherever it repeats, with the sentence that it repeats', () => {
    const piece = 'I will now run the tests again and see what they say. ';
    assert.equal(find(`Well. ${piece.repeat(12)}`), piece.trim());
    const prose = rows(20, (at) => `${'abcdefghijklmnopqrst'[at]}${at} leads to room ${at * 7}`);
    assert.equal(find(`${piece.repeat(40)}${prose}`), piece.trim());
  });

  it('is found in lists with small variation and new numbers', () => {
    const parts = ['the index', 'the queue', 'the cache'];
    const list = rows(
      40,
      (at) => `${at + 1}. I should also consider ${parts[at % 3] ?? ''} again.`,
    );
    assert.match(find(list) ?? '', /^I should also consider/);
    assert.match(find(JSON.stringify({ thought: list })) ?? '', /I should also consider/);
  });

  it('is found in stuttering and without spaces', () => {
    assert.ok(find('the '.repeat(80)) !== undefined);
    assert.equal(find('再试一次看看结果。'.repeat(60)), '再试一次看看结果。');
  });

  it('is found in sentences that come back with others in between, and in a short text of one sentence', () => {
    const sides = [
      'left',
      'right',
      'upper',
      'lower',
      'inner',
      'outer',
      'near',
      'far',
      'first',
      'last',
    ];
    const turns = sides
      .map(
        (side, at) =>
          `Or the ${side} door ${at}. No, the key fits. Then the lock must be looked at first, as it was oiled on the day before. `,
      )
      .join('');
    const said = 'Then the lock must be looked at first, as it was oiled on the day before.';
    assert.equal(findSaid(turns), said);
    assert.equal(find(turns), undefined);
    assert.equal(
      findSaid(`Hm. ${'I have to open the door. '.repeat(11)}`),
      'I have to open the door.',
    );
    assert.equal(findSaid(rows(14, (at) => `Test ${at} of the lock passes.`)), undefined);
    const plan = sides.map((side) => `Open the ${side} door. `).join('');
    assert.equal(findSaid(`${plan}${'Then check the lock. '.repeat(4)}`), undefined);
  });

  it('is none in a short list with equal items, in dashes, in tables and in generated data', () => {
    assert.equal(find('- [x] the step is done\n'.repeat(12)), undefined);
    assert.equal(find('-'.repeat(2_000)), undefined);
    assert.equal(find(rows(80, (at) => `| row ${at} | passed the check |`)), undefined);
    assert.equal(find(rows(60, (at) => `(${at}, 'Pier ${at}', 'south', true),`)), undefined);
    const rules = rows(40, (at) => `.step-${at} { color: hsl(${200 + at} 60% 90%) }`);
    assert.equal(find(rules), undefined);
  });

  it('is none in a long list whose items differ in a word or a number', () => {
    const task = rows(
      60,
      (at) =>
        `- [ ] check that the fare of zone ${at} is rounded to the cent and shown in the offer`,
    );
    const rooms = rows(
      40,
      (at) => `Room ${at} has one door. It is clean and may be let from May on.`,
    );
    const seats = rows(
      60,
      (at) =>
        `(${at}, 'seat', 'free', 12.5, 'north', NULL, '', 2, 'B', 'near the door', 0, 0, 0, 0)`,
    );
    for (const list of [task, rooms, seats, seats.replaceAll('\n', ', ')])
      assert.equal(findSaid(list), undefined);
    const stutters = rows(20, (at) => 'to the '.repeat(at + 9));
    assert.ok(findSaid(stutters) !== undefined);
  });

  it('takes time linear in the length of a text', () => {
    const start = performance.now();
    find('ab '.repeat(500_000));
    find('a'.repeat(1_500_000));
    assert.ok(performance.now() - start < 500);
  });
});
