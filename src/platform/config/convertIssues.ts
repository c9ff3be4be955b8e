import type { z } from 'zod/mini';
import { KNOWN_KEYS } from './configSchema';
import {
  MAX_PROBLEMS,
  showPath,
  showValue,
  suggestKeys,
  type FilePath,
  type FileProblem,
} from './fileProblem';
import { lookUp, type LinkProblem } from './links';

type Issue = z.core.$ZodIssue;

const TEXT_KEYS = new Set([
  ...['id', 'title', 'goal', 'agent', 'parent', 'dependsOn'],
  ...['command', 'verify', 'onEvent', 'reports'],
  ...['about', 'asks', 'planner', 'researcher', 'coder', 'verifier', 'instructions'],
  ...['url', 'model', 'vendor'],
  ...['ntfy', 'telegram'],
]);

/** Converts zod's issues with `value` to problems: at most 100 of its shape, then those of `links`. */
export function convertIssues(issues: readonly Issue[], value: unknown): readonly FileProblem[] {
  const found = issues.filter((issue) => toLinkProblem(issue) === undefined);
  const shape = found.slice(0, MAX_PROBLEMS).flatMap((issue) => findInnermost(issue, value));
  return [
    ...shape.flatMap((issue) => toShapeProblems(issue, value)),
    ...issues.flatMap((issue) => toLinkProblem(issue) ?? []),
  ];
}

function toShapeProblems(issue: Issue, value: unknown): readonly FileProblem[] {
  const path = issue.path.map(toPathPart);
  if (issue.code === 'unrecognized_keys') return toUnknownKeyProblems(path, issue.keys, value);
  if (issue.code === 'invalid_key') return [toNameProblem(path, issue)];
  return [toValueProblem(path, issue.message, lookUp(value, path))];
}

/** The problem that a check made by `links` found; undefined for other issues. */
function toLinkProblem(issue: Issue): FileProblem | undefined {
  if (issue.code !== 'custom' || issue.params === undefined) return undefined;
  const { path, message, params } = issue;
  const { related, ...rest } = params as Pick<LinkProblem, 'at' | 'related' | 'suggestions'>;
  const place = { path: path.map(toPathPart), ...rest };
  // The check gave the other path as seen from its own value.
  const outer = place.path.slice(0, place.path.length - (related?.length ?? 0));
  return { ...place, message, ...(related && { related: [...outer, ...related] }) };
}

function toPathPart(part: PropertyKey): string | number {
  return typeof part === 'number' ? part : String(part);
}

/**
 * Replaces the issue of a list or mapping that matches no allowed form by the issue of the list's first wrong item, or
 * of every wrong part of the mapping.
 */
function findInnermost(issue: Issue, value: unknown): readonly Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const outer = lookUp(value, issue.path.map(toPathPart));
  const inner = issue.errors
    .filter((option) => !lacksKeys(option, outer))
    .flat()
    .filter(({ code, path }) => path.length > 0 || code === 'unrecognized_keys')
    .map((found) => ({ ...found, path: [...issue.path, ...found.path] }))
    .filter(({ path }) => lookUp(value, path.map(toPathPart)) !== undefined);
  if (inner.length === 0) return [issue];
  return Array.isArray(outer) ? inner.slice(0, 1) : inner;
}

/** Whether an allowed form of a mapping is another one: keys of it are missing. */
function lacksKeys(option: readonly Issue[], value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return option.some(
    ({ code, path }) =>
      code !== 'unrecognized_keys' && lookUp(value, path.map(toPathPart)) === undefined,
  );
}

// "__proto__" is reported by `findKeyProblems`.
function toUnknownKeyProblems(
  path: FilePath,
  keys: readonly string[],
  value: unknown,
): readonly FileProblem[] {
  const unknown = keys.slice(0, MAX_PROBLEMS).filter((key) => key !== '__proto__');
  const judgeType = lookUp(value, ['judge', 'type']);
  return unknown.map((key) => toUnknownKeyProblem(path, key, judgeType));
}

function toUnknownKeyProblem(path: FilePath, key: string, judgeType: unknown): FileProblem {
  const known = findModelKeys(path, judgeType) ?? findKnownKeys(path);
  const place = path.length === 0 ? '' : ` in ${showPath(path)}`;
  const special = describeModelKey(path, key, judgeType) ?? describeNotifyKey(path, key);
  const found =
    special === undefined
      ? suggestKeys(`Unknown key ${showValue(key)}${place}`, key, known)
      : { message: special };
  return { path: [...path, key], at: 'key', ...found };
}

