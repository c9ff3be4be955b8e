import { findNearestName, findNearNames, listClosestNames } from '../../text/findNearestName';
import { truncate } from '../../text/truncate';

/** Most problems of one kind that are reported. */
export const MAX_PROBLEMS = 100;

/** Position in `devs.yaml`: keys and 0-based list positions from the top. */
export type FilePath = readonly (string | number)[];

/** A problem in `devs.yaml` before its line and column are resolved. */
export type FileProblem =
  | {
      readonly path: FilePath;
      /** Whether the key itself or its value is wrong. */
      readonly at: 'key' | 'value';
      /** `{line}` in it stands for the line of `related`. */
      readonly message: string;
      /** Another place that the message names. */
      readonly related?: FilePath;
      /** Words that may be meant, the likeliest first. */
      readonly suggestions?: readonly string[];
    }
  | {
      /** Characters before the place. */
      readonly offset: number;
      /** First character after it, where known. */
      readonly end?: number;
      readonly message: string;
    };

/** Formats a path for messages, such as `tasks[0].dependsOn`; '' for the top. */
export function showPath(path: FilePath): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '');
}

/** Formats a value for messages: JSON, at most 60 characters. */
export function showValue(value: unknown): string {
  if (value === null) return 'empty';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object')
    return `${Object.keys(value).length === 0 ? 'an empty' : 'a'} mapping`;
  // JSON has no word for NaN and the infinities.
  const shown = typeof value === 'number' ? `${value}` : JSON.stringify(value);
  return truncate(shown, 61);
}

/** A message and the words that may be meant. */
export interface Suggestion {
  readonly message: string;
  readonly suggestions?: readonly string[];
}

/** Most known keys that a message about an unknown one lists. */
const MAX_LISTED_KEYS = 6;
const MAX_SUGGESTED_KEYS = 3;

/** Completes a message on an unknown key by what it might mean: the similar keys, else all of a few, else the closest ones. */
export function suggestKeys(message: string, word: string, known: readonly string[]): Suggestion {
  const similar = findNearNames(word, known, MAX_SUGGESTED_KEYS);
  const longer = known.filter((name) => word.length > 2 && name.startsWith(word));
  const near = similar.length > 0 ? similar : longer.slice(0, MAX_SUGGESTED_KEYS);
  if (near.length > 0) return didYouMean(message, near);
  if (known.length <= MAX_LISTED_KEYS)
    return { message: `${message}; known keys: ${known.join(', ')}.` };
  const closest = listClosestNames(word, known, MAX_SUGGESTED_KEYS);
  const listed = `; the closest of the ${known.length} known keys: ${closest.join(', ')}.`;
  return { message: `${message}${listed}` };
}

function didYouMean(message: string, near: readonly string[]): Suggestion {
  const quoted = near.map((name) => `"${name}"`);
  return { message: `${message}; did you mean ${joinOr(quoted)}?`, suggestions: near };
}

function joinOr(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} or ${last}`;
}

/** Describes a reference to an agent or a task that does not exist. */
export function describeUnknown(kind: string, name: string, known: readonly string[]): Suggestion {
  const message = `There is no ${kind} ${showValue(name)}`;
  const near = findNearestName(name, known);
  if (near !== undefined) return didYouMean(message, [near]);
  const others =
    known.length === 0 ? '; there is none.' : `; known ${kind}s: ${formatNames(known)}.`;
  return { message: `${message}${others}` };
}

/** Lists the first 20 names, and how many more there are. */
export function formatNames(names: readonly string[]): string {
  const shown = names.slice(0, 20).join(', ');
  return names.length > 20 ? `${shown}, and ${names.length - 20} more` : shown;
}
