import type { LeaseHolder } from '../../domain/lease';
import type { LeaseFacts } from '../../ports/machine';
import { describeHolder } from '../leaseTurns';
import type { DoctorContext } from './doctorContext';
import { LOOK_MS, type Finding, type PlannedCheck } from './plannedCheck';
import { quoted } from './words';
import { countOf } from '../../text/count';

/** Milliseconds within which a living holder has answered. */
const ANSWERED_MS = 10_000;

/** Who may write the state, and who waits for an answer. */
export function leaseChecks({ parts }: DoctorContext): readonly PlannedCheck[] {
  const { machine, state } = parts;
  const check = (
    id: string,
    title: string,
    find: (holder: LeaseHolder | undefined, facts: LeaseFacts) => Finding,
  ): PlannedCheck => ({
    ...{ id, title, group: 'State', limitMs: LOOK_MS },
    look: async () => find(await state.holder(), await machine.lease()),
  });
  return [check('lease', 'Lease', leaseFinding), check('inbox', 'Requests', inboxFinding)];
}

/** Whoever ended without giving it back is followed by the next one: nothing is wrong with that. */
export function leaseFinding(holder: LeaseHolder | undefined, { left }: LeaseFacts): Finding {
  if (holder !== undefined) {
    return { level: 'ok', found: `held by ${heldBy(holder)} since ${quoted(holder.since)}` };
  }
  if (left === undefined) return { level: 'ok', found: 'free' };
  return { level: 'ok', found: `free: ${heldBy(left)} has ended without giving it back` };
}

/** Requests are answered within a second by a holder, and cleared out by the next one. */
export function inboxFinding(holder: LeaseHolder | undefined, facts: LeaseFacts): Finding {
  const { waiting, waitingMs } = facts;
  if (waiting === 0) return { level: 'ok', found: 'none waits' };
  const wait = waiting === 1 ? 'waits' : 'wait';
  if (holder === undefined) {
    return { level: 'ok', found: `${countOf(waiting, 'old one')} of somebody who is gone` };
  }
  const found = `${countOf(waiting, 'request')} ${wait} for ${heldBy(holder)}`;
  if (waitingMs < ANSWERED_MS) return { level: 'ok', found };
  return {
    level: 'warning',
    found: `${found}, which does not answer`,
    remedy: `Look at process ${holder.pid}: when it hangs, end it; what it did is put right next.`,
  };
}

function heldBy(holder: LeaseHolder): string {
  return quoted(describeHolder(holder));
}
