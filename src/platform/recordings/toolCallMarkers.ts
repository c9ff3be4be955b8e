import type { RecordingItem } from '../../model/steps/replayedRun';
import { isObject, without, type JsonObject } from '../json/jsonValue';
import { steplessProblem, type Place } from './parts/place';

/** Weight that cut-off calls, or a result without its call, do not reach. */
const ENOUGH_WEIGHT = 10;
/** Weight of a result; a call has weight 1. */
const RESULT_WEIGHT = 4;
/** Limits of the search in one value: parts and depth. */
const MAX_PARTS = 2_000;
const MAX_DEPTH = 5;

/** Members that name the kind of an object. */
const KIND_MEMBERS = ['type', 'role', 'kind', 'subtype'] as const;
const RESULT =
  /^tool$|(?:tool|function|call|command)\w*(?:result|response|output)|observation(?:event)?$/i;
const CALL = /tool|function_?call|command|action(?:event)?$/i;

/**
 * Counts members of JSON values that name a tool call or its result. Enough of them in a file without any step mean
 * that its format is not understood.
 */
export class ToolCallMarkers {
  private weight = 0;
  private firstLine: number | undefined;

  /** Counts the markers in a line or document; cheap once there are enough. */
  count(value: unknown, line?: number): void {
    if (this.areEnough) return;
    const budget = { parts: MAX_PARTS };
    const found = weightOf(value, budget, MAX_DEPTH);
    if (found > 0) this.firstLine ??= line;
    this.weight += found;
  }

  /** Returns `items`; with a problem instead of their runs when no run has a step although there are enough markers. */
  replaceStepless(items: readonly RecordingItem[], place: Place): readonly RecordingItem[] {
    const runs = items.filter((item) => item.kind === 'run');
    const hasSteps = runs.some(({ run }) => run.steps.length > 0);
    if (runs.length === 0 || hasSteps || !this.areEnough) return items;
    const line = this.firstLine === undefined ? {} : { line: this.firstLine };
    return [
      ...items.filter((item) => item.kind === 'problem'),
      steplessProblem({ ...place, ...line }),
    ];
  }

  private get areEnough(): boolean {
    return this.weight >= ENOUGH_WEIGHT;
  }
}

/** Does the same for one value that contains whole runs. */
export function replaceStepless(
  value: unknown,
  items: readonly RecordingItem[],
  place: Place,
): readonly RecordingItem[] {
  if (items.every((item) => item.kind === 'problem' || item.run.steps.length > 0)) return items;
  const signs = new ToolCallMarkers();
  signs.count(value, place.line);
  return signs.replaceStepless(items, place);
}

function weightOf(value: unknown, budget: { parts: number }, depth: number): number {
  budget.parts -= 1;
  if (typeof value !== 'object' || value === null || depth === 0 || budget.parts < 0) return 0;
  let weight = isObject(value) ? ownWeight(value) : 0;
  for (const part of partsOf(value)) {
    if (weight >= ENOUGH_WEIGHT || budget.parts < 0) break;
    if (typeof part === 'object') weight += weightOf(part, budget, depth - 1);
  }
  return weight;
}

/** Lists of available tools, which are not calls. */
const NO_CALLS = new Set(['tools']);

function partsOf(value: object): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return isObject(value) ? Object.values(without(value, NO_CALLS)) : [];
}

function ownWeight(value: JsonObject): number {
  const kinds = KIND_MEMBERS.map((name) => value[name]).filter((kind) => typeof kind === 'string');
  if (kinds.some((kind) => RESULT.test(kind.slice(0, MAX_KIND_CHARACTERS)))) return RESULT_WEIGHT;
  return kinds.some((kind) => CALL.test(kind.slice(0, MAX_KIND_CHARACTERS))) ? 1 : 0;
}

/** Characters of a kind's name that are matched. */
const MAX_KIND_CHARACTERS = 60;
