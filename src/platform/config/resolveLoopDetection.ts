import { LOOP_PRESETS, type LoopPolicy } from '../../model/task/attempt';
import { CONFIG_FILE, type ConfigProblem } from '../../model/config/config';
import type { RawSettings } from '../../model/config/configSettings';
import { DEFAULT_PRESET, LOOP_KEYS, type LoopChoice } from '../../model/config/loopSettings';
import { showValue, type FileProblem } from './fileProblem';
import { toLoopChoice, loopDetectionSchema } from './loopDetectionSchema';

export interface ResolvedLoopDetection {
  /** Valid only without problems. */
  readonly policy: LoopPolicy;
  /** Problems of the settings. */
  readonly problems: readonly ConfigProblem[];
  /** Problems of the file: values that contradict each other. */
  readonly fileProblems: readonly FileProblem[];
}

/**
 * Resolves each value from its first source, `file` (already checked) before editor settings; else from the preset
 * that the first source selects; else from the default preset. Without a readable `file` checks only the settings,
 * each independently.
 */
export function resolveLoopDetection(
  file: LoopChoice | undefined,
  settings: RawSettings,
): ResolvedLoopDetection {
  const { choice, problems } = readSettings(settings);
  const policy = buildPolicy({ ...choice, ...file });
  if (file === undefined || problems.length > 0) return { policy, problems, fileProblems: [] };
  return { policy, problems: [], fileProblems: [], ...findConflict(policy, file, choice) };
}

function buildPolicy({ preset = DEFAULT_PRESET, ...values }: LoopChoice): LoopPolicy {
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
    else problems.push(toSettingProblem(key, value, `be ${parsed.error.issues[0]?.message ?? ''}`));
  }
  return { choice: toLoopChoice(written), problems };
}

/** Finds a `maxAttemptsBeforeForceNext` below `maxAttempts`; reports it at the source that the user can correct. */
function findConflict(
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
  const comparison = `${must}, which is ${policy[other]} (${describeSource(other, file, settings)})`;
  if (file[key] === undefined)
    return { problems: [toSettingProblem(key, policy[key], comparison)] };
  const path = ['loopDetection', key];
  const message = `"${path.join('.')}" is ${policy[key]}; it must ${comparison}.`;
  return { fileProblems: [{ path, at: 'value', message }] };
}

function describeSource(key: keyof LoopPolicy, file: LoopChoice, settings: LoopChoice): string {
  if (file[key] !== undefined) return CONFIG_FILE;
  if (settings[key] !== undefined) return `setting devs.loopDetection.${key}`;
  return `preset "${file.preset ?? settings.preset ?? DEFAULT_PRESET}"`;
}

/** `must` completes the sentence "it must …". */
function toSettingProblem(key: string, value: unknown, must: string): ConfigProblem {
  const source = `devs.loopDetection.${key}`;
  return { source, message: `It is ${showValue(value)}; it must ${must}.` };
}
