import { resetEdges } from '../../detection/edges/loopCounters';
import { observe } from '../../detection/edges/observe';
import type { Measurement } from '../../domain/measurement';
import type { Observed, RoleMemory } from '../../domain/roleMemory';
import { NO_HOPS } from '../../domain/roles';
import { endedWell } from '../../domain/turn';
import type { TurnFacts } from '../turn/turnFacts';

/** What is known of a turn that counted. */
export interface CountedTurn {
  readonly facts: Pick<TurnFacts, 'inside' | 'verification' | 'findings'>;
  readonly progress: boolean;
  /** Best measurement of the task before it; undefined for none. */
  readonly best: Measurement | undefined;
}

/**
 * Whether a verification is the first one of work on which `best` was measured before: there is nothing
 * to compare it with, so that it says nothing of the hops to the coder before it.
 */
export function isBaseline(observed: Observed, best: Measurement | undefined): boolean {
  return best === undefined && observed.failures.length === 0 && observed.fileChanges.length > 0;
}

/** The coder's hops begin anew. */
export function withCoderAnew(memory: RoleMemory): RoleMemory {
  const loopCounters = resetEdges(memory.loopCounters, ['planner_to_coder']);
  return { ...memory, loopCounters, trail: [] };
}

/** What the roles remember of a turn that counted; progress lets every edge begin anew. */
export function memoryAfter({ facts, progress, best }: CountedTurn): RoleMemory | undefined {
  const { inside, verification, findings } = facts;
  const { memory } = inside;
  if (memory === undefined) return undefined;
  // What the last verification found is nothing new when it is found inside the next turn.
  const tests = verification && {
    passed: endedWell(verification.end),
    failure: findings.failure?.hash ?? '',
  };
  const observed = observe(memory.observed, { testResults: tests });
  const remembered = { ...memory, observed };
  if (progress) return { ...remembered, loopCounters: NO_HOPS, trail: [] };
  const isFirst = tests !== undefined && isBaseline(memory.observed, memory.best ?? best);
  // What ended the task stands as it was counted.
  return isFirst && inside.exit === undefined ? withCoderAnew(remembered) : remembered;
}
