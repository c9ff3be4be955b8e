import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { BUILT_IN_LIMITS } from '../../model/config/limits';
import { ANSWER_ABILITIES } from '../../model/guard/answerAbilities';
import type { GuardedSession } from '../../model/guard/guardedSession';
import { toSessionRecord } from '../../model/guard/toSessionRecord';
import type { SessionDecision, SessionNote } from '../../model/guard/sessionRecord';
import { findInterrupt } from '../../platform/guard/findInterrupt';
import { guardPaths, type GuardPaths } from '../../platform/guard/guardPaths';
import { appendRecords, readSessionName } from '../../platform/guard/sessionFile';
import { SessionTail } from '../../platform/guard/sessionTail';
import { guardDirectory, realPath } from '../../platform/state/files/stateDirectory';
import { isBelow } from '../../platform/workspace/isBelow';
import { watchDirectories } from '../../platform/state/files/watchDirectories';
import type { Disposable } from '../../ports/workspaceState';
import { SessionGuard } from '../../rules/guard/sessionGuard';
import { newestRewind, SessionHistory } from '../../rules/guard/sessionHistory';

/** Sessions in which nothing happened for as long are not shown, in ms. */
const SHOWN_MS = 24 * 3_600_000;
const POLL_MS = 5_000;
/** How long reading goes on before other work has its turn, in ms. */
const SLICE_MS = 10;

/** What is known of a session's file. */
interface Watched {
  readonly session: Pick<GuardedSession, 'agent' | 'id' | 'file'>;
  readonly tail: SessionTail;
  readonly guard: SessionGuard;
  readonly history: SessionHistory;
}

/** The guarded sessions of the user: read from their files, which the hooks of the agents append to. */
export class GuardedSessions {
  private readonly paths: GuardPaths;
  private readonly watched = new Map<string, Watched>();

  constructor(environment: NodeJS.ProcessEnv) {
    this.paths = guardPaths(guardDirectory(environment));
  }

  /**
   * Sessions of the last day (`within`: another time, in ms), the newest first; with `folder`, those that work in it or
   * below. Files that cannot be read are left out.
   */
  list(now: Date, folder?: string, within = SHOWN_MS): readonly GuardedSession[] {
    const real = folder === undefined ? undefined : realPath(folder);
    return this.files(now, within)
      .flatMap((file) => this.read(file) ?? [])
      .filter((session) => real === undefined || isWithin(real, session.folder))
      .toSorted((a, b) => (a.lastAt < b.lastAt ? 1 : -1));
  }

  /** A session as of now by its file; undefined where that cannot be read. */
  read(file: string): GuardedSession | undefined {
    const { watched } = this.readOn(file) ?? {};
    if (watched === undefined) return undefined;
    const { session, guard, history } = watched;
    const rewind = newestRewind(history.rewinds);
    const isLast = rewind?.afterTurn === history.turns.length;
    return {
      ...{ ...session, ...guard.state },
      ...(rewind && isLast && { rewound: { at: rewind.at, toTurn: rewind.toTurn } }),
    };
  }

  /** The turns and rewinds of a session by its file; undefined where that cannot be read. */
  history(file: string): SessionHistory | undefined {
    return this.readOn(file)?.watched.history;
  }

  /**
   * Reads what was written since, and lets other work of this process go on meanwhile: `list` then has little left to
   * read.
   */
  async catchUp(now: Date): Promise<void> {
    const isLate = (since: number) => (): boolean => performance.now() - since > SLICE_MS;
    for (const file of this.files(now)) {
      while (this.readOn(file, isLate(performance.now()))?.isWhole === false) await setImmediate();
    }
  }

  /**
   * Notes where the user of an agent interrupted it, of which no hook tells: the agent's own recording does. Of the
   * sessions of the last day, or of one file.
   */
  noteInterrupts(now: Date, files = this.files(now)): void {
    for (const file of files) {
      const { watched } = this.readOn(file) ?? {};
      const found = watched && findNewInterrupt(watched, now);
      if (watched === undefined || found === undefined) continue;
      try {
        this.note(watched.session, { kind: 'interrupted', of: found.prompt }, found.at);
      } catch {
        // The next look tries again.
      }
    }
  }

  /** The newest prompt of a session, cut where it is very long; '' for none. */
  promptOf({ file }: Pick<GuardedSession, 'file'>): string {
    return this.watched.get(file)?.guard.prompted ?? '';
  }

  /** Calls back when a session may have changed. */
  onDidChange(listener: () => void): Disposable {
    const { sessions } = this.paths;
    return watchDirectories({ folders: [sessions], onPossibleChange: listener, pollMs: POLL_MS });
  }

  /** Records what a human says about a session. Throws the error of the system where it cannot be written. */
  decide({ file }: Pick<GuardedSession, 'file'>, decision: SessionDecision, now: Date): void {
    appendRecords(file, [{ id: randomUUID(), at: now.toISOString(), ...decision }]);
  }

  /** Notes something about a session, which was so at a time (ISO 8601); on disk when it returns. */
  note(
    { file }: Pick<GuardedSession, 'file'>,
    note: SessionNote,
    at = new Date().toISOString(),
  ): void {
    appendRecords(file, [{ id: randomUUID(), at, ...note }]);
    const fd = openSync(file, 'r+');
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  }

  private files(now: Date, within = SHOWN_MS): readonly string[] {
    try {
      const names = readdirSync(this.paths.sessions);
      return names
        .map((name) => join(this.paths.sessions, name))
        .filter((file) => isRecent(file, now, within));
    } catch {
      // No agent is guarded.
      return [];
    }
  }

  /** Reads on to the end of a file, or until `isLate`. */
  private readOn(
    file: string,
    isLate?: () => boolean,
  ): { readonly watched: Watched; readonly isWhole: boolean } | undefined {
    const watched = this.watched.get(file) ?? toWatched(file);
    if (watched === undefined) return undefined;
    this.watched.set(file, watched);
    try {
      const isWhole = watched.tail.readOn((line) => {
        const record = toSessionRecord(line);
        if (record === undefined) return;
        watched.guard.observe(record);
        watched.history.observe(record);
      }, isLate);
      return { watched, isWhole };
    } catch {
      // It was removed, or is not readable.
      this.watched.delete(file);
      return undefined;
    }
  }
}

function toWatched(file: string): Watched | undefined {
  const name = readSessionName(file);
  if (name === undefined) return undefined;
  const abilities = ANSWER_ABILITIES[name.agent];
  const guard = new SessionGuard({ session: name.id, limits: BUILT_IN_LIMITS, abilities });
  const session = { ...name, file };
  return { session, tail: new SessionTail(file), guard, history: new SessionHistory() };
}

function isRecent(file: string, now: Date, within: number): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  return found !== undefined && now.getTime() - found.mtimeMs < within;
}

function isWithin(folder: string, path: string): boolean {
  return path === folder || (path !== '' && isBelow(folder, path));
}

/** An interrupt that its session does not tell of, and the prompt whose turn it ended. */
function findNewInterrupt(
  { session, guard, history }: Watched,
  now: Date,
): { readonly prompt: string; readonly at: string } | undefined {
  const { status } = guard.state;
  const newest = history.prompted.at(-1);
  if (newest === undefined || status === 'ended') return undefined;
  const { turn, prompt, recording } = newest;
  if (status !== 'working' && turn.endedAt !== undefined) return undefined;
  const between = { since: turn.startedAt, until: now.toISOString() };
  const at = findInterrupt({ agent: session.agent, recording, ...between });
  return at === undefined ? undefined : { prompt, at };
}
