import { LOOP_PRESETS, type LoopPolicy, type LoopPreset } from '../task/attempt';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The default preset. */
export const DEFAULT_PRESET: LoopPreset = 'recommended';

export const PRESET_NAMES = Object.keys(LOOP_PRESETS) as readonly LoopPreset[];

/** Ranges of a policy's numbers, inclusive; `attemptWindow` in milliseconds, the others whole numbers. */
export const LOOP_RANGES = {
  maxAttempts: { min: 1, max: 100 },
  attemptWindow: { min: MINUTE_MS, max: 30 * DAY_MS },
  maxAttemptsBeforeForceNext: { min: 1, max: 1_000 },
} as const;

/** The keys of `loopDetection`, each also the name of a setting below `devs.loopDetection`. */
export const LOOP_KEYS = [
  'preset',
  'maxAttempts',
  'attemptWindow',
  'enableAutoUnblock',
  'maxAttemptsBeforeForceNext',
] as const;
export type LoopKey = (typeof LOOP_KEYS)[number];

/** Loop settings of one source: a preset, and individual values. */
export type LoopChoice = Partial<LoopPolicy> & { readonly preset?: LoopPreset };
