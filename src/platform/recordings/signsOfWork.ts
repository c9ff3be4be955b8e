import type { RecordingItem } from '../../model/steps/replayedRun';
import { isObject, without, type JsonObject } from '../json/jsonValue';
import { stepless, type Place } from './parts/place';

/** So much of it that it is more than calls that were cut off, or a result whose call stands elsewhere. */
const ENOUGH = 10;
/** What a result counts; a call counts one. */
const RESULT_WEIGHT = 4;
/** Parts of a value that are looked at, and how deep. */
const MAX_PARTS = 2_000;
const MAX_DEPTH = 5;

/** Names of members that say what a thing is. */
const KINDS = ['type', 'role', 'kind', 'subtype'] as const;
const RESULT =
  /^tool$|(?:tool|function|call|command)\w*(?:result|response|output)|observation(?:event)?$/i;
const CALL = /tool|function_?call|command|action(?:event)?$/i;

/**
 * Counts in what is read of a file signs of an agent's work: names of kinds that speak of calls of tools, and more than
 * that of their results. It only matters where no step could be made of any of it.
 */
export class SignsOfWork {
  private weight = 0;
  private firstLine: number | undefined;

  /** Looks at a line, or a document; cheap once there are enough signs. */
  see(value: unknown, line?: number): void {
    if (this.isWork) return;
    const budget = { parts: MAX_PARTS };
    const found = weightOf(value, budget, MAX_DEPTH);
    if (found > 0) this.firstLine ??= line;
    this.weight += found;
  }

  /** These, or what is told instead where not one of their runs has a step and there are signs that some were taken. */
  judged(items: readonly RecordingItem[], place: Place): readonly RecordingItem[] {
    const runs = items.filter((item) => item.kind === 'run');
    const hasSteps = runs.some(({ run }) => run.steps.length > 0);
    if (runs.length === 0 || hasSteps || !this.isWork) return items;
    const line = this.firstLine === undefined ? {} : { line: this.firstLine };
    return [...items.filter((item) => item.kind === 'problem'), stepless({ ...place, ...line })];
  }

  private get isWork(): boolean {
    return this.weight >= ENOUGH;
  }
}

/** The same of one value that holds whole runs. */
export function judgedAlone(
  value: unknown,
  items: readonly RecordingItem[],
  place: Place,
): readonly RecordingItem[] {
  if (items.every((item) => item.kind === 'problem' || item.run.steps.length > 0)) return items;
  const signs = new SignsOfWork();
  signs.see(value, place.line);
  return signs.judged(items, place);
}

function weightOf(value: unknown, budget: { parts: number }, depth: number): number {
  budget.parts -= 1;
  if (typeof value !== 'object' || value === null || depth === 0 || budget.parts < 0) return 0;
  let weight = isObject(value) ? ownWeight(value) : 0;
  for (const part of partsOf(value)) {
    if (weight >= ENOUGH || budget.parts < 0) break;
    if (typeof part === 'object') weight += weightOf(part, budget, depth - 1);
  }
  return weight;
}

/** What an agent could call is no call. */
const NO_CALLS = new Set(['tools']);

function partsOf(value: object): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return isObject(value) ? Object.values(without(value, NO_CALLS)) : [];
}

function ownWeight(value: JsonObject): number {
  const kinds = KINDS.map((name) => value[name]).filter((kind) => typeof kind === 'string');
  if (kinds.some((kind) => RESULT.test(kind.slice(0, MAX_KIND)))) return RESULT_WEIGHT;
  return kinds.some((kind) => CALL.test(kind.slice(0, MAX_KIND))) ? 1 : 0;
}

/** Characters of the name of a kind that are looked at. */
const MAX_KIND = 60;
