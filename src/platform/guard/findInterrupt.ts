import { isAbsolute } from 'node:path';
import type { GuardedAgent } from '../../model/guard/guardedAgent';
import { isObject, wordOf, type JsonObject } from '../json/jsonValue';
import { HOOK_ADAPTERS } from './agents/hookAdapters';
import { readTail } from './agents/readTail';

/** Bytes at the end of a recording that are searched: little follows an interrupt. */
const SEARCHED = 256 * 1024;

/** Where and when an interrupt is looked for. */
export interface InterruptQuestion {
  readonly agent: GuardedAgent;
  /** The agent's own recording of the session, with any content. */
  readonly recording: string | undefined;
  /** ISO 8601, UTC: of the prompt, and of the moment at which the agent does not work any more if it was interrupted. */
  readonly since: string;
  readonly until: string;
}

/**
 * When the user of an agent interrupted it, ISO 8601 in UTC, as its own recording says: no hook tells of it. Undefined
 * where it worked on since, where the recording cannot be read, and for agents whose recordings are not known. Never throws.
 */
export function findInterrupt(question: InterruptQuestion): string | undefined {
  const { agent, recording, since, until } = question;
  const { readRecorded } = HOOK_ADAPTERS[agent];
  if (readRecorded === undefined || recording === undefined || !isAbsolute(recording)) return;
  for (const line of linesFromEnd(recording)) {
    const at = timeOf(line);
    const said = at === undefined || at >= until ? undefined : readRecorded(line);
    if (said === undefined) continue;
    return said === 'interrupt' && at !== undefined && at >= since ? at : undefined;
  }
  return undefined;
}

function* linesFromEnd(file: string): Iterable<JsonObject> {
  try {
    for (const line of readTail(file, SEARCHED).split('\n').toReversed()) {
      const parsed = line === '' ? undefined : parse(line);
      if (isObject(parsed)) yield parsed;
    }
  } catch {
    // It is gone, or not readable.
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // Half a line.
    return undefined;
  }
}

function timeOf({ timestamp }: JsonObject): string | undefined {
  const at = new Date(wordOf(timestamp) ?? '');
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
