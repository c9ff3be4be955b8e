import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { SessionRewindRequest, SessionRewindTools } from '../../engine/guard/sessionRewinding';
import type { GuardedSession } from '../../model/guard/guardedSession';
import type { SessionNote } from '../../model/guard/sessionRecord';
import { NO_SESSION_CHECKPOINTS, type SessionTurn } from '../../model/guard/sessionRewind';
import type { RewindChoice, RewindPreview } from '../../model/workspace/rewindRecord';
import { guardPaths, type GuardPaths } from '../../platform/guard/guardPaths';
import {
  KEEP_CHECKPOINTS_MS,
  withSessionCheckpoints,
} from '../../platform/guard/sessionCheckpoints';
import { wasChangedAfter } from '../../platform/guard/wasChangedAfter';
import { guardDirectory, stateDirectory } from '../../platform/state/files/stateDirectory';
import { openLease } from '../../platform/state/lease/openLease';
import { StateError } from '../../ports/workspaceState';
import {
  checkpointAfter,
  newestRewind,
  type RecordedRewind,
  type SessionHistory,
} from '../../rules/guard/sessionHistory';
import type { PreviewAnswer, RewindAnswer } from '../api/answers';
import type { GuardedSessions } from './guardedSessions';

/** An agent that was not heard of for as long does not work any more, in ms. */
const SILENT_MS = 10 * 60_000;

type Session = Pick<GuardedSession, 'agent' | 'id' | 'file' | 'status' | 'lastAt'>;

/** The sessions whose checkpoints are kept; with `folder`, those that work in it or below. */
export function rewindableSessions(
  sessions: GuardedSessions,
  now: Date,
  folder?: string,
): readonly GuardedSession[] {
  return sessions.list(now, folder, KEEP_CHECKPOINTS_MS);
}

/** Rewinds the files of guarded sessions, by the checkpoints at their prompts and stops. */
export class SessionRewinds {
  private readonly paths: GuardPaths;

  /** `describeDone`: what was done, a sentence. */
  constructor(
    private readonly environment: NodeJS.ProcessEnv,
    private readonly sessions: GuardedSessions,
    private readonly describeDone: (session: Session, done: RewindPreview) => string,
  ) {
    this.paths = guardPaths(guardDirectory(environment));
  }

  /** The turns of a session, oldest first. */
  turns({ file }: Pick<Session, 'file'>): readonly SessionTurn[] {
    return this.sessions.history(file)?.turns ?? [];
  }

  /** The turns before whose prompt its files can be brought back to, oldest first. */
  moments(session: Pick<Session, 'file'>): readonly SessionTurn[] {
    const turns = this.turns(session);
    return turns.filter(({ number }) => checkpointAfter(turns, number - 1) !== undefined);
  }

  /** Its newest rewind that can be undone; undefined for none. */
  undoable({ file }: Pick<Session, 'file'>): RecordedRewind | undefined {
    return newestRewind(this.sessions.history(file)?.rewinds ?? []);
  }

  /** Why its files can never be rewound; undefined if they can. */
  refusal(session: Pick<Session, 'file'>): string | undefined {
    return this.folder(session) === '' ? NO_SESSION_CHECKPOINTS : undefined;
  }

  /** Whether its agent works at this moment, as far as its hooks and its own recording tell. */
  isWorking(session: Session, now: Date): boolean {
    this.sessions.noteInterrupts(now, [session.file]);
    return isWorking(this.sessions.read(session.file) ?? session, now);
  }

  /** The user knows that its agent has stopped working. Throws the error of the system where it cannot be noted. */
  endTurn({ file }: Pick<Session, 'file'>): void {
    const { prompt } = this.history(file).prompted.at(-1) ?? {};
    if (prompt !== undefined) this.sessions.note({ file }, { kind: 'interrupted', of: prompt });
  }

  /** The folder that its checkpoints record, a real path; '' for none. */
  folder({ file }: Pick<Session, 'file'>): string {
    return this.sessions.history(file)?.root ?? '';
  }

  /** Changes nothing but completes rewinds in its folder that were cut off. */
  async preview(
    session: Session,
    request: SessionRewindRequest,
    choice?: RewindChoice,
  ): Promise<PreviewAnswer> {
    const { previewSessionRewind } = await import('../../engine/guard/sessionRewinding');
    return await this.use(session, async (tools) => {
      const found = await previewSessionRewind(tools, request, choice);
      return found.ok ? { ok: true, preview: found.done, checkpoint: found.checkpoint } : found;
    });
  }

