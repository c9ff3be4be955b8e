import { CONFIG_FILE } from '../../model/config/config';
import type { ConfigProblem, ConfigResult } from '../../model/config/config';
import * as z from 'zod';
import type { LoopChoice } from '../../model/config/loopSettings';
import { choiceOf, loopDetectionSchema } from './loopDetectionSchema';
import { problemsElsewhere } from './problemsElsewhere';
import { resolveLoopDetection } from './resolveLoopDetection';
import { buildConfig } from './buildConfig';
import { configSchema } from './configSchema';
import { MAX_PROBLEMS, type FileProblem } from './fileProblem';
import { looseFile } from './looseFile';
import { referenceProblems } from './referenceProblems';
import { resolveLimits, type OtherPlaces } from './resolveLimits';
import { shapeProblems } from './shapeProblems';
import { readYaml, type YamlText } from './yamlText';

/** Longest file that is read: 1 MB. */
export const MAX_CONFIG_BYTES = 1024 * 1024;

/**
 * Reads the text of a `devs.yaml`. All that is wrong with it, with the environment and with the
 * settings is told at once, file first and in its order; of over 100 problems only the first.
 */
export function validateConfig(
  text: string,
  places: OtherPlaces,
): Exclude<ConfigResult, { kind: 'missing' }> {
  if (Buffer.byteLength(text) > MAX_CONFIG_BYTES)
    return { kind: 'invalid', problems: [tooLong(), ...problemsElsewhere(places)] };
  const yaml = readYaml(text.replace(/^\uFEFF/, ''));
  const parsed = yaml.kind === 'value' ? configSchema.safeParse(yaml.value) : undefined;
  const { limits, problems } = resolveLimits(parsed?.data?.limits ?? {}, places);
  const loops = resolveLoopDetection(readChoice(yaml), places.settings);
  const issues = parsed?.error?.issues ?? [];
  const inFile = fileProblems(yaml, issues, loops.fileProblems);
  const all = [...inFile, ...problems, ...loops.problems];
  if (parsed?.success !== true || all.length > 0) return { kind: 'invalid', problems: shown(all) };
  return { kind: 'ok', config: buildConfig(parsed.data, { limits, loopDetection: loops.policy }) };
}

function fileProblems(
  yaml: YamlText,
  issues: Parameters<typeof shapeProblems>[0],
  others: readonly FileProblem[],
): readonly ConfigProblem[] {
  const found: FileProblem[] = [...yaml.problems, ...others];
  if (yaml.kind === 'value')
    found.push(...shapeProblems(issues, yaml.value), ...referenceProblems(looseFile(yaml.value)));
  const located = found.map((problem) => ({
    source: CONFIG_FILE,
    ...yaml.locator.locate(problem),
    message: problem.message,
  }));
  return located.sort((a, b) => compare(a.line, b.line) || compare(a.column, b.column));
}

/** What a file says about loops, whatever else is wrong with it; undefined when that cannot be read. */
function readChoice(yaml: YamlText): LoopChoice | undefined {
  if (yaml.kind !== 'value') return undefined;
  const part = z.looseObject({ loopDetection: loopDetectionSchema.optional() });
  const { data } = part.safeParse(yaml.value);
  return data && choiceOf(data.loopDetection ?? {});
}

function compare(a = 0, b = 0): number {
  return a - b;
}

/** The problem of a file that is over the size limit. */
export function tooLong(): ConfigProblem {
  return { source: CONFIG_FILE, message: 'The file is too long; it must be at most 1 MB.' };
}

function shown(problems: readonly ConfigProblem[]): readonly ConfigProblem[] {
  if (problems.length <= MAX_PROBLEMS) return problems;
  const more = { source: CONFIG_FILE, message: 'There are more problems; correct these first.' };
  return [...problems.slice(0, MAX_PROBLEMS), more];
}
