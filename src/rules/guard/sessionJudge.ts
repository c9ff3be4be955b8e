import { NO_ANSWER, type HookAnswer } from '../../model/guard/hookAnswer';
import { toSessionRecord } from '../../model/guard/toSessionRecord';
import { RecentMap } from '../steps/memory/recentMap';
import { SessionGuard, type GuardOptions } from './sessionGuard';
import type { SessionState } from '../../model/guard/guardedSession';

/** Number of the newest records whose answers are kept: as many hooks may wait for theirs. */
const MAX_ANSWERS = 1_000;

/** Judges the lines of one session's file as they are written. Never throws. */
export class SessionJudge {
  /** Lines that are no record: half written, or damaged. */
  unreadable = 0;
  private readonly guard: SessionGuard;
  private readonly answers = new RecentMap<HookAnswer>(MAX_ANSWERS);

  constructor(options: GuardOptions) {
    this.guard = new SessionGuard(options);
  }

  /** Takes the next line. */
  take(line: string): void {
    const record = toSessionRecord(line);
    if (record === undefined) this.unreadable += 1;
    else this.answers.set(record.id, this.guard.observe(record));
  }

  /** The answer to a record; nothing if it was not read, or too long ago. */
  answerTo(id: string): HookAnswer {
    return this.answers.get(id) ?? NO_ANSWER;
  }

  get state(): SessionState {
    return this.guard.state;
  }
}
