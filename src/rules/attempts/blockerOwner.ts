import type { ExternalKind } from '../../model/failure/failure';
import { findExternalFailure } from '../failure/external/externalFailure';
import { findHumanRule } from './humanBlockers';
import { memoizeByText } from './memoizeByText';
import { splitClauses, isAboutCode } from './blockerClauses';
import { oneLine } from '../../text/oneLine';

/** Who can resolve a blocker: the agent, or only a human. */
export type BlockerOwner =
  | { readonly owner: 'work' }
  /** `why`: a clause for humans, such as "it needs a login or a key". */
  | { readonly owner: 'human'; readonly why: string };

/** Printed errors that are the human's, of the kinds that `findExternalFailure` tells. */
const HUMAN_KINDS: Partial<Record<ExternalKind, string>> = {
  authentication: 'it needs a login or a key',
  rate_limit: 'a limit or a budget of a service is used up',
  permission: 'it needs a permission or an approval',
  disk_full: 'the disk is full',
};

/** Characters of a blocker that are read. */
const MAX_READ = 1_000;

/**
 * Who can resolve what an agent says it is blocked by. Only missing credentials, limits of services,
 * denied permissions, awaited approvals, a full disk and the human's own cancel are the human's;
 * everything else, a missing tool or stub included, is the work's. Where it is undecided, too: the
 * work's authority ends after one more attempt, and then the human is asked.
 */
export function findBlockerOwner(blocker: string): BlockerOwner {
  return findOwner(oneLine(blocker.slice(0, MAX_READ)));
}

const findOwner = memoizeByText((text: string): BlockerOwner => {
  const printed = explainPrintedError(text);
  if (printed !== undefined) return { owner: 'human', why: printed };
  for (const clause of splitClauses(text)) {
    const rule = findHumanRule(clause);
    if (rule !== undefined && !isAboutCode(clause)) return { owner: 'human', why: rule.why };
  }
  return { owner: 'work' };
});

function explainPrintedError(text: string): string | undefined {
  if (isAboutCode(text)) return undefined;
  const failure = findExternalFailure({
    lines: [text],
    speaker: 'agent',
    endedWell: false,
    hasWorked: true,
    // Irrelevant here: the reset time of a limit does not change the owner.
    now: new Date(0),
  });
  return failure === undefined ? undefined : HUMAN_KINDS[failure.kind];
}
