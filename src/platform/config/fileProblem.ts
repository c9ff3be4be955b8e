import { findNearestName } from '../../text/findNearestName';
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
      readonly message: string;
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

/** Returns a suggestion such as `; did you mean "verify"?`, or `fallback` when no name is similar. */
export function didYouMean(word: string, names: readonly string[], fallback: string): string {
  const near = findNearestName(word, names);
  return near === undefined ? fallback : `; did you mean "${near}"?`;
}

/** Describes a reference to an agent or a task that does not exist. */
export function describeUnknown(kind: string, name: string, known: readonly string[]): string {
  const others =
    known.length === 0 ? '; there is none.' : `; known ${kind}s: ${formatNames(known)}.`;
  return `There is no ${kind} ${showValue(name)}${didYouMean(name, known, others)}`;
}

/** Lists the first 20 names, and how many more there are. */
export function formatNames(names: readonly string[]): string {
  const shown = names.slice(0, 20).join(', ');
  return names.length > 20 ? `${shown}, and ${names.length - 20} more` : shown;
}
