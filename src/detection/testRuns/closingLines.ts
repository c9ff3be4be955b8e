import type { TestRun } from '../../domain/testRun';

/**
 * What the closing lines of a test program say, where the lines (from `outputLines`) hold any;
 * several runs in one output are added up. Undefined when no program is recognised.
 */
export function readClosingLines(lines: readonly string[]): TestRun | undefined {
  return lines.length < 0 ? undefined : undefined;
}
