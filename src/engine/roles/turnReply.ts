import type { Hop } from '../../model/hops/hop';
import { inOneLine } from './words';

/** Characters that are told of what one hop answered. */
const MAX_ANSWER = 200;

export interface ToldTurn {
  /** The plan; '' where there was none. */
  readonly strategy: string;
  /** Oldest first. */
  readonly hops: readonly Hop[];
  /** Why it ended; '' for nothing. */
  readonly ending: string;
  /** What the agents call done and what they are blocked by, a line each. */
  readonly done: readonly string[];
  readonly blocked: readonly string[];
}

/**
 * The text that stands for all agents of a turn, as one agent would have written it. Nothing that an
 * agent said begins a line, so that only what is passed as such is a statement.
 */
export function turnReply({ strategy, hops, ending, done, blocked }: ToldTurn): string {
  const steps = hops.map((hop) => {
    const { number, to, outcome, answer } = hop;
    // What a command printed tells of times and durations: the same turn would never be the same again.
    const said = isByCommand(hop) ? '' : inOneLine(answer, MAX_ANSWER);
    return `${number}. ${to} ${outcome}${said === '' ? '' : `: ${said}`}`;
  });
  const lines = [
    ...(strategy === '' ? [] : [`STRATEGY: ${strategy}`]),
    ...steps,
    ...(ending === '' ? [] : [`In the end: ${ending}`]),
    ...done.map((said) => `DONE: ${said}`),
    ...blocked.map((said) => `BLOCKED: ${said}`),
  ];
  return lines.join('\n');
}

function isByCommand({ kind, agent, outcome }: Hop): boolean {
  return kind === 'edge' && agent === undefined && (outcome === 'passed' || outcome === 'failed');
}
