import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findLessons } from '../../../../src/rules/lessons/findLessons';
import { readFailure, failureSimilarity } from '../../../../src/rules/lessons/failureSimilarity';
import type { FailureSignature } from '../../../../src/model/failure/failure';
import { lessonOf, signatureOf } from './lessonSamples';
import { anyCodePoint } from '../../../support/anyCodePoint';

const MISSING = "Error: Cannot find module 'express'\n    at load (/home/dev/shop/src/main.js:3:1)";
const OTHER = "Error: Cannot find module 'lodash'\n    at load (/home/dev/shop/src/cart.js:9:1)";

function alike(a: FailureSignature, b: FailureSignature): number {
  return failureSimilarity(readFailure(a), readFailure(b));
}

describe('finding lessons', () => {
  it('puts the same failure before any similar one, however often that one helped', () => {
    const same = lessonOf(MISSING, { id: 'same', helped: 1 });
    const similar = lessonOf(OTHER, { id: 'similar', helped: 500 });

    const found = findLessons([similar, same], signatureOf(MISSING));

    assert.deepEqual(
      found.map(({ lesson }) => lesson.id),
      ['same', 'similar'],
    );
    assert.equal(found[0]?.similarity, 1);
    assert.ok((found[1]?.similarity ?? 1) < 1);
  });

  it('knows the same failure at other lines of your own files', () => {
    const moved = MISSING.replace('main.js:3:1', 'main.js:88:4');
    assert.equal(findLessons([lessonOf(MISSING)], signatureOf(moved))[0]?.similarity, 1);
  });

  it('puts the one that helped more often first where they are alike', () => {
    const lessons = [1, 7, 3].map((helped) => lessonOf(OTHER, { id: `helped ${helped}`, helped }));
    const ids = findLessons(lessons, signatureOf(MISSING)).map(({ lesson }) => lesson.id);
    assert.deepEqual(ids, ['helped 7', 'helped 3', 'helped 1']);
  });

  it('puts the newer one first where they helped equally often', () => {
    const lessons = ['2026-01-01', '2026-03-01', '2026-02-01'].map((at) =>
      lessonOf(OTHER, { id: at, at }),
    );
    const ids = findLessons(lessons, signatureOf(MISSING), 2).map(({ lesson }) => lesson.id);
    assert.deepEqual(ids, ['2026-03-01', '2026-02-01']);
  });

  it('finds the same message in another file, after the same failure', () => {
    const samples = [
      [
        'Error: 9.72 !== 9.73\n    at total (/home/dev/shop/',
        'src/cart.js:3:1)',
        'src/order.js:8:2)',
      ],
      ['', 'cart_test.go:8: got 3, want 4', 'order_test.go:21: got 3, want 4'],
      [
        'FAILED ',
        'tests/test_a.py::test_x - assert 1 == 2',
        'tests/test_b.py::test_y - assert 1 == 2',
      ],
    ] as const;
    for (const [start, one, other] of samples) {
      const lesson = lessonOf(`${start}${other}`, { id: 'elsewhere' });
      const same = lessonOf(`${start}${one}`, { id: 'same' });
      const found = findLessons([lesson, same], signatureOf(`${start}${one}`));
      assert.deepEqual(
        found.map(({ lesson: { id }, similarity }) => [id, similarity < 1]),
        [
          ['same', false],
          ['elsewhere', true],
        ],
      );
    }
  });

  it('finds nothing by what every tool prints', () => {
    const one = 'AssertionError: expected 3 to equal 4';
    const other = 'AssertionError: expected 17 to equal 20';
    assert.deepEqual(findLessons([lessonOf(one)], signatureOf(other)), []);
  });

  it('takes the tests that fail for proof that a message alone does not give', () => {
    const said = "AssertionError: basket says 'full' and not 'empty'";
    const other = "AssertionError: basket says 'closed' instead";
    const tests = ['basket › is emptied', 'basket › says so'];
    const bare = alike(signatureOf(said), signatureOf(other));
    const proven = alike(signatureOf(said, tests), signatureOf(other, tests));
    assert.ok(proven > bare, `${proven} > ${bare}`);
  });

  it('is the same in both directions, between 0 and 1, and 1 for itself alone', () => {
    const word = fc.constantFrom('error', 'TS2307', 'Cannot', 'find', "'cart'", 'module', 'x.ts:3');
    const message = fc.oneof(
      fc.array(word, { maxLength: 12 }).map((words) => `Error: ${words.join(' ')}`),
      fc.string({ unit: anyCodePoint, maxLength: 300 }),
    );
    fc.assert(
      fc.property(message, message, (one, other) => {
        const [a, b] = [signatureOf(one), signatureOf(other)];
        const found = alike(a, b);
        assert.ok(Math.abs(found - alike(b, a)) < 1e-9);
        assert.ok(found >= 0 && found <= 1);
        assert.equal(found === 1, a.hash === b.hash);
        assert.equal(alike(a, a), 1);
      }),
    );
  });

  it('does not depend on the order in which lessons were learned', () => {
    const lessons = [MISSING, OTHER, 'Error: listen EADDRINUSE: address already in use :::3000']
      .flatMap((output) => [output, output.replace('Error', 'Problem')])
      .map((output, index) => lessonOf(output, { id: `lesson ${index}`, helped: 1 + (index % 2) }));
    const failure = signatureOf(OTHER.replace('lodash', 'dayjs'));
    const expected = findLessons(lessons, failure, 10);
    assert.ok(expected.length > 1);
    const orders = fc.shuffledSubarray(lessons, { minLength: lessons.length });
    fc.assert(
      fc.property(orders, (shuffled) => {
        assert.deepEqual(findLessons(shuffled, failure, 10), expected);
      }),
    );
  });

  it('is not held up by hostile messages', () => {
    const hostile = [
      '\'`"'.repeat(170),
      '(((((a.b.c.'.repeat(45),
      `${'aA_'.repeat(160)}Erro`,
      '\ue000\ue001x'.repeat(90),
    ];
    const lessons = Array.from({ length: 200 }, (_, index) =>
      lessonOf('', {
        id: `lesson ${index}`,
        failure: { ...signatureOf(`Error: ${index}`), exactMessage: hostile[index % 4] ?? '' },
      }),
    );
    assert.doesNotThrow(() => findLessons(lessons, signatureOf(MISSING)));
  });
});
