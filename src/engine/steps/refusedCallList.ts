import { toQuote } from '../../rules/steps/text/toQuote';
import { readRefusedAction } from '../../rules/steps/refusals/readRefusedAction';
import { RefusalTally, type RefusalCount } from '../../rules/steps/refusals/refusalTally';
import type { AgentDefinition } from '../../model/config/config';
import type { RefusedCalls } from '../../model/failure/refusal';
import type { AgentRefusedCall } from '../../model/steps/step';
import { permissionRemedy } from '../../rules/failure/remedy/permissionRemedy';
import { refusalRemedy } from '../../rules/failure/remedy/refusalRemedy';

/** Refusals that are kept of one turn, those of its newest calls. */
const MAX_KEPT = 20;
/** As of `Refusal.words`. */
const MAX_WORDS = 200;

/** Collects the refused calls of one turn, each with a remedy. */
export class RefusedCallList {
  #all: readonly RefusedCalls[] = [];

  /** In the order in which their calls ended. */
  get all(): readonly RefusedCalls[] {
    return this.#all;
  }

  /**
   * Adds the refusals of one call of an agent: those that its steps show, and those that it sums up at its end, where
   * none of its steps was refused by its own rules. What Devs refused is known in any case, with the reason.
   */
  add(
    agent: Pick<AgentDefinition, 'name' | 'steps' | 'command'>,
    seen: readonly RefusalCount[],
    denied: readonly AgentRefusedCall[] = [],
  ): void {
    const ours = new Map(
      denied.flatMap((call) =>
        call.reason === undefined ? [] : [[readRefusedAction(call), call] as const],
      ),
    );
    const isOurs = ({ refusal }: RefusalCount): boolean =>
      refusal.by !== 'environment' && ours.has(refusal.action);
    const others = seen.filter((each) => !isOurs(each));
    const isSeen = others.some(({ refusal }) => refusal.by !== 'environment');
    const summedUp = denied.filter(({ reason }) => reason !== undefined || !isSeen);
    const listed = [...seen, ...tally(summedUp, seen.filter(isOurs))]
      .slice(0, MAX_KEPT)
      .map(({ refusal, count }) => {
        const call = refusal.by === 'environment' ? undefined : ours.get(refusal.action);
        const remedy =
          call?.remedy === undefined
            ? refusalRemedy(agent, refusal)
            : permissionRemedy(agent, refusal, call.remedy);
        const { reason } = call ?? {};
        const words = reason === undefined ? refusal.words : toQuote(reason, MAX_WORDS);
        return { refusal: { ...refusal, words }, count, remedy };
      });
    this.#all = [...this.#all, ...listed].slice(-MAX_KEPT);
  }
}

/** Counts calls by what they wanted, except what was seen. */
function tally(
  calls: readonly AgentRefusedCall[],
  seen: readonly RefusalCount[],
): readonly RefusalCount[] {
  const counted = new RefusalTally();
  for (const call of calls) {
    const action = readRefusedAction(call);
    if (seen.some(({ refusal }) => refusal.action === action)) continue;
    const words = 'denied by the permission rules of the agent';
    counted.add({ by: 'agent', kind: 'permission', tool: toQuote(call.tool), action, words });
  }
  return counted.counts;
}
