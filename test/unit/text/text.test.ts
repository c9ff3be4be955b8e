import assert from 'node:assert/strict';
import { countOf } from '../../../src/text/count';
import {
  compactDuration,
  compactElapsed,
  describeDuration,
  describeElapsed,
} from '../../../src/text/describeDuration';
import { enumerate, listSome, nameNumbers } from '../../../src/text/list';
import { shortOrdinal } from '../../../src/text/ordinal';
import { oneLine } from '../../../src/text/oneLine';
import { clockTime, timeLeft, utcTime } from '../../../src/text/time';
import { shortName, truncate } from '../../../src/text/truncate';

describe('texts', () => {
  it('on one line have no white space but single blanks inside', () => {
    assert.equal(oneLine(' a\r\n\tb\u00a0\u2028c '), 'a b c');
    assert.equal(oneLine(`${' '.repeat(1_000_000)}x`), 'x');
  });

  it('name a place by its ordinal', () => {
    const numbers = [1, 2, 3, 4, 11, 12, 13, 22, 103, 111];
    assert.equal(
      numbers.map(shortOrdinal).join(' '),
      '1st 2nd 3rd 4th 11th 12th 13th 22nd 103rd 111th',
    );
  });

  it('that are truncated end in …, never in half of a character', () => {
    assert.equal(truncate('abcd', 4), 'abcd');
    assert.equal(truncate('abcde', 4), 'abc…');
    assert.equal(truncate('ab🎉de', 4), 'ab…');
    assert.equal(truncate('abc', 0), '');
    assert.equal(shortName('x'.repeat(1_000_000)).length, 160);
  });

  it('count', () => {
    assert.equal(countOf(0, 'turn'), '0 turns');
    assert.equal(countOf(1, 'turn'), '1 turn');
    assert.equal(countOf(12_345, 'turn'), '12,345 turns');
    assert.equal(countOf(2, 'strategy', 'strategies'), '2 strategies');
  });

  it('list items, the first of many', () => {
    assert.equal(enumerate([]), '');
    assert.equal(enumerate(['a', 'b', 'c']), 'a, b and c');
    assert.equal(listSome(['a', 'b'], 2), 'a, b');
    assert.equal(listSome(['a', 'b', 'c'], 2), 'a, b and 1 more');
  });

  it('name numbered things, long runs as a range, very many by their ends', () => {
    assert.equal(nameNumbers('step', []), '');
    assert.equal(nameNumbers('step', [9]), 'step 9');
    assert.equal(nameNumbers('step', [9, 10]), 'steps 9 and 10');
    assert.equal(nameNumbers('step', [9, 11, 14]), 'steps 9, 11 and 14');
    assert.equal(nameNumbers('step', [3, 9, 10, 11, 12]), 'steps 3 and 9–12');
    const odd = Array.from({ length: 50 }, (_, index) => 2 * index + 1);
    assert.equal(nameNumbers('step', odd), '50 steps from 1 to 99');
  });
});

describe('lengths of time', () => {
  const lengths = [-5, 420, 12_100, 59_949, 59_950, 184_000, 3_600_000, 7_440_000];

  it('have at most two units in a sentence', () => {
    assert.deepEqual(lengths.map(describeDuration), [
      '0 s',
      '0.4 s',
      '12.1 s',
      '59.9 s',
      '1 min',
      '3 min 4 s',
      '1 h',
      '2 h 4 min',
    ]);
    const days = [86_399_000, 86_400_000, 2 * 86_400_000 + 3_661_000];
    assert.deepEqual(days.map(describeElapsed), ['23 h 59 min', '1 day', '2 days 1 h']);
    assert.deepEqual([-5, 999, 59_999, 68_000].map(describeElapsed), [
      '0 s',
      '0 s',
      '59 s',
      '1 min 8 s',
    ]);
  });

  it('are short in a column', () => {
    assert.equal(compactDuration(184_000), '3m 04s');
    assert.equal(compactElapsed(184_000), '3m 04s');
    assert.equal(compactElapsed((3 * 24 + 4) * 3_600_000), '3d 04h');
  });
});

describe('moments', () => {
  const now = new Date(2026, 10, 21, 14, 5);

  it('carry the day where it is another one', () => {
    assert.equal(clockTime(now.toISOString(), now), '14:05');
    assert.equal(clockTime(now.toISOString()), '2026-11-21 14:05');
    assert.equal(clockTime('soon', now), 'soon');
  });

  it('stand in UTC where others read them', () => {
    assert.equal(utcTime('2026-11-21T21:30:00.123Z'), '2026-11-21 21:30:00 UTC');
  });

  it('are so far away', () => {
    const later = new Date(now.getTime() + 65 * 60_000);
    assert.equal(timeLeft(later.toISOString(), now), 'in 1 h 5 min');
    assert.equal(timeLeft(now.toISOString(), now), 'now');
  });
});
