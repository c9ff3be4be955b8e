import { deepEqual, equal } from 'node:assert/strict';
import { readStream } from './readStream';

const limit = (status: string, resetsAt: unknown, rateLimitType = 'five_hour'): object => ({
  type: 'rate_limit_event',
  rate_limit_info: { status, resetsAt, rateLimitType, overageStatus: 'rejected' },
});
const failed = {
  ...{ type: 'result', subtype: 'success', is_error: true, session_id: 's' },
  result: "You've hit your session limit · resets 1:30am (Asia/Tokyo)",
};

function resetOf(...lines: readonly object[]): Date | undefined {
  return readStream('claude', [...lines, failed]).limitResetsAt;
}

describe('the limits of a plan that Claude Code tells of', () => {
  it('are met only where their status says so, not in healthy turns', () => {
    equal(resetOf(limit('allowed', 1_781_713_800)), undefined);
    equal(resetOf(limit('allowed_warning', 1_781_713_800)), undefined);
    deepEqual(resetOf(limit('rejected', 1_781_713_800)), new Date('2026-06-17T16:30:00Z'));
  });

  it('hold until the last of them is reset', () => {
    const reset = resetOf(
      limit('rejected', 1_781_713_800),
      limit('rejected', 1_782_000_000, 'seven_day'),
      limit('allowed', 1_781_800_000, 'seven_day_opus'),
    );
    deepEqual(reset, new Date(1_782_000_000_000));
  });

  it('are over when a later event allows calls again', () => {
    equal(resetOf(limit('rejected', 1_781_713_800), limit('allowed', 1_781_731_800)), undefined);
  });

  it('name no time where the event holds none', () => {
    for (const wrong of ['soon', null, undefined, -5, 0, Number.NaN])
      equal(resetOf(limit('rejected', wrong)), undefined);
    equal(resetOf({ type: 'rate_limit_event' }), undefined);
    equal(resetOf(limit('rejected', 1e300))?.getTime(), 8.64e15);
  });

  it('are bounded in number', () => {
    const many = Array.from({ length: 1_000 }, (_, n) => limit('rejected', 1 + n, `limit ${n}`));
    equal(resetOf(...many)?.getTime(), 20_000);
  });

  it('are events that are understood', () => {
    equal(readStream('claude', [limit('rejected', 1_781_713_800), failed]).reading.unknown, 0);
  });
});
