import { setImmediate } from 'node:timers/promises';
import { BUILT_IN_LIMITS } from '../../model/config/limits';
import { ANSWER_ABILITIES } from '../../model/guard/answerAbilities';
import type { GuardedProof } from '../../model/guard/guardedProof';
import { toSessionRecord } from '../../model/guard/toSessionRecord';
import { readSessionName } from '../../platform/guard/sessionFile';
import { SessionTail } from '../../platform/guard/sessionTail';
import { SessionProof } from '../../rules/guard/sessionProof';

/** How long reading goes on before other work has its turn, in ms. */
const SLICE_MS = 10;

/**
 * Reads what the guard recorded of a session, found in it and answered, from its file; undefined for another file. Throws
 * the error of the system where it cannot be read.
 */
export async function readGuardedProof(file: string): Promise<GuardedProof | undefined> {
  const name = readSessionName(file);
  if (name === undefined) return undefined;
  const abilities = ANSWER_ABILITIES[name.agent];
  const all = new SessionProof({ limits: BUILT_IN_LIMITS, abilities });
  const tail = new SessionTail(file);
  const take = (line: string): void => {
    const record = toSessionRecord(line);
    if (record !== undefined) all.observe(record);
  };
  const isLate = (since: number) => (): boolean => performance.now() - since > SLICE_MS;
  while (!tail.readOn(take, isLate(performance.now()))) await setImmediate();
  return { session: { ...name, file, ...all.state }, ...all.proof };
}
