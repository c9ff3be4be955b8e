import { basename, relative } from 'node:path';
import type { GuardedSession } from '../../model/guard/guardedSession';
import type { ActionState } from '../../protocol/actionState';
import {
  MAX_SHOWN_LOOPS,
  type SessionLoopView,
  type SessionView,
} from '../../protocol/sessionView';
import { describeSession, type DescribedGuardedLoop } from '../../reports/guard/describeSession';
import { pageWords } from '../text/editorWords';
import type { FolderSessions, WatchedSession } from './sessionWatch';

/** Maximum number of sessions that are shown, the newest. */
const MAX_SHOWN_SESSIONS = 20;
/** For how long a session is snoozed, in minutes. */
export const SNOOZE_MINUTES = 30;

/** What names a session in messages of the dashboard. */
export function sessionKey({ file }: Pick<GuardedSession, 'file'>): string {
  return basename(file);
}

/** Whether a snooze of the session is still on. */
export function isSnoozed({ snoozedUntil = '' }: GuardedSession, now: Date): boolean {
  return Date.parse(snoozedUntil) > now.getTime();
}

/** The sessions of a folder as its dashboard shows them; one that ended without a step is left out. */
export function sessionViews(
  found: Pick<FolderSessions, 'root' | 'sessions'> | undefined,
  now: Date,
): readonly SessionView[] {
  if (found === undefined) return [];
  return found.sessions
    .filter(({ status, steps }) => status !== 'ended' || steps > 0)
    .slice(0, MAX_SHOWN_SESSIONS)
    .map((session) => sessionView(session, found.root, now));
}

/** A session as the dashboard of the folder with the real path `root` shows it. */
function sessionView(session: WatchedSession, root: string, now: Date): SessionView {
  const { status, recent, suspicion } = session;
  const described = describeSession(session, now);
  const { agent, asked } = described;
  return {
    key: sessionKey(session),
    ...{ agent, asked, status, recent, now: described.now },
    lastAt: stoppedAt(session) ?? session.lastAt,
    ...(described.rewound !== undefined && { rewound: described.rewound }),
    statusWord: described.status,
    isStopped: status === 'stopped' || session.wasStopped === true,
    needsYou: session.needsYou === true,
    folder: relative(root, session.folder),
    ...(suspicion && { suspicion }),
    ...(session.snoozedUntil !== undefined &&
      isSnoozed(session, now) && { snoozedUntil: session.snoozedUntil }),
    loops: loopViews(session, described.loops),
    olderLoops: Math.max(0, session.loops.length - MAX_SHOWN_LOOPS),
    actions: {
      proof:
        session.steps > 0
          ? enabled('Opens all steps of this session, with the loops that Devs found.')
          : { enabled: false, hint: 'This session has no steps yet.' },
      ...(session.needsYou === true &&
        status === 'ended' && {
          seen: enabled('Marks this session as seen, so that it no longer needs you.'),
        }),
      ...(described.canDismiss && {
        notALoop: enabled(
          'Tells Devs that the agent was not in a loop. Devs does not report these steps again.',
        ),
      }),
      rewind:
        session.noRewind === undefined
          ? enabled(
              `Restores the files as they were before one of your prompts; shows a preview first.${status === 'working' ? ' Stop the agent before you rewind.' : ''}`,
            )
          : { enabled: false, hint: session.noRewind },
      ...snoozeAction(session, now),
      makeTask:
        asked === ''
          ? { enabled: false, hint: 'Nothing has been asked in this session yet.' }
          : enabled(
              'Fills in a new task with what was asked in this session. The task is not added until you confirm.',
            ),
    },
  };
}

/** When Devs ended its turn, if it is stopped. */
function stoppedAt({ status, wasStopped, loops }: GuardedSession): string | undefined {
  const isStopped = status === 'stopped' || wasStopped === true;
  return isStopped ? loops.findLast(({ answer }) => answer === 'end')?.at : undefined;
}

/** Advice that several loops have in common is given once; `described` as in `DescribedSession`. */
function loopViews(
  { loops }: GuardedSession,
  described: readonly DescribedGuardedLoop[],
): readonly SessionLoopView[] {
  const given = new Set<string>();
  return described.slice(0, MAX_SHOWN_LOOPS).map((loop, index) => {
    const { place, message, answer, isDismissed } = loop;
    const advice = isDismissed || given.has(loop.advice) ? '' : loop.advice;
    given.add(advice);
    const at = loops.at(-1 - index)?.at ?? '';
    return { at, place, message, answer, advice: pageWords(advice), isDismissed };
  });
}

/** A session that has ended is not answered anyway. */
function snoozeAction(
  session: GuardedSession,
  now: Date,
): Pick<SessionView['actions'], 'snooze' | 'wake'> {
  if (session.status === 'ended') return {};
  return isSnoozed(session, now)
    ? { wake: enabled('Ends the snooze: Devs interrupts this agent again when it loops.') }
    : { snooze: enabled(`Devs does not interrupt this agent for ${SNOOZE_MINUTES} minutes.`) };
}

function enabled(hint: string): ActionState {
  return { enabled: true, hint };
}
