import { sumRuns, NO_COUNTS, toCount, type RunCounts, type TestProgram } from './testProgram';

const COMPLETED = /^(\d{1,15}) tests? completed(?:, (\d{1,15}) failed)?(?:, (\d{1,15}) skipped)?$/;
const UNCOMPILED = /^Execution failed for task '(:[\w:.-]{0,200}?compile\w{1,100})'\.$/;
const FAILED = /^(\S.{0,1000} > .{1,1000}) FAILED$/;
/** Names of a class's set-up in Gradle. */
const SET_UP = / > (?:classMethod|initializationError|executionError)$/;

/**
 * Reads Gradle's line about a failed test task: "5 tests completed, 1 failed, 2 skipped". Gradle prints no counts if
 * all tests pass, so a successful build counts nothing. A class with a broken set-up and sources that do not compile
 * are errors.
 */
export const gradle: TestProgram = {
  source: 'Gradle',
  begins: '0123456789E',
  closes: new RegExp(`${COMPLETED.source}|${UNCOMPILED.source}`),
  read(lines, closings) {
    const runs: RunCounts[] = [];
    let from = 0;
    for (const at of closings) {
      const line = lines[at] ?? '';
      const task = UNCOMPILED.exec(line)?.[1];
      const match = COMPLETED.exec(line);
      if (task !== undefined) runs.push({ ...NO_COUNTS, errors: 1, ids: [task] });
      if (match === null) continue;
      runs.push(counts(match, failures(lines, from, at)));
      from = at + 1;
    }
    return sumRuns(runs);
  },
};

function counts(match: RegExpExecArray, ids: readonly string[]): RunCounts {
  const [completed = 0, failing = 0, skipped = 0] = match.slice(1).map(toCount);
  const errors = Math.min(failing, ids.filter((id) => SET_UP.test(id)).length);
  return {
    passed: Math.max(0, completed - failing - skipped),
    failed: failing - errors,
    errors,
    skipped,
    ids,
  };
}

function failures(lines: readonly string[], from: number, to: number): string[] {
  const ids = new Set<string>();
  for (let i = from; i < to; i++) {
    const line = lines[i] ?? '';
    const id = line.endsWith(' FAILED') ? FAILED.exec(line)?.[1] : undefined;
    if (id !== undefined && !id.startsWith('> Task ')) ids.add(id);
  }
  return [...ids];
}
