import { BUILT_IN_LIMITS } from '../model/config/limits';
import { ANSWER_ABILITIES } from '../model/guard/answerAbilities';
import type { GuardedAgent } from '../model/guard/guardedAgent';
import type { HookAnswer } from '../model/guard/hookAnswer';
import { readSessionName } from '../platform/guard/sessionFile';
import { SessionTail } from '../platform/guard/sessionTail';
import { SessionJudge } from '../rules/guard/sessionJudge';

/** Judges a session's file, and what is appended to it. */
export class SessionReader {
  private readonly tail: SessionTail;
  private readonly judge: SessionJudge;

  constructor(file: string, agent: GuardedAgent) {
    this.tail = new SessionTail(file);
    const session = readSessionName(file)?.id ?? '';
    const abilities = ANSWER_ABILITIES[agent];
    this.judge = new SessionJudge({ session, limits: BUILT_IN_LIMITS, abilities });
  }

  /**
   * Reads on; returns the answer to a record, or nothing if that takes longer than until `deadline` (on the clock of
   * `performance.now()`). Throws the error of the system where the file cannot be read.
   */
  answerTo(id: string, deadline: number): HookAnswer | 'late' {
    const isRead = this.tail.readOn(
      (line) => this.judge.take(line),
      () => performance.now() > deadline,
    );
    return isRead ? this.judge.answerTo(id) : 'late';
  }
}
