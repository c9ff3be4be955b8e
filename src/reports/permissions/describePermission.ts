import type { EventData } from '../../model/events/devsEvent';
import type { PermissionOutcome } from '../../model/permissions/permission';

/** Describes a permission request in a clause: "claude asks to run `npm install`". The action comes from the agent. */
export function describeAsked({
  agent,
  action,
}: Pick<EventData<'permission_asked'>, 'agent' | 'action'>): string {
  return `${agent} asks to ${action}`;
}

const OUTCOMES: Readonly<Record<PermissionOutcome, string>> = {
  allowed: 'you allowed',
  denied: 'you refused',
  timed_out: 'nobody answered in time, so Devs refused',
  cancelled: 'the turn ended before anybody answered',
};

/** Describes how a permission request ended: "you allowed claude to run `npm install`". */
export function describeAnswered({
  agent,
  action,
  outcome,
  rule,
}: EventData<'permission_answered'>): string {
  const always = rule === undefined ? '' : `, and always: \`${rule}\``;
  return outcome === 'cancelled'
    ? `${OUTCOMES[outcome]}: ${agent} asked to ${action}`
    : `${OUTCOMES[outcome]} ${agent} to ${action}${always}`;
}
