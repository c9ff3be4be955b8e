import { findEdgeProgress } from '../../rules/edges/edgeProgress';
import { resetEdges } from '../../rules/edges/loopCounters';
import { observe } from '../../rules/edges/observe';
import type { Measurement } from '../../model/verification/measurement';
import type { Observed, RoleMemory } from '../../model/hops/roleMemory';
import { NO_HOPS, type Edge } from '../../model/hops/roles';
import { exitedCleanly } from '../../model/turn/turn';
import type { TurnFacts } from '../turn/context/turnFacts';

/** What is known of a turn that counted. */
export interface CountedTurn {
  readonly facts: Pick<TurnFacts, 'inside' | 'verification' | 'findings'>;
  readonly progress: boolean;
  /** Best measurement of the task before it; undefined for none. */
  readonly best: Measurement | undefined;
}

/** What a verification found, and what was known before it. */
export interface FirstLook {
  readonly before: Observed;
  /** Best measurement before it; undefined for none. */
  readonly best: Measurement | undefined;
  /** What it measured; undefined for nothing. */
  readonly measurement: Measurement | undefined;
}

/**
 * Whether a verification is the first one of work that was done: there is nothing to compare it with, so
 * that it says nothing of the hops to the coder before it.
 */
export function isBaseline({ before, best, measurement }: FirstLook): boolean {
  if (best !== undefined || before.fileChanges.length === 0) return false;
  return measurement !== undefined || before.failures.length === 0;
}

/** Whether it fails otherwise than ever before, which shows that the coder gets somewhere; a first failure shows nothing. */
export function failsOtherwise(before: Observed, edges: readonly Edge[]): boolean {
  return edges.includes('planner_to_verifier') && before.failures.length > 0;
}

/** Resets the coder's hops. */
export function resetCoderEdge(memory: RoleMemory): RoleMemory {
  const loopCounters = resetEdges(memory.loopCounters, ['planner_to_coder']);
  return { ...memory, loopCounters, trail: [] };
}

/** What the roles remember of a turn that counted; progress resets every edge. */
export function nextRoleMemory({ facts, progress, best }: CountedTurn): RoleMemory | undefined {
  const { inside, verification, findings } = facts;
  const { memory } = inside;
  if (memory === undefined) return undefined;
  // What the last verification found is nothing new when it is found inside the next turn.
  const tests = verification && {
    passed: exitedCleanly(verification.end),
    failure: findings.failure?.hash ?? '',
  };
  const observed = observe(memory.observed, { testResults: tests });
  const remembered = { ...memory, observed };
  if (progress) return { ...remembered, loopCounters: NO_HOPS, trail: [] };
  // What ended the task stands as it was counted.
  if (tests === undefined || inside.exit !== undefined) return remembered;
  const before = memory.observed;
  const { edges } = findEdgeProgress(before, observed, { verifiable: true });
  const { measurement } = findings;
  const isNew =
    failsOtherwise(before, edges) || isBaseline({ before, best: memory.best ?? best, measurement });
  return isNew ? resetCoderEdge(remembered) : remembered;
}
