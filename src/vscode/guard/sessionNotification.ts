import { GUARDED_AGENT_NAMES } from '../../model/guard/guardedAgent';
import type { GuardedLoop, GuardedSession } from '../../model/guard/guardedSession';
import { withFullStop } from '../../text/sentence';
import type { NotificationSurface } from '../notifications/notificationSurface';
import { notificationText } from '../text/editorWords';
import { sanitizeLabel } from '../text/sanitizeLabel';
import type { SessionActions } from './sessionActions';
import { sessionKey } from './sessionView';
import type { FolderSessions } from './sessionWatch';

/** Longest message of a loop, and longest prompt, in a notification, in characters. */
const MAX_MESSAGE = 160;
const MAX_ASKED = 60;

const PROOF = 'Proof';
const NOT_A_LOOP = 'This Was Not a Loop';
const REWIND = 'Rewind…';

/** Dependencies of `SessionNotification`. */
export interface SessionNotificationOptions extends Pick<
  NotificationSurface,
  'ask' | 'level' | 'showAnswer' | 'report'
> {
  readonly actions: Pick<SessionActions, 'proof' | 'notALoop' | 'rewind'>;
}

/** Notifies once about each loop for which Devs stopped a session since the window was opened. */
export class SessionNotification {
  /** Folders that were looked at, and stopped sessions with their loops. */
  private readonly folders = new Set<string>();
  private readonly seen = new Set<string>();

  constructor(private readonly options: SessionNotificationOptions) {}

  /** Call after each look at the sessions. */
  update(folders: readonly FolderSessions[]): void {
    const uriOf = ({ folder }: FolderSessions): string => folder.uri.toString();
    const isNew = (each: FolderSessions): boolean => !this.folders.has(uriOf(each));
    const earlier = stoppedSessions(folders.filter(isNew));
    for (const { key } of earlier) this.seen.add(key);
    for (const each of folders) this.folders.add(uriOf(each));
    for (const each of stoppedSessions(folders)) {
      if (this.seen.has(each.key)) continue;
      this.seen.add(each.key);
      if (this.options.level() === 'none') continue;
      this.notify(each).catch((error: unknown) => this.options.report(String(error)));
    }
  }

  private async notify({ session, loop }: StoppedSession): Promise<void> {
    const { ask, showAnswer } = this.options;
    const choice = await ask(sentence(session, loop), [PROOF, NOT_A_LOOP, REWIND]);
    const answer = choice === undefined ? undefined : await this.act(choice, session);
    if (answer !== undefined) showAnswer(answer);
  }

  private act(choice: string, session: GuardedSession): ReturnType<SessionActions['rewind']> {
    const { actions } = this.options;
    if (choice === PROOF) return actions.proof(session);
    return choice === REWIND ? actions.rewind(session) : actions.notALoop(session);
  }
}

/** A session that Devs stopped, and for which loop. */
export interface StoppedSession {
  /** Names the session and the loop. */
  readonly key: string;
  readonly session: GuardedSession;
  readonly loop: GuardedLoop;
}

/** The sessions that Devs stopped and that need the user, each once. */
export function stoppedSessions(folders: readonly FolderSessions[]): readonly StoppedSession[] {
  const all = new Map<string, StoppedSession>();
  for (const session of folders.flatMap(({ sessions }) => sessions)) {
    const loop = session.loops.findLast(({ answer }) => answer === 'end');
    if (session.needsYou !== true || loop === undefined) continue;
    const key = `${sessionKey(session)} ${loop.at} ${loop.step}`;
    all.set(key, { key, session, loop });
  }
  return [...all.values()];
}

function sentence({ agent, asked }: GuardedSession, { message }: GuardedLoop): string {
  const about = asked === '' ? '' : ` (${sanitizeLabel(asked, MAX_ASKED)})`;
  const found = withFullStop(sanitizeLabel(message, MAX_MESSAGE));
  return notificationText(
    `Devs stopped ${GUARDED_AGENT_NAMES[agent]}${about}, because it was in a loop: ${found}`,
  );
}
