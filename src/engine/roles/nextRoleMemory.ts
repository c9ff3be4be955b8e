import { findEdgeProgress } from '../../rules/edges/edgeProgress';
import { resetEdges } from '../../rules/edges/loopCounters';
import { observe } from '../../rules/edges/observe';
import type { Measurement } from '../../model/verification/measurement';
import type { Observed, RoleMemory } from '../../model/hops/roleMemory';
import { NO_HOPS, type Edge } from '../../model/hops/roles';
import { exitedCleanly } from '../../model/turn/turn';
import type { TurnFacts } from '../turn/context/turnFacts';

/** Facts of a counted turn. */
export interface CountedTurn {
  readonly facts: Pick<TurnFacts, 'inside' | 'verification' | 'findings'>;
  readonly progress: boolean;
  /** Best measurement of the task before it; undefined for none. */
  readonly best: Measurement | undefined;
}

/** Result of a verification, and the knowledge before it. */
export interface FirstObservation {
  readonly before: Observed;
  /** Best measurement before it; undefined for none. */
  readonly best: Measurement | undefined;
  /** Its measurement; undefined for none. */
  readonly measurement: Measurement | undefined;
}

/**
 * Whether a verification is the first one of existing work: without a comparison it says nothing about earlier hops to
 * the coder.
 */
export function isBaseline({ before, best, measurement }: FirstObservation): boolean {
  if (best !== undefined || before.fileChanges.length === 0) return false;
  return measurement !== undefined || before.failures.length === 0;
}

/**
 * Whether the verification fails in a new way, which proves an effect of the coder; the first failure proves nothing.
 */
export function failsOtherwise(before: Observed, edges: readonly Edge[]): boolean {
  return edges.includes('planner_to_verifier') && before.failures.length > 0;
}

/** Resets the coder's hops. */
export function resetCoderEdge(memory: RoleMemory): RoleMemory {
  const loopCounters = resetEdges(memory.loopCounters, ['planner_to_coder']);
  return { ...memory, loopCounters, trail: [] };
}

/** Updates the memory of the roles after a counted turn; progress resets every edge. */
export function nextRoleMemory({ facts, progress, best }: CountedTurn): RoleMemory | undefined {
  const { inside, verification, findings } = facts;
  const { memory } = inside;
  if (memory === undefined) return undefined;
  // A known result of the last verification is not new inside the next turn.
  const tests = verification && {
    passed: exitedCleanly(verification.end),
    failure: findings.failure?.hash ?? '',
  };
  const observed = observe(memory.observed, { testResults: tests });
  const remembered = { ...memory, observed };
  if (progress) return { ...remembered, loopCounters: NO_HOPS, trail: [] };
  // Counters that ended the task stay unchanged.
  if (tests === undefined || inside.exit !== undefined) return remembered;
  const before = memory.observed;
  const { edges } = findEdgeProgress(before, observed, { verifiable: true });
  const { measurement } = findings;
  const isNew =
    failsOtherwise(before, edges) || isBaseline({ before, best: memory.best ?? best, measurement });
  return isNew ? resetCoderEdge(remembered) : remembered;
}
