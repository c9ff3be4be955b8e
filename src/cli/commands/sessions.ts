import { findSessions, toSnoozeEnd } from '../../app/guard/findSession';
import { GuardedSessions } from '../../app/guard/guardedSessions';
import type { GuardedSession } from '../../model/guard/guardedSession';
import { describeSession } from '../../reports/guard/describeSession';
import { clockTime } from '../../text/time';
import { describeSessionChoice, sessionText, sessionsText, shortIds } from '../render/sessionsText';
import { failed, type Outcome } from '../terminal/outcome';
import { printableLine } from '../terminal/printable';
import type { CommandContext } from './shared/commandContext';

/** Options of `devs sessions`. */
export interface SessionsOptions {
  readonly all?: true;
  /** Such as `30m`. */
  readonly snooze?: string;
  readonly notALoop?: true;
}

/** `devs sessions [session]`: guarded sessions, and what a human says about one. */
export async function sessions(
  context: CommandContext,
  word: string | undefined,
  options: SessionsOptions,
): Promise<Outcome> {
  const { host, style, workspaceDir } = context;
  if (options.snooze !== undefined && options.notALoop === true)
    return failed('Use either --snooze or --not-a-loop, not both.');
  const guarded = new GuardedSessions(host.environment);
  const now = host.date();
  guarded.noteInterrupts(now);
  const all = guarded.list(now);
  const here = options.all === true ? all : guarded.list(now, workspaceDir);
  const decides = options.snooze !== undefined || options.notALoop === true;
  if (word === undefined && !decides) {
    return await Promise.resolve({
      ok: true,
      text: sessionsText(here, {
        ...{ style, now, left: all.length - here.length },
        ...(options.all === true ? {} : { folder: workspaceDir }),
      }),
      json: { sessions: here },
    });
  }
  const found = word === undefined ? here : findSessions(word, all, here);
  const [session] = found;
  if (session === undefined || found.length > 1)
    return failed(describeSessionChoice(word, found, all));
  if (decides) return decide(context, guarded, { session, options });
  if (session.needsYou === true && session.status === 'ended' && !context.json)
    guarded.decide(session, { kind: 'seen' }, now);
  return {
    ok: true,
    text: sessionText(session, {
      ...{ style, now, id: shortIds(all).get(session.file) ?? session.id },
      turns: guarded.history(session.file)?.turns ?? [],
    }),
    json: { ...session, turns: guarded.history(session.file)?.turns ?? [] },
  };
}

function decide(
  { host }: CommandContext,
  guarded: GuardedSessions,
  { session, options }: { readonly session: GuardedSession; readonly options: SessionsOptions },
): Outcome {
  const now = host.date();
  const { snooze } = options;
  if (snooze !== undefined) {
    const until = toSnoozeEnd(snooze, now);
    if (until === undefined)
      return failed(
        `"${printableLine(snooze)}" is no duration: write it as 30m, 2h or 1h30m, one day at most.`,
      );
    guarded.decide(session, { kind: 'snoozed', until }, now);
    return said(
      until === now.toISOString()
        ? 'The snooze has ended: Devs interrupts the session again when it loops.'
        : `Devs does not interrupt the session until ${clockTime(until, now)}.`,
    );
  }
  if (!describeSession(session, now).canDismiss)
    return failed('Devs noticed no loop in this session, so there is none to mark as not a loop.');
  guarded.decide(session, { kind: 'not a loop' }, now);
  const next =
    session.status === 'ended'
      ? 'If you resume the session, Devs does not report this loop again.'
      : 'The agent may continue, and Devs does not report this loop again.';
  return said(`Noted: this was not a loop. ${next}`);
}

function said(message: string): Outcome {
  return { ok: true, text: `${message}\n`, json: { ok: true, message } };
}
