import { observe } from '../../detection/edges/observe';
import type { RoleMemory } from '../../domain/roleMemory';
import { NO_HOPS } from '../../domain/roles';
import { endedWell } from '../../domain/turn';
import type { TurnFacts } from '../turn/turnFacts';

/** What the roles remember of a turn that counted; progress lets every edge begin anew. */
export function memoryAfter(
  { inside, verification, findings }: Pick<TurnFacts, 'inside' | 'verification' | 'findings'>,
  progress: boolean,
): RoleMemory | undefined {
  const { memory } = inside;
  if (memory === undefined) return undefined;
  // What the last verification found is nothing new when it is found inside the next turn.
  const tests = verification && {
    passed: endedWell(verification.end),
    failure: findings.failure?.hash ?? '',
  };
  const observed = observe(memory.observed, { testResults: tests });
  const remembered = { ...memory, observed };
  return progress ? { ...remembered, loopCounters: NO_HOPS, trail: [] } : remembered;
}
