import type { Answer } from '../../ports/answer';
import { describeSession } from '../../reports/guard/describeSession';
import { clockTime } from '../../text/time';
import type { ActionAnswer } from '../notifications/showAnswer';
import type { Choice, UserInput } from '../prompts/userInput';
import { sanitizeLabel } from '../text/sanitizeLabel';
import type { SessionActions } from './sessionActions';
import { isSnoozed } from './sessionView';
import type { FolderSessions, WatchedSession } from './sessionWatch';

/** Dependencies of `chooseSession`. */
export interface SessionPromptOptions {
  readonly folders: readonly FolderSessions[];
  readonly actions: Pick<SessionActions, 'proof' | 'seen' | 'notALoop' | 'rewind' | 'snooze'>;
  readonly input: Pick<UserInput, 'pickOne'>;
}

const NONE: Answer = {
  ok: true,
  message:
    'Nothing to show: no agent that Devs guards has worked in this workspace in the last day.',
};

type Act = () => Promise<ActionAnswer | undefined>;

/** Asks for a guarded session, then for what to do about it; undefined when the user cancelled. */
export async function chooseSession({
  folders,
  actions,
  input,
}: SessionPromptOptions): Promise<ActionAnswer | undefined> {
  const now = new Date();
  const all = new Map(folders.flatMap(({ sessions }) => sessions).map((each) => [each.file, each]));
  if (all.size === 0) return NONE;
  const session = await input.pickOne(
    [...all.values()].map((each) => sessionChoice(each, now)),
    { title: 'Guarded sessions', placeHolder: 'Which session?' },
  );
  if (session === undefined) return undefined;
  const act = await input.pickOne(actionChoices(session, actions, now), {
    title: sanitizeLabel(session.asked),
    placeHolder: 'What do you want to do?',
  });
  return await act?.();
}

function sessionChoice(session: WatchedSession, now: Date): Choice<WatchedSession> {
  const { agent, status, asked, now: doing, loops } = describeSession(session, now);
  const found = loops.find(({ isDismissed }) => !isDismissed);
  const facts = [agent, status, `last at ${clockTime(session.lastAt, now)}`, doing];
  const label = sanitizeLabel(asked === '' ? agent : asked);
  return {
    label: found === undefined ? label : `$(warning) ${label}`,
    description: sanitizeLabel(facts.join(' · ')),
    ...(found && { detail: sanitizeLabel(`${found.message} ${found.answer}`) }),
    value: session,
  };
}

function actionChoices(
  session: WatchedSession,
  actions: SessionPromptOptions['actions'],
  now: Date,
): readonly Choice<Act>[] {
  const { steps, loops, noRewind, needsYou } = session;
  const isOver = session.status === 'ended';
  const show = loops.length > 0 ? 'Show Proof' : 'Show Steps';
  return [
    ...(steps > 0 ? [{ label: show, value: () => actions.proof(session) }] : []),
    ...(isOver && needsYou === true
      ? [{ label: 'Mark as Seen', value: () => actions.seen(session) }]
      : []),
    ...(describeSession(session, now).canDismiss
      ? [{ label: 'This Was Not a Loop', value: () => actions.notALoop(session) }]
      : []),
    {
      label: 'Rewind…',
      ...(noRewind !== undefined && { description: noRewind }),
      value: () => actions.rewind(session),
    },
    // One that has ended is not answered anyway.
    ...(isOver ? [] : [snoozeChoice(session, actions, now)]),
  ];
}

function snoozeChoice(
  session: WatchedSession,
  actions: SessionPromptOptions['actions'],
  now: Date,
): Choice<Act> {
  const snoozed = isSnoozed(session, now);
  const label = snoozed ? 'End the Snooze' : 'Snooze';
  return { label, value: () => actions.snooze(session, !snoozed) };
}
