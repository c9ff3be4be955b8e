import { findSessions } from '../../app/guard/findSession';
import { GuardedSessions } from '../../app/guard/guardedSessions';
import { rewindableSessions, SessionRewinds } from '../../app/guard/sessionRewinds';
import type { GuardedSession } from '../../model/guard/guardedSession';
import type { RewindPreview } from '../../model/workspace/rewindRecord';
import { describeSummary, describeTarget } from '../../reports/rewind/describeRewind';
import { failed, type Outcome } from '../terminal/outcome';
import { describeSessionChoice } from '../render/sessionsText';
import { printableLine } from '../terminal/printable';
import { applyRewind, type RestoreOptions, type RewindCommandOptions } from './applyRewind';
import type { CommandContext } from './shared/commandContext';

/** A guarded session whose files can be rewound. */
interface Rewindable {
  readonly session: GuardedSession;
  readonly rewinds: SessionRewinds;
}

/** A word that names one session, or why it does not. */
export type NamedSession =
  | ({ readonly ok: true } & Rewindable)
  /** Undefined where there is no guarded session at all. */
  | { readonly ok: false; readonly failure: Outcome | undefined };

/** The guarded session that a word names. */
export function sessionNamed({ host, workspaceDir }: CommandContext, word: string): NamedSession {
  const { environment } = host;
  const sessions = new GuardedSessions(environment);
  const now = host.date();
  const all = rewindableSessions(sessions, now);
  const found = findSessions(word, all, rewindableSessions(sessions, now, workspaceDir));
  const [session, ...more] = found;
  if (session !== undefined && more.length === 0)
    return { ok: true, session, rewinds: new SessionRewinds(environment, sessions, describeDone) };
  const isKnown = all.length > 0;
  return {
    ok: false,
    failure: isKnown ? failed(describeSessionChoice(word, found, all)) : undefined,
  };
}

/** Brings the files back to how they were before the newest prompt of a session, or after an earlier turn of it. */
export async function rewindSession(
  context: CommandContext,
  { session, rewinds }: Rewindable,
  words: RewindCommandOptions,
): Promise<Outcome> {
  const toTurn = parseTurn(words.to);
  if (toTurn === 'invalid')
    return failed(
      `--to ${printableLine(words.to ?? '')} is not valid for a session. It takes 0 (before its first prompt) or the number of a prompt (after the agent finished with it).`,
    );
  if (rewinds.isWorking(session, context.host.date())) {
    if (words.force !== true) return failed(describeWorking(session));
    rewinds.endTurn(session);
  }
  const request = { kind: 'rewind', ...(toTurn === undefined ? {} : { toTurn }) } as const;
  return await applyRewind(context, words, {
    ...{ folder: rewinds.folder(session), afterwards: () => [] },
    preview: (choice) => rewinds.preview(session, request, choice),
    carryOut: (choice) => rewinds.apply(session, request, choice),
  });
}

/** Undoes the newest rewind of a session. */
export async function redoSession(
  context: CommandContext,
  { session, rewinds }: Rewindable,
  words: RestoreOptions,
): Promise<Outcome> {
  const request = { kind: 'redo' } as const;
  return await applyRewind(context, words, {
    ...{ folder: rewinds.folder(session), afterwards: () => [] },
    preview: (choice) => rewinds.preview(session, request, choice),
    carryOut: (choice) => rewinds.apply(session, request, choice),
  });
}

function describeDone({ id }: Pick<GuardedSession, 'id'>, done: RewindPreview): string {
  const summary = describeSummary(done);
  return done.kind === 'rewind'
    ? `Rewound ${id} ${describeTarget(done.toTurn)}: ${summary}. To undo the rewind: \`devs redo ${id}\`.`
    : `Undid the rewind of ${id}: ${summary}.`;
}

function parseTurn(wanted: string | undefined): number | undefined | 'invalid' {
  if (wanted === undefined) return undefined;
  return /^\d{1,9}$/.test(wanted) ? Number(wanted) : 'invalid';
}

function describeWorking({ id }: GuardedSession): string {
  return `The agent is working at the moment; stop the agent first, then rewind. If it has already stopped, use \`devs rewind ${printableLine(id)} --force\`.`;
}
