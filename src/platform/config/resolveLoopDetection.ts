import { LOOP_PRESETS, type LoopPolicy } from '../../model/task/attempt';
import { CONFIG_FILE, type ConfigProblem } from '../../model/config/config';
import type { RawSettings } from '../../model/config/configSettings';
import { DEFAULT_PRESET, LOOP_KEYS, type LoopChoice } from '../../model/config/loopSettings';
import { showValue, type FileProblem } from './fileProblem';
import { choiceOf, loopDetectionSchema } from './loopDetectionSchema';

export interface ResolvedLoopDetection {
  /** Of use only without problems. */
  readonly policy: LoopPolicy;
  /** Of the settings. */
  readonly problems: readonly ConfigProblem[];
  /** Of the file: values that do not fit together. */
  readonly fileProblems: readonly FileProblem[];
}

/**
 * Each value from the first place that sets it, `file` (already checked) before editor settings;
 * else from the preset of the first place that chooses one; else from the built-in preset. Without
 * a readable `file` only the settings are checked, each by itself.
 */
export function resolveLoopDetection(
  file: LoopChoice | undefined,
  settings: RawSettings,
): ResolvedLoopDetection {
  const { choice, problems } = readSettings(settings);
  const policy = policyOf({ ...choice, ...file });
  if (file === undefined || problems.length > 0) return { policy, problems, fileProblems: [] };
  return { policy, problems: [], fileProblems: [], ...misfit(policy, file, choice) };
}

function policyOf({ preset = DEFAULT_PRESET, ...values }: LoopChoice): LoopPolicy {
  return { ...LOOP_PRESETS[preset], ...values };
}

function readSettings(settings: RawSettings): {
  readonly choice: LoopChoice;
  readonly problems: readonly ConfigProblem[];
} {
  const written: Record<string, unknown> = {};
  const problems: ConfigProblem[] = [];
  for (const key of LOOP_KEYS) {
    const value = settings[`loopDetection.${key}`];
    if (value === undefined) continue;
    const parsed = loopDetectionSchema.shape[key].safeParse(value);
    if (parsed.success) written[key] = parsed.data;
    else problems.push(wrongSetting(key, value, `be ${parsed.error.issues[0]?.message ?? ''}`));
  }
  return { choice: choiceOf(written), problems };
}

/** A limit of the whole below the one that only makes it suspicious: told where the user can mend it. */
function misfit(
  policy: LoopPolicy,
  file: LoopChoice,
  settings: LoopChoice,
): Partial<ResolvedLoopDetection> {
  const { maxAttempts, maxAttemptsBeforeForceNext: most } = policy;
  if (most >= maxAttempts) return {};
  const isSet = (key: keyof LoopPolicy): boolean =>
    file[key] !== undefined || settings[key] !== undefined;
  const [key, must] = isSet('maxAttemptsBeforeForceNext')
    ? (['maxAttemptsBeforeForceNext', 'not be below maxAttempts'] as const)
    : (['maxAttempts', 'not be above maxAttemptsBeforeForceNext'] as const);
  const other = key === 'maxAttempts' ? 'maxAttemptsBeforeForceNext' : 'maxAttempts';
  const comparison = `${must}, which is ${policy[other]} (${placeOf(other, file, settings)})`;
  if (file[key] === undefined) return { problems: [wrongSetting(key, policy[key], comparison)] };
  const path = ['loopDetection', key];
  const message = `"${path.join('.')}" is ${policy[key]}; it must ${comparison}.`;
  return { fileProblems: [{ path, at: 'value', message }] };
}

function placeOf(key: keyof LoopPolicy, file: LoopChoice, settings: LoopChoice): string {
  if (file[key] !== undefined) return CONFIG_FILE;
  if (settings[key] !== undefined) return `setting devs.loopDetection.${key}`;
  return `preset "${file.preset ?? settings.preset ?? DEFAULT_PRESET}"`;
}

/** `must` completes the sentence "it must …". */
function wrongSetting(key: string, value: unknown, must: string): ConfigProblem {
  const source = `devs.loopDetection.${key}`;
  return { source, message: `It is ${showValue(value)}; it must ${must}.` };
}
