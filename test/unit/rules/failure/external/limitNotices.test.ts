import assert from 'node:assert/strict';
import {
  findExternalFailure,
  type ExternalFailure,
} from '../../../../../src/rules/failure/external/externalFailure';
import { outputLines } from '../../../../../src/rules/output/outputLines';
import {
  LIMIT_LOOK_ALIKES,
  LIMIT_NOTICES,
  shownNotice,
  TOLERANCE,
} from '../../../../support/limitNotices';

function read(text: string, now: Date, endedWell: boolean): ExternalFailure | undefined {
  const lines = outputLines(text);
  return findExternalFailure({ speaker: 'agent', hasWorked: false, lines, now, endedWell });
}

describe('notices of limits', () => {
  for (const { agent, limit, text, seen, until, pays } of LIMIT_NOTICES) {
    it(`${agent}, ${limit}: ${shownNotice(text)}: ${until ?? 'names no time'}`, () => {
      const now = new Date(seen);
      const failure = read(text, now, false);
      assert.equal(failure?.kind, 'rate_limit');
      assert.equal(
        failure.handling === 'blocked' && failure.retryAfterMs === undefined,
        pays ?? false,
      );
      if (until === undefined) assert.equal(failure.retryAfterMs, undefined);
      else {
        const end = now.getTime() + (failure.retryAfterMs ?? 0);
        assert.ok(Math.abs(end - Date.parse(until)) <= TOLERANCE, new Date(end).toISOString());
      }
    });
  }

  it('may be followed by what to do about it, after exit code 0 too', () => {
    const text =
      "You've hit your monthly spend limit · your session limit resets 2:40pm (Asia/Jakarta)\n/usage-credits to adjust your monthly spend limit.";
    const failure = read(text, new Date('2026-09-02T04:00:00Z'), true);
    assert.equal(failure?.retryAfterMs, 220 * 60_000);
  });

  it('name every form of time, of many agents', () => {
    assert.ok(LIMIT_NOTICES.filter(({ until }) => until !== undefined).length >= 90);
    assert.ok(new Set(LIMIT_NOTICES.map(({ agent }) => agent)).size >= 25);
  });
});

describe('what looks like a notice of a limit', () => {
  for (const { by, text, why, is } of LIMIT_LOOK_ALIKES) {
    it(`${by}: ${shownNotice(text)}: ${why}`, () => {
      for (const endedWell of [false, true]) {
        const failure = read(text, new Date('2026-11-28T12:00:00Z'), endedWell);
        assert.ok(failure === undefined || failure.kind === is);
        assert.equal(failure?.retryAfterMs, undefined);
      }
    });
  }

  it('is an answer where an agent that ended well tells what another service answered', () => {
    const reply =
      'Error: the GitHub API returned 429 Too Many Requests because your script exceeds the secondary rate limit. Add a backoff.';
    assert.equal(read(reply, new Date(), true), undefined);
  });
});
