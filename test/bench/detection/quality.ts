import { STEP_DETECTORS, type StepDetectorName } from '../../../src/model/steps/step';
import {
  STEP_LIMITS,
  type StepLimitName,
  type StepLimits,
} from '../../../src/model/config/stepLimits';
import { BUILT_IN_LIMITS, LIMIT_SPECS } from '../../../src/model/config/limits';
import { judge, type Fire, type JudgedRun } from './judgedRun';
import type { LabelledRecording } from './loadRuns';
import { score, type Score } from './score';

/** One detector by itself. */
export interface DetectorScore extends Score {
  readonly detector: StepDetectorName;
  /** Runs with a loop that no other detector found. */
  readonly onlyByIt: number;
}

/** All detectors under other limits. */
export interface CurvePoint extends Score {
  /** The limit that differs from its default; absent where all do. */
  readonly limit?: StepLimitName;
  /** The limit's value; where all differ, by how much they do. */
  readonly value: number;
}

/** How well the detectors judge recorded runs. */
export interface Quality {
  readonly stuck: Score;
  /** `suspect` and `stuck` alike. */
  readonly suspect: Score;
  readonly detectors: readonly DetectorScore[];
}

/** The built-in limits. */
export const DEFAULTS: StepLimits = BUILT_IN_LIMITS;

/** Values of a limit that are tried. */
export const CURVE = [2, 3, 4, 5, 6];
const SHIFTS = [-1, 0, 1, 2];

/** Whether a fire ends a turn. */
export const isStuck = ({ level }: Fire): boolean => level === 'stuck';

/** What the detectors are worth with the built-in limits. */
export function qualityOf(runs: readonly JudgedRun[]): Quality {
  const stuck = score(runs, isStuck);
  const detectors = STEP_DETECTORS.map((detector) => {
    const alone = score(runs, (fire) => isStuck(fire) && fire.detector === detector);
    const others = score(runs, (fire) => isStuck(fire) && fire.detector !== detector);
    return { detector, ...alone, onlyByIt: stuck.found - others.found };
  });
  return { stuck, suspect: score(runs, () => true), detectors };
}

/** What the detectors are worth with each limit in turn at 2 to 6, and with all of them shifted. */
export function curveOf(runs: readonly LabelledRecording[]): readonly CurvePoint[] {
  const at = (limits: StepLimits): Score => score(judge(runs, limits), isStuck);
  const single = STEP_LIMITS.flatMap((limit) =>
    CURVE.map((value) => ({ limit, value, ...at({ ...DEFAULTS, [limit]: value }) })),
  );
  return [...single, ...SHIFTS.map((value) => ({ value, ...at(shifted(value)) }))];
}

function shifted(by: number): StepLimits {
  const limits = STEP_LIMITS.map((name) => {
    const { min } = LIMIT_SPECS[name];
    return [name, Math.max(min, DEFAULTS[name] + by)];
  });
  return Object.fromEntries(limits) as StepLimits;
}