  async apply(
    session: Session,
    request: SessionRewindRequest,
    choice?: RewindChoice,
  ): Promise<RewindAnswer> {
    const { rewindSession } = await import('../../engine/guard/sessionRewinding');
    return await this.use(session, (tools) => rewindSession(tools, request, choice));
  }

  private async use<T>(
    session: Session,
    act: (tools: SessionRewindTools) => Promise<T>,
  ): Promise<T | { readonly ok: false; readonly message: string }> {
    const { file, id } = session;
    const root = this.folder(session);
    this.sessions.noteInterrupts(new Date());
    const works = this.isWorking(session, new Date()) ? WORKS : undefined;
    const busy = this.refusal(session) ?? works ?? (await this.runningIn(root));
    if (busy !== undefined) return refuse(busy);
    const [{ completeSessionRewinds }, { recordTurnEnd }] = await Promise.all([
      import('../../engine/guard/sessionRewinding'),
      import('../../engine/guard/recordTurnEnd'),
    ]);
    try {
      const place = { paths: this.paths, root, environment: this.environment };
      return await withSessionCheckpoints(place, async (checkpoints) => {
        const note = (noted: SessionNote): void => this.sessions.note(session, noted);
        for (const each of this.sessionsIn(root))
          await completeSessionRewinds({
            ...{ checkpoints, history: this.history(each.file) },
            note: (noted) => this.sessions.note(each, noted),
          });
        await recordTurnEnd({
          ...{ checkpoints, history: this.history(file), note },
          wasChangedAfter: (path, moment) => wasChangedAfter(root, path, moment),
        });
        const history = this.history(file);
        const shared = this.sharedTurns(session, root);
        const describeDone = (done: RewindPreview): string => this.describeDone(session, done);
        return await act({
          ...{ session: id, history, shared, checkpoints, note, describeDone },
          newId: randomUUID,
        });
      });
    } catch (error) {
      if (error instanceof StateError) return refuse(error.message);
      throw error;
    }
  }

  private history(file: string): SessionHistory {
    const history = this.sessions.history(file);
    if (history === undefined) throw new StateError(`${file} cannot be read.`);
    return history;
  }

  /** Sessions whose checkpoints record this folder. */
  private sessionsIn(root: string): readonly GuardedSession[] {
    const all = rewindableSessions(this.sessions, new Date());
    return all.filter((session) => this.folder(session) === root);
  }

  /** Numbers of the turns during which another session worked in the same folder. */
  private sharedTurns({ file }: Pick<Session, 'file'>, root: string): ReadonlySet<number> {
    const others = this.sessionsIn(root)
      .filter((other) => other.file !== file)
      .flatMap((other) => this.turns(other).map((turn) => withEnd(turn, other)));
    const shared = this.turns({ file }).filter((turn) =>
      others.some((each) => overlap(each, turn)),
    );
    return new Set(shared.map(({ number }) => number));
  }

  /** Why nothing may be changed in a folder while Devs itself runs there; undefined if it does not. */
  private async runningIn(root: string): Promise<string | undefined> {
    const state = stateDirectory({ workspaceDir: root, environment: this.environment });
    const options = {
      directory: join(state, 'lease'),
      who: 'terminal',
      now: () => new Date(),
    } as const;
    const holder = await openLease(options).holder();
    if (holder === undefined) return undefined;
    return `Devs runs tasks in ${root} (process ${holder.pid}); rewind the session after the run has ended.`;
  }
}

const WORKS = 'The agent is working at the moment; stop the agent first, then rewind.';

function refuse(message: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message };
}

function isWorking({ status, lastAt }: Session, now: Date): boolean {
  return status === 'working' && now.getTime() - Date.parse(lastAt) < SILENT_MS;
}

/** An agent that was not heard of any more has ended its turn without a word. */
function withEnd(turn: SessionTurn, session: GuardedSession): SessionTurn {
  return turn.endedAt !== undefined || isWorking(session, new Date())
    ? turn
    : { ...turn, endedAt: session.lastAt };
}

/** A turn without an end may still go on. */
function overlap(a: SessionTurn, b: SessionTurn): boolean {
  return (
    (b.endedAt === undefined || a.startedAt < b.endedAt) &&
    (a.endedAt === undefined || b.startedAt < a.endedAt)
  );
}
