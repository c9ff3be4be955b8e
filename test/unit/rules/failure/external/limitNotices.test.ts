import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { ExternalKind } from '../../../../../src/model/failure/failure';
import {
  findExternalFailure,
  type ExternalFailure,
} from '../../../../../src/rules/failure/external/externalFailure';
import { outputLines } from '../../../../../src/rules/output/outputLines';

/** A notice as an agent or its service printed it. */
interface Notice {
  readonly agent: string;
  readonly limit: string;
  readonly text: string;
  /** When it was read; without a zone in local time, as `until`. */
  readonly seen: string;
  /** The time that it names; absent if it names none. */
  readonly until?: string;
  /** Waiting does not help. */
  readonly pays?: true;
}

/** What looks like a notice but is none. */
interface LookAlike {
  readonly by: string;
  readonly text: string;
  readonly why: string;
  /** The other failure that it may be. */
  readonly is?: ExternalKind;
}

function readFixture(name: string): unknown {
  return JSON.parse(readFileSync(`test/fixtures/limits/${name}.json`, 'utf8'));
}

const NOTICES = readFixture('notices') as readonly Notice[];
const LOOK_ALIKES = readFixture('lookAlikes') as readonly LookAlike[];
/** How far a wait may end from the time that the notice names. */
const TOLERANCE = 60_000;

function read(text: string, now: Date, endedWell: boolean): ExternalFailure | undefined {
  const lines = outputLines(text);
  return findExternalFailure({ speaker: 'agent', hasWorked: false, lines, now, endedWell });
}

function shown(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, 120);
}

describe('notices of limits', () => {
  for (const { agent, limit, text, seen, until, pays } of NOTICES) {
    it(`${agent}, ${limit}: ${shown(text)}: ${until ?? 'names no time'}`, () => {
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

  it('name every form of time, of many agents', () => {
    assert.ok(NOTICES.filter(({ until }) => until !== undefined).length >= 90);
    assert.ok(new Set(NOTICES.map(({ agent }) => agent)).size >= 25);
  });
});

describe('what looks like a notice of a limit', () => {
  for (const { by, text, why, is } of LOOK_ALIKES) {
    it(`${by}: ${shown(text)}: ${why}`, () => {
      for (const endedWell of [false, true]) {
        const failure = read(text, new Date('2026-11-28T12:00:00Z'), endedWell);
        assert.ok(failure === undefined || failure.kind === is);
        assert.equal(failure?.retryAfterMs, undefined);
      }
    });
  }
});
