import { maskSecrets } from './maskSecrets';
import { describeEnd, endedWell, type ProcessEnd } from '../../domain/turn';

/** Whose failure a turn was, and what follows when it was not the agent's. */
export type FailureOwner =
  | { readonly owner: 'agent' }
  | { readonly owner: 'other'; readonly then: 'again' | 'blocked'; readonly reason: string };

const THE_AGENTS: FailureOwner = { owner: 'agent' };

export interface AgentRunEvidence {
  readonly end: ProcessEnd;
  /** The workspace differs from what it was before the turn. */
  readonly workspaceChanged: boolean;
  /** What the agent said last: standard error, else the end of its reply. */
  readonly words: string;
  /** Turns directly before this one that were not the agent's failure, since a human last stepped in. */
  readonly failedBefore: number;
}

/**
 * Rule 2, by what exit and workspace tell: an agent that ended badly and changed nothing never got
 * to work. It is tried once more, then the task is blocked with the agent's own words.
 */
export function agentNeverWorked(evidence: AgentRunEvidence): FailureOwner {
  if (endedWell(evidence.end) || evidence.workspaceChanged) return THE_AGENTS;
  const words = maskSecrets(lastWords(evidence.words));
  const how = describeEnd(evidence.end);
  return {
    owner: 'other',
    then: evidence.failedBefore > 0 ? 'blocked' : 'again',
    reason: words === '' ? `the agent ended badly (${how}) and said nothing` : `${words} (${how})`,
  };
}

export interface VerificationEvidence {
  readonly end: ProcessEnd;
  /** The command as the user wrote it, for the message. */
  readonly command: string;
  /** An earlier verification of this task did start: then a change made since explains the failure. */
  readonly startedBefore: boolean;
}

/** Exit codes of POSIX shells for "not executable" and "not found". */
const SHELL_COULD_NOT_START = new Set([126, 127]);

/** Rule 2 for the verify command: one that never could start is not the agent's failure. */
export function verificationNeverStarted(evidence: VerificationEvidence): FailureOwner {
  const { end } = evidence;
  const notStarted =
    end.kind === 'couldNotStart' || (end.kind === 'exit' && SHELL_COULD_NOT_START.has(end.code));
  if (!notStarted || evidence.startedBefore) return THE_AGENTS;
  return {
    owner: 'other',
    then: 'blocked',
    reason: `the verify command could not start (${describeEnd(end)}): ${evidence.command} — correct "verify" in devs.yaml or install what it needs`,
  };
}

/** A line of a stack trace, or of an object that was printed with one: says nothing to a human. */
const NOISE = /^(?:at .*[):\d]$|[{}[\]()]+[,;]?$|\[object Object\]$)/;

/** The last lines of what was said, 400 characters at most, stack traces and white space folded. */
function lastWords(text: string): string {
  const spoken = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const lines = spoken.filter((line) => !NOISE.test(line));
  const tail = lines.slice(-6).join(' ').replace(/\s+/g, ' ');
  return tail.length > 400 ? `…${tail.slice(-399)}` : tail;
}
