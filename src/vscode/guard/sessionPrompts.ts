import type { Answer } from '../../ports/answer';
import { describeSession } from '../../reports/guard/describeSession';
import type { ActionAnswer } from '../notifications/showAnswer';
import type { Choice, UserInput } from '../prompts/userInput';
import { sanitizeLabel } from '../text/sanitizeLabel';
import type { SessionActions } from './sessionActions';
import { isSnoozed } from './sessionView';
import type { FolderSessions, WatchedSession } from './sessionWatch';

/** Dependencies of `chooseSession`. */
export interface SessionPromptOptions {
  readonly folders: readonly FolderSessions[];
  readonly actions: Pick<SessionActions, 'proof' | 'notALoop' | 'rewind' | 'snooze'>;
  readonly input: Pick<UserInput, 'pickOne'>;
}

const NONE: Answer = {
  ok: true,
  message: 'No guarded agent has worked in this workspace in the last day.',
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
    placeHolder: 'What about it?',
  });
  return await act?.();
}

function sessionChoice(session: WatchedSession, now: Date): Choice<WatchedSession> {
  const { agent, status, asked, now: doing } = describeSession(session, now);
  return {
    label: sanitizeLabel(asked === '' ? agent : asked),
    description: sanitizeLabel([agent, status, doing].join(' · ')),
    value: session,
  };
}

function actionChoices(
  session: WatchedSession,
  actions: SessionPromptOptions['actions'],
  now: Date,
): readonly Choice<Act>[] {
  const snoozed = isSnoozed(session, now);
  return [
    { label: 'Show Proof', value: () => actions.proof(session) },
    ...(describeSession(session, now).canDismiss
      ? [{ label: 'This Was Not a Loop', value: () => actions.notALoop(session) }]
      : []),
    {
      label: 'Rewind…',
      ...(session.noRewind !== undefined && { description: session.noRewind }),
      value: () => actions.rewind(session),
    },
    {
      label: snoozed ? 'End the Snooze' : 'Snooze',
      value: () => actions.snooze(session, !snoozed),
    },
  ];
}
