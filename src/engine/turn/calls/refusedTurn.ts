import type { ExternalFailure } from '../../../rules/failure/external/externalFailure';
import { isDoneReply } from '../../../rules/turn/replyText';
import type { ExternalKind } from '../../../model/failure/failure';
import { refusalVerb, type Refusal, type RefusedCalls } from '../../../model/failure/refusal';
import { exitedCleanly } from '../../../model/turn/turn';
import type { TurnFacts } from '../context/turnFacts';

/** Statement of an agent at its end that it may not continue. */
const GIVES_UP =
  /\bI\b[^.\n]{0,80}\b(?:not (?:allowed|permitted|authori[sz]ed)|cannot|can['’]t|could(?: not|n['’]t)|unable|(?:need|require)\s(?:your |the |a )?(?:permissions?|approval|access|consent|confirmation)|was (?:denied|refused|blocked)|(?:do|did)(?: not|n['’]t) (?:have|get))\b|\b(?:permission|approval|access)\b[^.\n]{0,40}\b(?:denied|refused|required|needed|missing|declined)\b|\b(?:needs?|requires?|without|grant|approve|allow)\b[^.\n]{0,40}\b(?:permission|approval|your|me to)\b/i;
/** Characters at the end of a reply that are searched for it. */
const END = 600;
/** Kinds that may resolve by themselves. */
const PASSES: ReadonlySet<ExternalKind> = new Set(['network', 'outage', 'rate_limit']);

/**
 * Returns the refusal that ended a turn as an external failure: of the calls for which Devs stopped the agent, or, if
 * the agent gave up without a change, of the calls that its own rules refused. Undefined for neither.
 */
export function refusedFailure({
  agent,
  inside,
  stateBefore,
  stateAfter,
}: TurnFacts): ExternalFailure | undefined {
  const { loop, refused } = inside;
  const gaveUp =
    exitedCleanly(agent.end) && stateAfter === stateBefore && !isDoneReply(agent.reply);
  if (agent.end.kind !== 'stopped' && !gaveUp) return undefined;
  const refusal = loop?.refusal;
  if (refusal !== undefined) {
    const found = refused.findLast((each) => isSame(each.refusal, refusal));
    return found && asFailure({ ...found, refusal });
  }
  const byAgent = refused.findLast((each) => each.refusal.by !== 'environment');
  if (byAgent === undefined || !gaveUp) return undefined;
  // In an unattended run no person can refuse: opencode reports such a refusal, and ends its turn without a text.
  const isForPerson = byAgent.refusal.by === 'person';
  return isForPerson || GIVES_UP.test(agent.reply.trim().slice(-END))
    ? asFailure(byAgent)
    : undefined;
}

function isSame(a: Refusal, b: Refusal): boolean {
  return a.by === b.by && a.kind === b.kind && a.tool === b.tool && a.action === b.action;
}

function asFailure({ refusal, count, remedy }: RefusedCalls): ExternalFailure {
  const { kind, action, words, subject } = refusal;
  const times = count === 1 ? 'once' : `${count} times`;
  return {
    ...{ kind, subject, retryAfterMs: undefined, remedy },
    message: `\`${action}\` ${refusalVerb(refusal)} ${times}: ${words.replace(/\.$/, '')}`,
    handling: PASSES.has(kind) ? 'retry' : 'blocked',
  };
}
