import type { z } from 'zod';
import { KNOWN_KEYS } from './configSchema';
import {
  didYouMean,
  MAX_PROBLEMS,
  showPath,
  showValue,
  type FilePath,
  type FileProblem,
} from './fileProblem';
import { isModelUrl, knownModelKeys, modelKeyProblem, showUrl } from './modelProblems';

type Issue = z.core.$ZodIssue;

const TEXT_KEYS = new Set([
  ...['id', 'title', 'goal', 'agent', 'parent', 'dependsOn'],
  ...['command', 'verify', 'onEvent', 'reports'],
  ...['about', 'asks', 'planner', 'researcher', 'coder', 'verifier', 'instructions'],
  ...['url', 'model', 'vendor'],
]);

/** What zod found wrong with `value`, in our words. */
export function shapeProblems(issues: readonly Issue[], value: unknown): readonly FileProblem[] {
  const shown = issues.slice(0, MAX_PROBLEMS).flatMap((issue) => innermost(issue, value));
  return shown.flatMap((issue) => {
    const path = issue.path.map(pathPart);
    if (issue.code === 'unrecognized_keys') return unknownKeys(path, issue.keys, value);
    if (issue.code === 'invalid_key') return [badName(path, issue)];
    return [badValue(path, issue.message, lookUp(value, path))];
  });
}

/**
 * Of a list or mapping that is none of the forms allowed: what is wrong with the first wrong item of
 * the list, with every part of the mapping.
 */
function innermost(issue: Issue, value: unknown): readonly Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const inner = issue.errors
    .flat()
    .filter(({ code, path }) => path.length > 0 || code === 'unrecognized_keys')
    .map((found) => ({ ...found, path: [...issue.path, ...found.path] }))
    .filter(({ path }) => lookUp(value, path.map(pathPart)) !== undefined);
  if (inner.length === 0) return [issue];
  return Array.isArray(lookUp(value, issue.path.map(pathPart))) ? inner.slice(0, 1) : inner;
}

function pathPart(part: PropertyKey): string | number {
  return typeof part === 'number' ? part : String(part);
}

// "__proto__" is told of where the keys are checked.
function unknownKeys(
  path: FilePath,
  keys: readonly string[],
  value: unknown,
): readonly FileProblem[] {
  const told = keys.slice(0, MAX_PROBLEMS).filter((key) => key !== '__proto__');
  const judgeType = lookUp(value, ['judge', 'type']);
  return told.map((key) => unknownKey(path, key, judgeType));
}

function unknownKey(path: FilePath, key: string, judgeType: unknown): FileProblem {
  const known = knownModelKeys(path, judgeType) ?? knownKeys(path);
  const place = path.length === 0 ? '' : ` in ${showPath(path)}`;
  const hint = didYouMean(key, known, `; known keys: ${known.join(', ')}.`);
  return {
    path: [...path, key],
    at: 'key',
    message:
      modelKeyProblem(path, key, judgeType) ?? `Unknown key ${showValue(key)}${place}${hint}`,
  };
}

function knownKeys(path: FilePath): readonly string[] {
  if (path.length === 0) return KNOWN_KEYS.file;
  if (path[0] === 'limits') return KNOWN_KEYS.limits;
  if (path[0] === 'roles') return path.length === 1 ? KNOWN_KEYS.roles : KNOWN_KEYS.role;
  if (path[0] === 'loopDetection') return KNOWN_KEYS.loopDetection;
  return path[0] === 'agents' ? KNOWN_KEYS.agent : KNOWN_KEYS.task;
}

function badName(path: FilePath, issue: Issue & { readonly code: 'invalid_key' }): FileProblem {
  const must = issue.issues[0]?.message ?? issue.message;
  const place = showPath(path.slice(0, -1));
  const message = `The name ${showValue(path.at(-1))} in ${place} must be ${must}.`;
  return { path, at: 'key', message };
}

function badValue(path: FilePath, must: string, value: unknown): FileProblem {
  if (value === undefined) {
    const message = `"${showPath(path)}" is missing; it must be ${must}.`;
    return { path, at: 'value', message };
  }
  const hint = needsQuotes(path, value) ? ' Put it in quotes to make it text.' : '';
  const shown = isModelUrl(path) ? showUrl(value) : showValue(value);
  const message = `"${showPath(path)}" is ${shown}; it must be ${must}.${hint}`;
  return { path, at: 'value', message };
}

function needsQuotes(path: FilePath, value: unknown): boolean {
  if (typeof value !== 'number' && typeof value !== 'boolean') return false;
  const key = path.findLast((part) => typeof part === 'string') ?? '';
  return TEXT_KEYS.has(key) || path.includes('env');
}

/** What stands at `path`; undefined when nothing does. */
function lookUp(value: unknown, path: FilePath): unknown {
  return path.reduce<unknown>(
    (inner, part) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, part)
        ? (inner as Record<string | number, unknown>)[part]
        : undefined,
    value,
  );
}
