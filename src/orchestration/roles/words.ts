import type { PlannerDecision, WorkingRole } from '../../domain/roles';
import { maskSecrets } from '../../detection/external/maskSecrets';
import { cutText } from '../../recovery/roles/quotedData';

/** What an agent said as one line: secrets masked, white space and control characters folded, `most` characters. */
export function inOneLine(text: string, most: number): string {
  const line = text
    .replace(/\p{Cf}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return cutText(maskSecrets(line), most);
}

const MAX_REQUEST = 4_000;

/** What a hop to a role asks of it. */
export function requestOf(role: WorkingRole, { query, plan, reason }: PlannerDecision): string {
  const planned = plan.filter((step) => step.trim() !== '').join('\n');
  const asked = planned === '' ? reason : planned;
  switch (role) {
    case 'researcher':
      return cutText(query ?? asked, MAX_REQUEST);
    case 'coder':
    case 'verifier':
      return cutText(asked, MAX_REQUEST);
    default:
      return role satisfies never;
  }
}

const MAX_PLAN = 200;

/** A plan as one line; '' for one without steps. */
export function planOf({ plan }: PlannerDecision): string {
  return inOneLine(
    plan
      .map((step) => step.trim())
      .filter((step) => step !== '')
      .join('; '),
    MAX_PLAN,
  );
}
