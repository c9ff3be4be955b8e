import type { GuardedSession } from '../../model/guard/guardedSession';
import type { Handlers, Outcome } from './answerRequest';
import type { FolderApp } from '../folders/folderApp';
import type { ActionAnswer } from '../notifications/showAnswer';
import type { SessionActions } from '../guard/sessionActions';

/** Dependencies of the handlers. */
export interface SessionHandlerOptions {
  readonly sessions: SessionActions;
  /** Acts in the folder of the dashboard; refused in an untrusted workspace. */
  readonly act: (
    action: (folder: FolderApp) => Promise<ActionAnswer | undefined>,
  ) => Promise<Outcome<'sessionProof'>>;
}

const GONE = 'This session is no longer listed.';

/** Answers the dashboard's requests about guarded sessions. */
export function sessionHandlers({
  sessions,
  act,
}: SessionHandlerOptions): Pick<
  Handlers,
  | 'sessionProof'
  | 'sessionSeen'
  | 'sessionNotALoop'
  | 'rewindSession'
  | 'snoozeSession'
  | 'makeTask'
> {
  const onSession = (
    key: string,
    action: (session: GuardedSession) => Promise<ActionAnswer | undefined>,
  ): Promise<Outcome<'sessionProof'>> =>
    act(async ({ folder }) => {
      const session = sessions.find(folder, key);
      return session === undefined ? { ok: false, message: GONE } : await action(session);
    });
  return {
    sessionProof: ({ session }) => onSession(session, (found) => sessions.proof(found)),
    sessionSeen: ({ session }) => onSession(session, (found) => sessions.seen(found)),
    sessionNotALoop: ({ session }) => onSession(session, (found) => sessions.notALoop(found)),
    rewindSession: ({ session }) => onSession(session, (found) => sessions.rewind(found)),
    snoozeSession: ({ session, on }) => onSession(session, (found) => sessions.snooze(found, on)),
    makeTask: async ({ session }) => {
      let task = { title: '', goal: '' };
      const done = await act(async (folder) => {
        const found = sessions.find(folder.folder, session);
        if (found === undefined) return { ok: false, message: GONE };
        const suggested = await sessions.suggestTask(folder, found);
        if (suggested.ok) task = suggested.task;
        return suggested;
      });
      return done.ok ? { ok: true, result: { ...done.result, ...task } } : done;
    },
  };
}
