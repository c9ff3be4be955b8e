import { LIMIT_SPECS } from '../../../src/model/config/limits';
import {
  STEP_LIMITS,
  type StepLimitName,
  type StepLimits,
} from '../../../src/model/config/stepLimits';
import { judge } from './judgedRun';
import { secondRepetition } from './labels';
import type { LabelledRecording } from './loadRuns';
import { CURVE, DEFAULTS, isStuck } from './quality';
import { score, type Score } from './score';

/** Limits chosen on one half of the runs, with what they and the built-in ones are worth on the other. */
export interface Validation {
  /** The limits that differ from the built-in ones. */
  readonly chosen: Partial<StepLimits>;
  readonly score: Score;
  readonly builtIn: Score;
}

/** Loops that one alarm on a clean or a solved run outweighs. */
const ALARM_COST = 3;
/** Passes over all limits; each changes one limit at a time. */
const MAX_PASSES = 3;

/** Chooses limits on each half of the runs and scores them on the other. */
export function crossValidate(runs: readonly LabelledRecording[]): readonly Validation[] {
  const [one, other] = halve(runs);
  return [validate(one, other), validate(other, one)];
}

function validate(
  choosing: readonly LabelledRecording[],
  scoring: readonly LabelledRecording[],
): Validation {
  const limits = chooseLimits(choosing);
  const changed = STEP_LIMITS.filter((name) => limits[name] !== DEFAULTS[name]);
  return {
    chosen: Object.fromEntries(changed.map((name) => [name, limits[name]])),
    score: scoreWith(scoring, limits),
    builtIn: scoreWith(scoring, DEFAULTS),
  };
}

/** Every second run of each kind, by id, so that both halves have loops. */
function halve(
  runs: readonly LabelledRecording[],
): readonly [readonly LabelledRecording[], readonly LabelledRecording[]] {
  const kinds = new Map<string, LabelledRecording[]>();
  for (const run of runs.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    kinds.set(kindOf(run), [...(kinds.get(kindOf(run)) ?? []), run]);
  const half = (rest: number): readonly LabelledRecording[] =>
    [...kinds.values()].flatMap((ofKind) => ofKind.filter((_, index) => index % 2 === rest));
  return [half(0), half(1)];
}

function kindOf({ labels }: LabelledRecording): string {
  const isLoop = secondRepetition(labels) !== undefined || typeof labels.loopAt === 'number';
  return JSON.stringify([isLoop, labels.resolved]);
}

function chooseLimits(runs: readonly LabelledRecording[]): StepLimits {
  let limits = DEFAULTS;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const before = limits;
    for (const name of STEP_LIMITS) limits = chooseLimit(runs, limits, name);
    if (limits === before) break;
  }
  return limits;
}

/** The limits with the best value of one of them; unchanged unless another value is better. */
function chooseLimit(
  runs: readonly LabelledRecording[],
  limits: StepLimits,
  name: StepLimitName,
): StepLimits {
  let best = { limits, worth: worthOf(scoreWith(runs, limits)) };
  for (const value of CURVE) {
    if (value < LIMIT_SPECS[name].min || value === limits[name]) continue;
    const tried = { ...limits, [name]: value };
    const worth = worthOf(scoreWith(runs, tried));
    if (worth > best.worth) best = { limits: tried, worth };
  }
  return best.limits;
}

function worthOf({ found, read, alarms }: Score): number {
  return found + read.found - ALARM_COST * (alarms.clean.fired + alarms.solved.fired);
}

function scoreWith(runs: readonly LabelledRecording[], limits: StepLimits): Score {
  return score(judge(runs, limits), isStuck);
}
