import { relative } from 'node:path';
import type { WorkspaceFolder } from 'vscode';
import type { GuardedSession } from '../../model/guard/guardedSession';
import { GUARDED_AGENT_NAMES } from '../../model/guard/guardedAgent';
import type { Answer } from '../../ports/answer';
import { MAX_TEXT, type SuggestedTask } from '../../protocol/messages';
import type { FolderApp } from '../folders/folderApp';
import type { ActionAnswer } from '../notifications/showAnswer';
import type { UserInput } from '../prompts/userInput';
import type { ReplayPages } from '../replay/replayPages';
import type { FolderActions } from '../run/folderActions';
import { sanitizeLine } from '../text/sanitizeLabel';
import type { SessionRewindPrompts } from './sessionRewindPrompts';
import { sessionKey, SNOOZE_MINUTES } from './sessionView';
import type { SessionWatch } from './sessionWatch';

/** Longest title of a task that takes over from a session, in characters. */
const MAX_TITLE = 60;

const NO_TASK: SuggestedTask = { title: '', goal: '' };
const READY: Answer = { ok: true, message: 'Check the new task, then add it.' };

/** Dependencies of `SessionActions`. */
export interface SessionActionsOptions {
  readonly watch: Pick<SessionWatch, 'in' | 'decide' | 'promptOf' | 'onDidChange'>;
  readonly replays: Pick<ReplayPages, 'openProof'>;
  readonly actions: Pick<FolderActions, 'create'>;
  readonly input: Pick<UserInput, 'confirm'>;
  readonly rewinds: Pick<SessionRewindPrompts, 'rewind'>;
}

/** What a user does about guarded sessions. */
export class SessionActions {
  constructor(private readonly options: SessionActionsOptions) {}

  /** The session of a folder that a message names; undefined if it is not there (any more). */
  find(folder: WorkspaceFolder, key: string): GuardedSession | undefined {
    const { sessions = [] } = this.options.watch.in(folder) ?? {};
    return sessions.find((each) => sessionKey(each) === key);
  }

  /** Shows its steps with what the guard found and answered. */
  async proof(session: GuardedSession): Promise<ActionAnswer> {
    const { file, agent, asked } = session;
    const title = [GUARDED_AGENT_NAMES[agent], sanitizeLine(asked, MAX_TITLE)]
      .filter((part) => part !== '')
      .join(': ');
    const { replays, watch } = this.options;
    await replays.openProof(file, title, (listener) => watch.onDidChange(listener));
    await this.noteSeen(session);
    return { ok: true, message: '' };
  }

  /** Records that the user knows that Devs stopped it. */
  seen(session: GuardedSession): Promise<Answer> {
    return this.decide(
      session,
      { kind: 'seen' },
      'Marked as seen: this session no longer needs you.',
    );
  }

  /** Records that its newest loop, or its suspicion, was none. */
  notALoop(session: GuardedSession): Promise<Answer> {
    return this.decide(
      session,
      { kind: 'not a loop' },
      session.status === 'ended'
        ? 'Noted: this was not a loop. If you resume the session, Devs does not interrupt it for these steps again.'
        : 'Noted: this was not a loop. The agent may go on; Devs does not interrupt it for these steps again.',
    );
  }

  /** Brings its files back to a moment that the user is asked for; undefined when they cancelled. */
  async rewind(session: GuardedSession): Promise<ActionAnswer | undefined> {
    const answer = await this.options.rewinds.rewind(session);
    if (answer?.ok === true) await this.noteSeen(session);
    return answer;
  }

  /** Answers nothing to its agent for a while, or ends that. */
  snooze(session: GuardedSession, on: boolean): Promise<Answer> {
    const until = new Date(Date.now() + (on ? SNOOZE_MINUTES * 60_000 : 0)).toISOString();
    return this.decide(
      session,
      { kind: 'snoozed', until },
      on
        ? `Snoozed: Devs does not interrupt this session for ${SNOOZE_MINUTES} minutes.`
        : 'Snooze ended: Devs interrupts this session again when the agent loops.',
    );
  }

  /** What a task would be that takes over; where there is no `devs.yaml`, writes a first one once the user agrees. */
  async suggestTask(
    folder: FolderApp,
    session: GuardedSession,
  ): Promise<Answer & { readonly task: SuggestedTask }> {
    const { watch, actions } = this.options;
    const { config } = await folder.refresh();
    if (config.kind === 'invalid')
      return { ok: false, message: 'devs.yaml has problems: fix them first.', task: NO_TASK };
    const isMissing = config.kind === 'missing';
    if (isMissing && !(await this.agreesToConfig(folder)))
      return { ok: true, message: 'devs.yaml was not created.', task: NO_TASK };
    const created = isMissing ? await actions.create(folder) : READY;
    const answer = created.ok ? READY : created;
    const prompt = watch.promptOf(session).trim();
    const place = relative(watch.in(folder.folder)?.root ?? session.folder, session.folder);
    const where = place === '' ? '' : `\n\nWork in the folder ${place}.`;
    const title = sanitizeLine(prompt.split('\n', 1)[0] ?? '', MAX_TITLE);
    const goal = prompt.slice(0, MAX_TEXT - where.length) + where;
    return { ...answer, task: { title, goal } };
  }

  /** Of one that is over: a session that waits needs its user until the next prompt. */
  private async noteSeen(session: GuardedSession): Promise<void> {
    if (session.needsYou === true && session.status === 'ended') await this.seen(session);
  }

  private agreesToConfig({ folder }: FolderApp): Promise<boolean> {
    return this.options.input.confirm({
      message: `Create devs.yaml in ${sanitizeLine(folder.name, MAX_TITLE)}?`,
      detail:
        'This file lists the tasks, an agent and the command that verifies its work. Devs fills in what it finds on this machine. The form in the dashboard then contains what you asked in the session; no task is added until you confirm.',
      button: 'Create devs.yaml',
    });
  }

  private async decide(
    session: GuardedSession,
    decision: Parameters<SessionWatch['decide']>[1],
    done: string,
  ): Promise<Answer> {
    try {
      await this.options.watch.decide(session, decision);
      return { ok: true, message: done };
    } catch (error) {
      return { ok: false, message: `Devs could not record your decision: ${String(error)}` };
    }
  }
}
