import assert from 'node:assert/strict';
import fc from 'fast-check';
import { toComparableLine } from '../../../../src/rules/attempts/sameEvidence';
import {
  toBlockersKey,
  includesAllBlockers,
  toWorkKey,
  includesAllWork,
} from '../../../../src/rules/attempts/sameEvidence';
import { normalise } from '../../../../src/rules/failure/signature/normalise';

describe('sameEvidence', () => {
  it('blockers are the same without what varies from run to run', () => {
    const same: readonly (readonly [string, string])[] = [
      ['jq is missing', 'JQ is missing.'],
      ['timed out after 5012 ms', 'timed out after 4873 ms'],
      ['cannot read /tmp/run-17/out.log', 'cannot read /tmp/run-18/out.log'],
      ['server on localhost:41233 is gone', 'server on localhost:53121 is gone'],
      ['a  b', ' a b '],
    ];
    for (const [a, b] of same) assert.equal(toBlockersKey([a]), toBlockersKey([b]));
    assert.notEqual(toBlockersKey(['task T2 is open']), toBlockersKey(['task T3 is open']));
  });

  it('order, repetition and empty lines do not count', () => {
    assert.equal(toBlockersKey(['a', 'b', 'a', '']), toBlockersKey(['b', 'a']));
    assert.equal(toWorkKey(['', ' ']), toWorkKey([]));
  });

  it('values of completed work count', () => {
    assert.notEqual(toWorkKey(['set the limit to 200ms']), toWorkKey(['set the limit to 300ms']));
    assert.notEqual(toWorkKey(['tests 1-4 pass']), toWorkKey(['tests 1-5 pass']));
  });

  it('tells whether lines are among others', () => {
    assert.equal(includesAllWork([], []), true);
    assert.equal(includesAllWork(['Read a.', ''], ['read b', 'read a']), true);
    assert.equal(includesAllWork(['read c'], ['read a']), false);
    assert.equal(includesAllBlockers(['x after 12 ms'], ['x after 99 ms', 'y']), true);
    assert.equal(includesAllBlockers(['z'], []), false);
  });

  it('a line that is not masked, as nothing in it varies, is one that masking would not change', () => {
    const words = fc.constantFrom(
      ...[
        'tmp',
        '/tmp/a',
        'src/app/main.ts',
        '...',
        'FAILED',
        '---',
        '___',
        '{b, a}',
        'B',
        'sSsSsSsSs.',
      ],
      ...[
        '/home/me/x',
        '/Users/me',
        'C:\\Temp',
        'May',
        'in 3 s',
        '(node',
        'at',
        'Ünit',
        '-',
        'pid:',
        '~',
      ],
    );
    const line = fc.oneof(
      fc.array(words, { maxLength: 6 }).map((list) => list.join(' ')),
      fc.stringMatching(/^[a-zA-Z .,:;()/_-]{0,40}$/),
    );
    fc.assert(
      fc.property(line, fc.boolean(), (text, isStatement) => {
        const folded = text.replace(/\s+/g, ' ').trim();
        const masked = normalise(folded, '', isStatement).toLowerCase();
        assert.equal(toComparableLine(text, isStatement), masked.replace(/[\s.!…]+$/, ''));
      }),
      { numRuns: 1_000 },
    );
  });
});
