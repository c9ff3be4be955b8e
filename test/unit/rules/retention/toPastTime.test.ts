import { equal } from 'node:assert/strict';
import { toPastTime } from '../../../../src/rules/retention/toPastTime';

describe('a recorded moment', () => {
  it('is what was recorded, but never later than now, and now where it cannot be read', () => {
    equal(toPastTime('1970-01-01T00:00:01Z', 5_000), 1_000);
    equal(toPastTime(1_000, 5_000), 1_000);
    for (const wrong of ['1970-01-01T00:00:06Z', '', 'soon', 5_001, NaN, Infinity, -Infinity]) {
      equal(toPastTime(wrong, 5_000), 5_000, String(wrong));
    }
  });
});
