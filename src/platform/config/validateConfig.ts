import { CONFIG_FILE } from '../../model/config/config';
import type { ConfigProblem, ConfigResult } from '../../model/config/config';
import { ADAPTIVE_RANGE, type Limits } from '../../model/config/limits';
import type { LoopChoice } from '../../model/config/loopSettings';
import { toLoopChoice, loopDetectionSchema } from './loopDetectionSchema';
import { resolveLoopDetection } from './resolveLoopDetection';
import { buildConfig } from './buildConfig';
import { configSchema, type ConfigFile } from './configSchema';
import { MAX_PROBLEMS, type FileProblem } from './fileProblem';
import { lookUp } from './links';
import { resolveLimits, type OtherSources } from './resolveLimits';
import { convertIssues } from './convertIssues';
import { readYaml, type YamlText } from './yamlText';

/** Largest file that is read: 1 MB. */
export const MAX_CONFIG_BYTES = 1024 * 1024;

/**
 * Reads the text of a `devs.yaml`. All that is wrong with it, with the environment and with the
 * settings is told at once, file first and in its order; of over 100 problems only the first.
 */
export function validateConfig(
  text: string,
  places: OtherSources,
): Exclude<ConfigResult, { kind: 'missing' }> {
  if (Buffer.byteLength(text) > MAX_CONFIG_BYTES)
    return { kind: 'invalid', problems: [toLengthProblem(), ...findOtherProblems(places)] };
  const yaml = readYaml(text.replace(/^\uFEFF/, ''));
  const parsed =
    yaml.kind === 'value' ? configSchema.safeParse(yaml.value, { jitless: true }) : undefined;
  const { limits, problems } = resolveLimits(parsed?.data?.limits ?? {}, places);
  const loops = resolveLoopDetection(readLoopChoice(yaml), places.settings);
  const issues = parsed?.error?.issues ?? [];
  const others = [...loops.fileProblems, ...findAdaptiveProblems(parsed?.data?.limits, limits)];
  const inFile = findFileProblems(yaml, issues, others);
  const all = [...inFile, ...problems, ...loops.problems];
  if (parsed?.success !== true || all.length > 0)
    return { kind: 'invalid', problems: limitProblems(all) };
  return { kind: 'ok', config: buildConfig(parsed.data, { limits, loopDetection: loops.policy }) };
}

/** Finds the problems of the environment and the editor settings, independent of the file. */
export function findOtherProblems(places: OtherSources): readonly ConfigProblem[] {
  return [
    ...resolveLimits({}, places).problems,
    ...resolveLoopDetection(undefined, places.settings).problems,
  ];
}

/** A threshold that moves has to begin within its range, whatever source it comes from. */
function findAdaptiveProblems(
  written: ConfigFile['limits'],
  { loopThreshold }: Limits,
): readonly FileProblem[] {
  const { min, max } = ADAPTIVE_RANGE;
  const isWithin = loopThreshold >= min && loopThreshold <= max;
  if (written?.adaptive !== true || isWithin) return [];
  const message =
    `"limits.adaptive" moves the loop threshold between ${min} and ${max}, but it is ` +
    `${loopThreshold}; set loopThreshold to a number from ${min} to ${max}, or adaptive to false.`;
  return [{ path: ['limits', 'adaptive'], at: 'value', message }];
}

function findFileProblems(
  yaml: YamlText,
  issues: Parameters<typeof convertIssues>[0],
  others: readonly FileProblem[],
): readonly ConfigProblem[] {
  const found: FileProblem[] = [...yaml.problems, ...others];
  if (yaml.kind === 'value') found.push(...convertIssues(issues, yaml.value));
  const located = found.map((problem) => ({
    source: CONFIG_FILE,
    ...yaml.locator.locate(problem),
    message: describe(problem, yaml),
    ...('suggestions' in problem && { suggestions: problem.suggestions }),
  }));
  return located.sort((a, b) => compare(a.line, b.line) || compare(a.column, b.column));
}

/** The message of a problem, with the line of the other place that it names. */
function describe(problem: FileProblem, { locator }: YamlText): string {
  const { message } = problem;
  const related = 'related' in problem ? problem.related : undefined;
  if (related === undefined) return message;
  const { line } = locator.locate({ path: related, at: 'value', message });
  return message.replace('{line}', String(line));
}

/** Reads `loopDetection` from a file that may be wrong elsewhere; undefined when it cannot be read. */
function readLoopChoice(yaml: YamlText): LoopChoice | undefined {
  if (yaml.kind !== 'value') return undefined;
  const written = lookUp(yaml.value, ['loopDetection']);
  const { data } = loopDetectionSchema.safeParse(written === undefined ? {} : written, {
    jitless: true,
  });
  return data && toLoopChoice(data);
}

function compare(a = 0, b = 0): number {
  return a - b;
}

/** Problem of a file that exceeds the size limit. */
export function toLengthProblem(): ConfigProblem {
  return { source: CONFIG_FILE, message: 'The file is too long; it must be at most 1 MB.' };
}

function limitProblems(problems: readonly ConfigProblem[]): readonly ConfigProblem[] {
  if (problems.length <= MAX_PROBLEMS) return problems;
  const more = { source: CONFIG_FILE, message: 'There are more problems; correct these first.' };
  return [...problems.slice(0, MAX_PROBLEMS), more];
}