function findKnownKeys(path: FilePath): readonly string[] {
  if (path.length === 0) return KNOWN_KEYS.file;
  if (path[0] === 'limits') return KNOWN_KEYS.limits;
  if (path[0] === 'roles') return path.length === 1 ? KNOWN_KEYS.roles : KNOWN_KEYS.role;
  if (path[0] === 'loopDetection') return KNOWN_KEYS.loopDetection;
  if (path[0] === 'permissions') return KNOWN_KEYS.permissions;
  if (path[0] === 'notify') return KNOWN_KEYS.notify;
  if (path[0] === 'prices') return KNOWN_KEYS.tokenPrices;
  if (path[0] === 'budget') return path.length === 1 ? KNOWN_KEYS.budget : KNOWN_KEYS.amount;
  return path[0] === 'agents' ? KNOWN_KEYS.agent : KNOWN_KEYS.task;
}

function toNameProblem(
  path: FilePath,
  issue: Issue & { readonly code: 'invalid_key' },
): FileProblem {
  const must = issue.issues[0]?.message ?? issue.message;
  const place = showPath(path.slice(0, -1));
  const message = `The name ${showValue(path.at(-1))} in ${place} must be ${must}.`;
  return { path, at: 'key', message };
}

function toValueProblem(path: FilePath, must: string, value: unknown): FileProblem {
  if (value === undefined) {
    const message = `"${showPath(path)}" is missing; it must be ${must}.`;
    return { path, at: 'value', message };
  }
  const hint = needsQuotes(path, value) ? ' Put it in quotes to make it text.' : '';
  // What stands where the name of a variable belongs may be the secret itself.
  if (path[0] === 'notify' && typeof value === 'string')
    return { path, at: 'value', message: `"${showPath(path)}" must be ${must}.` };
  const shown = isModelUrl(path) ? showUrl(value) : showValue(value);
  const message = `"${showPath(path)}" is ${shown}; it must be ${must}.${hint}`;
  return { path, at: 'value', message };
}

function needsQuotes(path: FilePath, value: unknown): boolean {
  if (typeof value !== 'number' && typeof value !== 'boolean') return false;
  const key = path.findLast((part) => typeof part === 'string') ?? '';
  return TEXT_KEYS.has(key) || path.includes('env');
}

/** Key names that probably hold a secret; excludes `tokens` and `author`. */
const SECRET_NAME = /key|token(?!s)|secret|passw|auth(?!or(?!iz))|bearer|credential|headers?$/i;

/** Known keys of a mapping at or below `judge` or `embeddings`; undefined elsewhere. */
function findModelKeys(path: FilePath, type: unknown): readonly string[] | undefined {
  if (path[0] === 'embeddings') return KNOWN_KEYS.embeddings;
  if (path[0] !== 'judge') return undefined;
  if (path.length > 1) return KNOWN_KEYS.prices;
  return judgeKeys(type === 'vscode' ? 'vscode' : 'endpoint');
}

/**
 * Describes an unknown key at the top, `judge` or `embeddings` that probably holds a secret or belongs to the other
 * `type` of judge; undefined for any other key. Never shows the key's value.
 */
function describeModelKey(path: FilePath, key: string, type: unknown): string | undefined {
  if (path.length > 0 && path[0] !== 'judge' && path[0] !== 'embeddings') return undefined;
  const place = path.length === 0 ? showValue(key) : `${showValue(key)} in ${showPath(path)}`;
  if (SECRET_NAME.test(key))
    return `Unknown key ${place}; model keys are never stored in a file: remove it, and set DEVS_MODEL_KEY or run "Devs: Set Model Key…".`;
  if (path[0] !== 'judge' || path.length > 1) return undefined;
  const other = type === 'vscode' ? 'endpoint' : 'vscode';
  return judgeKeys(other).includes(key)
    ? `The key ${place} goes only with type: ${other}; remove it, or change the type.`
    : undefined;
}

/** Describes a key of another service in an entry of `notify`; undefined for any other key. */
function describeNotifyKey(path: FilePath, key: string): string | undefined {
  if (path[0] !== 'notify' || !KNOWN_KEYS.notify.includes(key)) return undefined;
  return `The key ${showValue(key)} does not go with the others in ${showPath(path)}; each service is an entry of its own.`;
}

function judgeKeys(type: 'endpoint' | 'vscode'): readonly string[] {
  return type === 'vscode' ? KNOWN_KEYS.editorJudge : KNOWN_KEYS.endpointJudge;
}

/** Whether the path is the URL of a model service. */
function isModelUrl(path: FilePath): boolean {
  return path.at(-1) === 'url' && (path[0] === 'judge' || path[0] === 'embeddings');
}

/** Formats a URL for messages without credentials, query and fragment. */
function showUrl(value: unknown): string {
  if (typeof value !== 'string') return showValue(value);
  const bare = value.replace(/^([a-z]+:\/\/)?.*@/is, '$1…@').replace(/([?#]).*$/s, '$1…');
  return showValue(bare);
}
