import type { ConfigProblem } from '../../model/config/config';
import type { RawSettings } from '../../model/config/configSettings';
import {
  LIMIT_SPECS,
  type LimitName,
  type Limits,
  type LimitSpec,
} from '../../model/config/limits';
import { limitRange } from './limitsSchema';
import { showValue } from './fileProblem';

/** Where values may be set besides `devs.yaml`. */
export interface OtherPlaces {
  readonly environment: NodeJS.ProcessEnv;
  readonly settings: RawSettings;
}

export interface ResolvedLimits {
  /** Wherever a place is wrong, as if it were not set. */
  readonly limits: Limits;
  readonly problems: readonly ConfigProblem[];
}

const NAMES = Object.keys(LIMIT_SPECS) as LimitName[];

/**
 * Each limit from the first place that sets it: environment, `file` (already checked), editor
 * settings, built-in. Every place is checked, also one that another place overrules.
 */
export function resolveLimits(
  file: Readonly<Partial<Record<LimitName, number | undefined>>>,
  { environment, settings }: OtherPlaces,
): ResolvedLimits {
  const problems: ConfigProblem[] = [];
  const resolve = (name: LimitName): number => {
    const spec: LimitSpec = LIMIT_SPECS[name];
    const variable = spec.environment;
    const raw = variable === undefined ? undefined : environment[variable];
    const fromEnvironment = raw === undefined ? undefined : strictInteger(raw);
    if (variable !== undefined && raw !== undefined && !isWithin(spec, fromEnvironment))
      problems.push(wrong(variable, raw, name));
    const setting = settings[name];
    if (setting !== undefined && !isWithin(spec, setting))
      problems.push(wrong(`devs.${name}`, setting, name));
    const places = [fromEnvironment, file[name], setting];
    return places.find((value) => isWithin(spec, value)) ?? spec.fallback;
  };
  const limits = Object.fromEntries(NAMES.map((name) => [name, resolve(name)])) as Limits;
  return { limits, problems };
}

function strictInteger(text: string): number | undefined {
  return /^\d+$/.test(text) ? Number.parseInt(text, 10) : undefined;
}

function isWithin({ min, max }: LimitSpec, value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
}

function wrong(source: string, value: unknown, name: LimitName): ConfigProblem {
  return { source, message: `It is ${showValue(value)}; it must be ${limitRange(name)}.` };
}
