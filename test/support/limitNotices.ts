import { readFileSync } from 'node:fs';
import type { ExternalKind } from '../../src/model/failure/failure';

/** A notice as an agent or its service printed it. */
export interface LimitNotice {
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
export interface LimitLookAlike {
  readonly by: string;
  readonly text: string;
  readonly why: string;
  /** The other failure that it may be. */
  readonly is?: ExternalKind;
}

/** How far a wait may end from the time that a notice names, in milliseconds. */
export const TOLERANCE = 60_000;

function readFixture(name: string): unknown {
  return JSON.parse(readFileSync(`test/fixtures/limits/${name}.json`, 'utf8'));
}

export const LIMIT_NOTICES = readFixture('notices') as readonly LimitNotice[];
export const LIMIT_LOOK_ALIKES = readFixture('lookAlikes') as readonly LimitLookAlike[];

/** Its text on one line, short enough for a test's name. */
export function shownNotice(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, 120);
}
