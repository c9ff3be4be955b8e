import type { Observed, TrailHop } from '../../model/hops/roleMemory';
import { EDGES, NO_HOPS, type LoopCounters } from '../../model/hops/roles';
import { createEmptyObservation } from './observe';

/** Complete state of an edge guard; JSON-serialisable. */
export interface EdgeGuardState {
  /** Total number of hops. */
  readonly hops: number;
  readonly loopCounters: LoopCounters;
  readonly observed: Observed;
  /** Hops since the last progress, oldest first; cycles are searched in them. */
  readonly trail: readonly TrailHop[];
}

/** Creates the state before the first hop. */
export function createInitialState(): EdgeGuardState {
  return { hops: 0, loopCounters: NO_HOPS, observed: createEmptyObservation(), trail: [] };
}

/** Returns the state; throws a TypeError if its shape is invalid. */
export function validateState(state: EdgeGuardState): EdgeGuardState {
  if (isState(state)) return state;
  throw new TypeError('This is not a state of an edge guard.');
}

function isState(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { hops, loopCounters, observed, trail } = value;
  const counted = isRecord(loopCounters) && EDGES.every((edge) => isCount(loopCounters[edge]));
  return isCount(hops) && counted && isObserved(observed) && isTrail(trail);
}

function isObserved(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { lastQuery, queries, researchResults, fileChanges, state, states, failures } = value;
  const { testResults, bests } = value;
  return (
    [lastQuery, state].every(isText) &&
    [queries, researchResults, fileChanges, states, failures].every(isTexts) &&
    (testResults === undefined || (isRecord(testResults) && isText(testResults['failure']))) &&
    isCount(bests)
  );
}

function isTrail(value: unknown): boolean {
  const isHop = (hop: unknown): boolean =>
    isRecord(hop) && [hop['at'], hop['to'], hop['request']].every(isText);
  return Array.isArray(value) && value.every(isHop);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
