import { toQuote } from '../../rules/steps/text/toQuote';
import { readRefusedAction } from '../../rules/steps/refusals/readRefusedAction';
import type { RefusalCount } from '../../rules/steps/refusals/refusalTally';
import type { AgentDefinition } from '../../model/config/config';
import type { Refusal, RefusedCalls } from '../../model/failure/refusal';
import type { AgentRefusedCall } from '../../model/steps/step';
import { refusalRemedy } from '../../rules/failure/remedy/refusalRemedy';

/** Refusals that are kept of one turn, those of its newest calls. */
const MAX_KEPT = 20;

/** Collects the refused calls of one turn, each with a remedy. */
export class RefusedCallList {
  #all: readonly RefusedCalls[] = [];

  /** In the order in which their calls ended. */
  get all(): readonly RefusedCalls[] {
    return this.#all;
  }

  /**
   * Adds the refusals of one call of an agent: those that its steps show, and those that it sums up at its end, where
   * none of its steps was refused by its own rules.
   */
  add(
    agent: Pick<AgentDefinition, 'name' | 'steps' | 'command'>,
    seen: readonly RefusalCount[],
    denied: readonly AgentRefusedCall[] = [],
  ): void {
    const isSeen = seen.some(({ refusal }) => refusal.by !== 'environment');
    const counts = isSeen ? seen : [...seen, ...denied.map(asRefusal)];
    const listed = counts
      .slice(0, MAX_KEPT)
      .map((each) => ({ ...each, remedy: refusalRemedy(agent, each.refusal) }));
    this.#all = [...this.#all, ...listed].slice(-MAX_KEPT);
  }
}

function asRefusal(call: AgentRefusedCall): RefusalCount {
  const refusal: Refusal = {
    ...{
      by: 'agent',
      kind: 'permission',
      tool: toQuote(call.tool),
      action: readRefusedAction(call),
    },
    words: 'denied by the permission rules of the agent',
  };
  return { refusal, count: 1 };
}
