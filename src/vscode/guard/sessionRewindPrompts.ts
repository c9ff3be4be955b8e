import { join } from 'node:path';
import type { SessionRewinds } from '../../app/guard/sessionRewinds';
import { GUARDED_AGENT_NAMES } from '../../model/guard/guardedAgent';
import type { GuardedSession } from '../../model/guard/guardedSession';
import type { RewindPreview } from '../../model/workspace/rewindRecord';
import { describeSummary } from '../../reports/rewind/describeRewind';
import { clockTime } from '../../text/time';
import type { ActionAnswer } from '../notifications/showAnswer';
import { askAndRestore, type RestorePromptOptions } from '../prompts/restorePrompt';
import type { Choice, UserInput } from '../prompts/userInput';
import { sanitizeLabel } from '../text/sanitizeLabel';

/** What rewinds the files of sessions. */
type Rewinds = Pick<
  SessionRewinds,
  'refusal' | 'isWorking' | 'endTurn' | 'moments' | 'undoable' | 'folder' | 'preview' | 'apply'
>;

/** Dependencies of `SessionRewindPrompts`. */
export interface SessionRewindPromptsOptions extends RestorePromptOptions {
  readonly input: Pick<UserInput, 'pickOne' | 'pickSeveral' | 'confirm'>;
  /** Undefined while there is no session. */
  readonly rewinds: () => Rewinds | undefined;
  /** Whether the file with this real path has unsaved changes in the editor. */
  readonly isUnsaved: (file: string) => boolean;
}

/** A target as in `SessionRewindRequest`, or the rewind that is undone. */
type Target = number | 'undo';

const NO_MOMENT =
  'Nothing to restore: Devs has stored no checkpoint from before a prompt of this session.';

/** Rewinds the files of a guarded session and undoes that: asks for the moment, shows the preview, applies the choice. */
export class SessionRewindPrompts {
  constructor(private readonly options: SessionRewindPromptsOptions) {}

  /** Undefined when the user cancelled. */
  async rewind(session: GuardedSession): Promise<ActionAnswer | undefined> {
    const rewinds = this.options.rewinds();
    const now = new Date();
    const refused = rewinds === undefined ? NO_MOMENT : rewinds.refusal(session);
    if (rewinds === undefined || refused !== undefined)
      return { ok: false, message: refused ?? NO_MOMENT };
    if (rewinds.isWorking(session, now)) {
      if (!(await this.hasStopped(session))) return undefined;
      rewinds.endTurn(session);
    }
    const targets = targetChoices(rewinds, session, now);
    if (targets.length === 0) return { ok: false, message: NO_MOMENT };
    const target = await this.pickTarget(targets, session);
    if (target === undefined) return undefined;
    return await this.restore(rewinds, session, target);
  }

  /** Asks, because an agent may have been stopped without its hooks being told. */
  private async hasStopped({ agent }: GuardedSession): Promise<boolean> {
    const name = GUARDED_AGENT_NAMES[agent];
    return await this.options.input.confirm({
      message: `${name} still seems to be working. Has it stopped?`,
      detail: `If not, stop ${name} first: what it writes during the rewind may be lost or mixed with the restored files. You see a list of all files before anything changes.`,
      button: 'It Has Stopped',
    });
  }

  private async pickTarget(
    targets: readonly Choice<Target>[],
    { agent }: GuardedSession,
  ): Promise<Target | undefined> {
    const [first, ...more] = targets;
    if (more.length === 0) return first?.value;
    return await this.options.input.pickOne(targets, {
      title: `Rewind ${GUARDED_AGENT_NAMES[agent]}`,
      placeHolder: 'Restore the files to which moment?',
    });
  }

  private async restore(
    rewinds: Rewinds,
    session: GuardedSession,
    target: Target,
  ): Promise<ActionAnswer | undefined> {
    const request =
      target === 'undo'
        ? ({ kind: 'redo' } as const)
        : ({ kind: 'rewind', toTurn: target } as const);
    const root = rewinds.folder(session);
    const name = GUARDED_AGENT_NAMES[session.agent];
    const undo = { label: 'Undo', act: () => this.restore(rewinds, session, 'undo') };
    return await askAndRestore(this.options, {
      words: (preview) =>
        target === 'undo'
          ? { verb: 'Restore', subject: `${name} as before the rewind` }
          : { subject: `${name} ${describeMoment(preview)}` },
      preview: () => rewinds.preview(session, request),
      apply: (choice) => rewinds.apply(session, request, choice),
      followUps: target === 'undo' ? [] : [undo],
      isUnsaved: (path) => this.options.isUnsaved(join(root, path)),
    });
  }
}

/** What was done about the files of a session, a sentence in the editor's words. */
export function describeSessionRewind(
  { agent }: Pick<GuardedSession, 'agent'>,
  done: RewindPreview,
): string {
  const name = GUARDED_AGENT_NAMES[agent];
  const what =
    done.kind === 'rewind'
      ? `Rewound ${name} ${describeMoment(done)}`
      : `Undid the rewind of ${name}`;
  return `${what}: ${describeSummary(done)}.`;
}

/** Before each prompt, the newest first, below the undoing of the newest rewind. */
function targetChoices(
  rewinds: Rewinds,
  session: GuardedSession,
  now: Date,
): readonly Choice<Target>[] {
  const undoable = rewinds.undoable(session);
  const moments = rewinds.moments(session).map(({ number, startedAt, asked }): Choice<Target> => ({
    label: `Before prompt ${number}`,
    description: clockTime(startedAt, now),
    detail: sanitizeLabel(asked),
    value: number - 1,
  }));
  const undo: Choice<Target> = { label: 'Undo the latest rewind', value: 'undo' };
  return [
    ...(undoable === undefined ? [] : [{ ...undo, description: describeMoment(undoable) }]),
    ...moments.toReversed(),
  ];
}

function describeMoment({ toTurn }: Pick<RewindPreview, 'toTurn'>): string {
  return `to before prompt ${toTurn + 1}`;
}
