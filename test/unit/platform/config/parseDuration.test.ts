import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseDuration, TIME_LIMIT_RANGE } from '../../../../src/platform/config/parseDuration';

describe('a duration', () => {
  it('is a number with a unit, or several, the largest first', () => {
    const examples = {
      '30m': 1_800_000,
      '45s': 45_000,
      '2h': 7_200_000,
      '500ms': 500,
      '24h': 86_400_000,
    };
    for (const [text, ms] of Object.entries(examples)) assert.equal(parseDuration(text), ms, text);
    assert.equal(parseDuration('1h30m'), 5_400_000);
    assert.equal(parseDuration('1h2m3s4ms'), 3_723_004);
  });

  it('is nothing else', () => {
    const wrong = [
      '',
      ' ',
      '30',
      'm',
      '1.5h',
      '-1s',
      '+1s',
      '1 m',
      '30M',
      '1d',
      '30m1h',
      '1m1m',
      '1e3s',
    ];
    for (const text of [...wrong, '0x1s', '３m', '30m\n', 'Infinitys', '9'.repeat(400) + 'h'])
      assert.equal(parseDuration(text), undefined, text);
  });

  it('is more than nothing and at most a day', () => {
    for (const text of ['0s', '0h0m', '24h1ms', '25h', '86400001ms', '999999999h'])
      assert.equal(parseDuration(text), undefined, text);
  });

  it('adds up, whatever its parts', () => {
    const part = fc.nat(1000);
    fc.assert(
      fc.property(part, part, part, part, (h, m, s, ms) => {
        const total = h * 3_600_000 + m * 60_000 + s * 1000 + ms;
        const expected = total > 0 && total <= TIME_LIMIT_RANGE.max ? total : undefined;
        assert.equal(parseDuration(`${h}h${m}m${s}s${ms}ms`), expected);
      }),
    );
  });
});
