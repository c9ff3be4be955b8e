import { parseTapDocuments, type TapDocument } from './parseTapDocuments';
import { sumRuns, type RunCounts, type TestProgram } from './testProgram';

/**
 * Reads TAP on standard output of any program: sums its documents with a plan. Missing planned test points count as one
 * error, and so does "Bail out!".
 */
export const tap: TestProgram = {
  source: 'TAP',
  begins: '1B',
  closes: /^(?:1\.\.\d{1,15}(?: .{0,1000})?$|Bail out!)/,
  read(lines) {
    const documents = parseTapDocuments(lines);
    const nodes = nodeTotals(lines);
    return sumRuns(documents.filter((document) => !isNodes(document, nodes)).map(counts));
  },
};

/** Indices of the totals of node:test, whose documents `nodeTest` reads. */
function nodeTotals(lines: readonly string[]): number[] {
  return lines.flatMap((line, at) => (line.startsWith('# cancelled ') ? [at] : [])).reverse();
}

/**
 * Removes the totals before the document's end from the list; returns whether the document has any. Call in order of
 * documents.
 */
function isNodes({ from, to }: TapDocument, totals: number[]): boolean {
  let found = false;
  for (let at = totals.at(-1); at !== undefined && at <= to; at = totals.at(-1)) {
    found ||= at >= from;
    totals.pop();
  }
  return found;
}

function counts(document: TapDocument): RunCounts {
  const missing = (document.planned ?? 0) > document.points;
  return {
    passed: document.passed,
    failed: document.failed,
    errors: missing || document.bailedOut ? 1 : 0,
    skipped: document.skipped,
    ids: [...document.failures.tests, ...document.failures.files],
  };
}
