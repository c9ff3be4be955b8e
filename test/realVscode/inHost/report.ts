/** Names the file the suite's report is written to; without it the test extension does nothing. */
export const REPORT_VARIABLE = 'DEVS_IN_HOST_REPORT';

/** Limits the suite to tests whose full title contains this. */
export const GREP_VARIABLE = 'DEVS_IN_HOST_GREP';

/** One test that was run, or skipped. */
export interface TestResult {
  /** The titles of the suites it is in, outermost first, and its own. */
  readonly path: readonly string[];
  readonly state: 'passed' | 'failed' | 'pending';
  readonly durationMs: number;
  /** Message and stack of what made it fail. */
  readonly error?: string;
}

/** What the suite inside the extension host reports to the outside. */
export interface SuiteReport {
  readonly vscode: string;
  readonly results: readonly TestResult[];
  /** Why the suite itself could not run; absent when it could. */
  readonly broken?: string;
}

const indent = (depth: number): string => '  '.repeat(depth + 1);

function headings(path: readonly string[], previous: readonly string[]): string[] {
  const suites = path.slice(0, -1);
  const common = suites.findIndex((title, depth) => title !== previous[depth]);
  return common < 0
    ? []
    : suites.slice(common).map((title, depth) => `${indent(common + depth)}${title}`);
}

const SIGN = { passed: '✔', failed: '✖', pending: '-' };

function line({ path, state, durationMs }: TestResult): string {
  const slow = durationMs >= 100 ? ` (${Math.round(durationMs)} ms)` : '';
  return `${indent(path.length - 1)}${SIGN[state]} ${path.at(-1) ?? ''}${slow}`;
}

/** How many tests ended like this. */
export function countOf({ results }: SuiteReport, state: TestResult['state']): number {
  return results.filter((result) => result.state === state).length;
}

/** The report as mocha's own reporter would print it: a tree, then the counts, then the failures in full. */
export function reportLines(report: SuiteReport): string[] {
  const { results, broken, vscode } = report;
  const tree = results.flatMap((result, index) => [
    ...headings(result.path, results[index - 1]?.path.slice(0, -1) ?? []),
    line(result),
  ]);
  const count = (state: TestResult['state']): number => countOf(report, state);
  const counts = `${count('passed')} passing, ${count('failed')} failing, ${count('pending')} pending`;
  const failures = results
    .filter(({ state }) => state === 'failed')
    .flatMap(({ path, error }, index) => ['', `  ${index + 1}) ${path.join(' › ')}`, error ?? '']);
  const end = broken === undefined ? [] : ['', `  The suite could not run: ${broken}`];
  return ['', ...tree, '', `  ${counts} (in VS Code ${vscode})`, ...failures, ...end];
}

/** Whether every test passed and there was at least one. */
export function succeeded({ results, broken }: SuiteReport): boolean {
  const failed = results.some(({ state }) => state === 'failed');
  return broken === undefined && !failed && results.some(({ state }) => state === 'passed');
}
