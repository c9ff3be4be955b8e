import type { ConfigProblem } from '../../model/config/config';
import type { RawSettings } from '../../model/config/configSettings';
import {
  LIMIT_SPECS,
  type LimitName,
  type Limits,
  type LimitSpec,
} from '../../model/config/limits';
import { showValue } from './fileProblem';
import { describeRange } from './valueSchemas';

/** Sources of values besides `devs.yaml`. */
export interface OtherSources {
  readonly environment: NodeJS.ProcessEnv;
  readonly settings: RawSettings;
}

export interface ResolvedLimits {
  /** Wrong values count as not set. */
  readonly limits: Limits;
  readonly problems: readonly ConfigProblem[];
}

const NAMES = Object.keys(LIMIT_SPECS) as LimitName[];

/**
 * Resolves each limit from its first source: environment, `file` (already checked), editor settings, built-in.
 * Checks every source, including overridden ones.
 */
export function resolveLimits(
  file: Readonly<Partial<Record<LimitName, number | undefined>>>,
  { environment, settings }: OtherSources,
): ResolvedLimits {
  const problems: ConfigProblem[] = [];
  const resolve = (name: LimitName): number => {
    const spec: LimitSpec = LIMIT_SPECS[name];
    const variable = spec.environment;
    const raw = variable === undefined ? undefined : environment[variable];
    const fromEnvironment = raw === undefined ? undefined : parseInteger(raw);
    if (variable !== undefined && raw !== undefined && !isWithin(spec, fromEnvironment))
      problems.push(toProblem(variable, raw, name));
    const setting = settings[name];
    if (setting !== undefined && !isWithin(spec, setting))
      problems.push(toProblem(`devs.${name}`, setting, name));
    const places = [fromEnvironment, file[name], setting];
    return places.find((value) => isWithin(spec, value)) ?? spec.fallback;
  };
  const limits = Object.fromEntries(NAMES.map((name) => [name, resolve(name)])) as Limits;
  return { limits, problems };
}

function parseInteger(text: string): number | undefined {
  return /^\d+$/.test(text) ? Number.parseInt(text, 10) : undefined;
}

function isWithin({ min, max }: LimitSpec, value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
}

function toProblem(source: string, value: unknown, name: LimitName): ConfigProblem {
  return {
    source,
    message: `It is ${showValue(value)}; it must be ${describeRange(LIMIT_SPECS[name])}.`,
  };
}
