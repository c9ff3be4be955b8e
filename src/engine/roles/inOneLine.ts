import type { PlannerDecision, WorkingRole } from '../../model/hops/roles';
import { maskSecrets } from '../../text/maskSecrets';
import { withoutEscapes } from '../../rules/output/outputLines';
import { truncate } from '../../text/truncate';

/**
 * Converts an agent's text to one line: secrets masked, white space and control characters collapsed, at most `most`
 * characters.
 */
export function inOneLine(text: string, most: number): string {
  const line = withoutEscapes(text)
    .replace(/\p{Cf}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return truncate(maskSecrets(line), most);
}

/** Cleans an agent's text but keeps its lines: secrets masked, no control characters, at most `most` characters. */
export function inLines(text: string, most: number): string {
  const shown = withoutEscapes(text)
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[\p{Cf}\p{Cs}]/gu, '')
    .replace(/\p{Cc}/gu, (control) => (control === '\n' ? control : ' '))
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return truncate(maskSecrets(shown), most);
}

const MAX_REQUEST = 4_000;

/** Builds the request of a hop to a role. */
export function requestOf(role: WorkingRole, { query, plan, reason }: PlannerDecision): string {
  const planned = plan.filter((step) => step.trim() !== '').join('\n');
  const request = planned === '' ? reason : planned;
  switch (role) {
    case 'researcher':
      return truncate(query ?? request, MAX_REQUEST);
    case 'coder':
    case 'verifier':
      return truncate(request, MAX_REQUEST);
    default:
      return role satisfies never;
  }
}

const MAX_PLAN = 200;

/** Formats a plan as one line; '' without steps. */
export function planOf({ plan }: PlannerDecision): string {
  return inOneLine(
    plan
      .map((step) => step.trim())
      .filter((step) => step !== '')
      .join('; '),
    MAX_PLAN,
  );
}
