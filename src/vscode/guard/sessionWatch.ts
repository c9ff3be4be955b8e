import { realpath } from 'node:fs/promises';
import { EventEmitter, type Disposable, type WorkspaceFolder } from 'vscode';
import type { GuardedSessions } from '../../app/guard/guardedSessions';
import type { SessionRewinds } from '../../app/guard/sessionRewinds';
import { hasSessions } from '../../app/guard/guardTraces';
import type { GuardedSession } from '../../model/guard/guardedSession';
import type { SessionDecision } from '../../model/guard/sessionRecord';
import { localFolders } from '../folders/configFiles';
import { coalesce } from '../folders/coalesce';
import type { Trust } from '../folders/trust';
import { describeSessionRewind } from './sessionRewindPrompts';

/** How long it waits for further changes, and between two looks whether there is a first session, in ms. */
const SOON_MS = 100;
const LOOK_MS = 5_000;

/** A session, and whether its files can be rewound. */
export interface WatchedSession extends GuardedSession {
  /** Why they cannot be rewound; absent if they can. */
  readonly noRewind?: string;
}

/** The sessions of a workspace folder. */
export interface FolderSessions {
  readonly folder: WorkspaceFolder;
  /** Its real path. */
  readonly root: string;
  /** The newest first. */
  readonly sessions: readonly WatchedSession[];
}

/** Dependencies of `SessionWatch`. */
export interface SessionWatchOptions {
  readonly trust: Pick<Trust, 'granted'>;
  readonly environment: NodeJS.ProcessEnv;
  readonly report: (problem: string) => void;
}

/**
 * Follows the guarded sessions of the last day that work in the folders of a trusted workspace. Loads what reads them
 * only once there is one.
 */
export class SessionWatch implements Disposable {
  private readonly changed = new EventEmitter<void>();
  private reader: GuardedSessions | undefined;
  private rewinder: SessionRewinds | undefined;
  private subscription: { dispose(): void } | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private found: readonly FolderSessions[] = [];
  private shown = '';
  private isDisposed = false;

  /** Fires when a session changed. */
  readonly onDidChange = this.changed.event;

  /** Reads the sessions again. */
  readonly refresh = coalesce(async (): Promise<void> => {
    if (!this.options.trust.granted) return;
    const reader = await this.open();
    const now = new Date();
    await reader?.catchUp(now);
    reader?.noteInterrupts(now);
    const folders = await Promise.all(localFolders().map(withRoot));
    if (this.isDisposed) return;
    const sessions = (root: string): readonly WatchedSession[] =>
      (reader?.list(now, root) ?? []).map((session) => this.withRewind(session));
    this.found = folders.map((each) => ({ ...each, sessions: sessions(each.root) }));
    const shown = JSON.stringify(this.found.map(({ sessions }) => sessions.map(withSnooze(now))));
    if (shown === this.shown) return;
    this.shown = shown;
    this.changed.fire();
  });

  constructor(private readonly options: SessionWatchOptions) {}

  /** Follows the sessions from now on. */
  start(): void {
    this.look();
  }

  /** The sessions of each folder, as of the last look; empty before the first. */
  all(): readonly FolderSessions[] {
    return this.found;
  }

  in(folder: WorkspaceFolder): FolderSessions | undefined {
    return this.found.find((each) => each.folder.uri.toString() === folder.uri.toString());
  }

  /** Rewinds the files of sessions; undefined before the first session. */
  get rewinds(): SessionRewinds | undefined {
    return this.rewinder;
  }

  promptOf(session: GuardedSession): string {
    return this.reader?.promptOf(session) ?? '';
  }

  /** Records what a human says about a session. Throws the error of the system where it cannot be written. */
  async decide(session: GuardedSession, decision: SessionDecision): Promise<void> {
    this.reader?.decide(session, decision, new Date());
    await this.refresh();
  }

  dispose(): void {
    this.isDisposed = true;
    clearTimeout(this.timer);
    this.subscription?.dispose();
    this.changed.dispose();
  }

  private withRewind(session: GuardedSession): WatchedSession {
    const noRewind = this.rewinder?.refusal(session);
    return { ...session, ...(noRewind !== undefined && { noRewind }) };
  }

  private look(): void {
    this.timer = undefined;
    this.refresh().catch((error: unknown) => this.options.report(String(error)));
    // Then its files are watched.
    if (this.subscription === undefined) this.soon(LOOK_MS);
  }

  private soon(ms: number): void {
    if (!this.isDisposed) this.timer ??= setTimeout(() => this.look(), ms);
  }

  private async open(): Promise<GuardedSessions | undefined> {
    if (this.reader !== undefined) return this.reader;
    const { environment } = this.options;
    if (!hasSessions(environment)) return undefined;
    const [{ GuardedSessions: Reader }, { SessionRewinds: Rewinder }] = await Promise.all([
      import('../../app/guard/guardedSessions'),
      import('../../app/guard/sessionRewinds'),
    ]);
    if (this.isDisposed) return undefined;
    this.reader = new Reader(environment);
    this.rewinder = new Rewinder(environment, this.reader, describeSessionRewind);
    this.subscription = this.reader.onDidChange(() => this.soon(SOON_MS));
    return this.reader;
  }
}

async function withRoot(folder: WorkspaceFolder): Promise<Pick<FolderSessions, 'folder' | 'root'>> {
  const path = folder.uri.fsPath;
  // A folder that is gone has no sessions.
  return { folder, root: await realpath(path).catch(() => path) };
}

/** A snooze ends without a record. */
function withSnooze(now: Date) {
  return (session: GuardedSession): readonly unknown[] => [
    session,
    Date.parse(session.snoozedUntil ?? '') > now.getTime(),
  ];
}
