import * as z from 'zod/mini';
import type { FilePath, FileProblem } from './fileProblem';

/** A problem between parts of a value; `path` starts at that value. */
export type LinkProblem = Extract<FileProblem, { readonly path: FilePath }>;

/**
 * Parameters of a check that also runs where parts of its value are wrong, so that all problems are found at once; it
 * gets wrong parts as written. An issue with `continue: false` inside the value would prevent that, so no schema of
 * the file uses `z.int` or `abort: true`.
 */
export const ALWAYS = { when: () => true };

/** Checks the links between the parts of a value; `find` gets a value of any shape and must not throw. */
export function links(find: (value: unknown) => readonly LinkProblem[]) {
  return z.check(({ value, issues }) => {
    for (const { path, at, message, related, suggestions } of find(value)) {
      const params = { at, ...(related && { related }), ...(suggestions && { suggestions }) };
      issues.push({ code: 'custom', input: value, path: [...path], message, params });
    }
  }, ALWAYS);
}

/** Returns the value at `path`; undefined when there is none. */
export function lookUp(value: unknown, path: FilePath): unknown {
  return path.reduce<unknown>(
    (inner, part) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, part)
        ? (inner as Record<string | number, unknown>)[part]
        : undefined,
    value,
  );
}

/** Returns the text at `path`; undefined when there is none. */
export function lookUpText(value: unknown, path: FilePath): string | undefined {
  const found = lookUp(value, path);
  return typeof found === 'string' ? found : undefined;
}

/** Paths of the items of the list at `path`; [] when there is no list. */
export function itemPaths(value: unknown, path: FilePath): readonly FilePath[] {
  const list = lookUp(value, path);
  return Array.isArray(list) ? Array.from(list, (_, index) => [...path, index]) : [];
}

/** Returns the keys of the mapping at `path`; undefined when there is no mapping. */
export function lookUpKeys(value: unknown, path: FilePath): readonly string[] | undefined {
  const found = lookUp(value, path);
  const isMapping = typeof found === 'object' && found !== null && !Array.isArray(found);
  return isMapping ? Object.keys(found) : undefined;
}
