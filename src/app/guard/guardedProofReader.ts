import { setImmediate } from 'node:timers/promises';
import { BUILT_IN_LIMITS } from '../../model/config/limits';
import { ANSWER_ABILITIES } from '../../model/guard/answerAbilities';
import type { GuardedProof } from '../../model/guard/guardedProof';
import type { GuardedSession } from '../../model/guard/guardedSession';
import { toSessionRecord } from '../../model/guard/toSessionRecord';
import { readSessionName } from '../../platform/guard/sessionFile';
import { SessionTail } from '../../platform/guard/sessionTail';
import { SessionProof } from '../../rules/guard/sessionProof';

/** How long reading goes on before other work has its turn, in ms. */
const SLICE_MS = 10;

/** Reads what the guard recorded of a session, found in it and answered, from its file. */
export class GuardedProofReader {
  private readonly all: SessionProof;
  private readonly tail: SessionTail;

  private constructor(private readonly session: Pick<GuardedSession, 'agent' | 'id' | 'file'>) {
    const abilities = ANSWER_ABILITIES[session.agent];
    this.all = new SessionProof({ session: session.id, limits: BUILT_IN_LIMITS, abilities });
    this.tail = new SessionTail(session.file);
  }

  /** Undefined where the file is not one of a session. */
  static of(file: string): GuardedProofReader | undefined {
    const name = readSessionName(file);
    return name && new GuardedProofReader({ ...name, file });
  }

  /** Reads on to the end of the file; all of it so far. Throws the error of the system. One call at a time. */
  async read(): Promise<GuardedProof> {
    const take = (line: string): void => {
      const record = toSessionRecord(line);
      if (record !== undefined) this.all.observe(record);
    };
    const isLate = (since: number) => (): boolean => performance.now() - since > SLICE_MS;
    while (!this.tail.readOn(take, isLate(performance.now()))) await setImmediate();
    return { session: { ...this.session, ...this.all.state }, ...this.all.proof };
  }
}
