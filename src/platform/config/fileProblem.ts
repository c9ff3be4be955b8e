import { findNearestName } from '../../text/findNearestName';
import { truncate } from '../../text/truncate';

/** Of one kind of problem only the first so many are looked for; nobody reads more. */
export const MAX_PROBLEMS = 100;

/** Where something stands in `devs.yaml`: keys and 0-based list positions from the top. */
export type FilePath = readonly (string | number)[];

/** One thing wrong in `devs.yaml`, not yet with line and column. */
export type FileProblem =
  | {
      readonly path: FilePath;
      /** The key itself, or what it holds. */
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

/** `tasks[0].dependsOn`, as messages name a place; '' for the top. */
export function showPath(path: FilePath): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '');
}

/** A value as messages show it: JSON, 60 characters at most. */
export function showValue(value: unknown): string {
  if (value === null) return 'empty';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object')
    return `${Object.keys(value).length === 0 ? 'an empty' : 'a'} mapping`;
  // JSON has no word for NaN and the infinities.
  const shown = typeof value === 'number' ? `${value}` : JSON.stringify(value);
  return truncate(shown, 61);
}

/** `; did you mean "verify"?`, or `fallback` when no name is near. */
export function didYouMean(word: string, names: readonly string[], fallback: string): string {
  const near = findNearestName(word, names);
  return near === undefined ? fallback : `; did you mean "${near}"?`;
}
