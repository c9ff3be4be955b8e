import { isAbsolute } from 'node:path';
import { isObject } from '../../json/jsonValue';
import { readTail } from './readTail';

/** Bytes at the end of a rollout that are searched: the record of a command holds its whole output. */
const SEARCHED = 2 * 1024 * 1024;

/**
 * Whether a command of Codex failed, as the rollout of its session says: Codex writes it before the hook starts, which
 * gets no exit code itself. Undefined where the rollout cannot be read or does not tell. Never throws.
 */
export function readFailure(rollout: unknown, call: unknown): boolean | undefined {
  if (typeof rollout !== 'string' || typeof call !== 'string' || !isAbsolute(rollout)) return;
  try {
    return findFailure(readTail(rollout, SEARCHED), call);
  } catch {
    return undefined;
  }
}

function findFailure(tail: string, call: string): boolean | undefined {
  for (const line of tail.split('\n').toReversed()) {
    if (!line.includes('CommandExecution') || !line.includes(call)) continue;
    const { payload } = JSON.parse(line) as { readonly payload?: unknown };
    const item = isObject(payload) ? payload['item'] : undefined;
    if (!isObject(item) || item['type'] !== 'CommandExecution' || item['id'] !== call) continue;
    const exit = item['exit_code'];
    return typeof exit === 'number' ? exit !== 0 : undefined;
  }
  return undefined;
}
