import type { ReviewPlace } from './reviewComment';

/** "src/a.ts:3", "src/a.ts:3-5". */
export function describePlace({ path, line, endLine }: ReviewPlace): string {
  return `${path}:${line}${endLine === undefined ? '' : `-${endLine}`}`;
}
