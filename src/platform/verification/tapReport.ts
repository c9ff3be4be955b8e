import { Parser, type Result } from 'tap-parser';
import type { TestRun } from '../../model/verification/testRun';
import {
  couldNotRun,
  countTest,
  newTally,
  toTestRun,
  type Outcome,
  type TestTally,
} from './testTally';
import { nonEmptyLines } from './nonEmptyLines';

/**
 * Counts the test points of a TAP stream, those of subtests instead of the points that sum them up.
 * `# TODO` and `# SKIP` are skipped; tests that were planned and did not run, a bail-out, a script
 * that does not load, a hook, and a subtest that failed although nothing in it did, are one error each.
 * Undefined for text of another kind and for a stream without any point.
 */
export function parseTap(text: string): TestRun | undefined {
  const lines = tapLines(text);
  if (lines === undefined) return undefined;
  const parser = new Parser();
  const tally = newTally();
  listen(parser, { path: [], tally });
  for (const line of lines) parser.write(`${line}\n`);
  parser.end();
  if (parser.bailedOut !== false) countTest(tally, 'errors', ['Bail out!']);
  return toTestRun('TAP', tally);
}

interface Place {
  /** Names of the subtests around, the outermost first. */
  readonly path: readonly string[];
  readonly tally: TestTally;
}

function listen(parser: Parser, { path, tally }: Place): void {
  let failedBefore = 0;
  parser.on('child', (child: Parser) => {
    failedBefore = tally.failed + tally.errors;
    listen(child, { path: [...path, child.name], tally });
  });
  parser.on('assert', (point: Result) => {
    const names = [...path, point.name];
    if (!point.closingTestPoint) countPoint(point, { names, tally });
    else if (hasFailed(point) && tally.failed + tally.errors === failedBefore)
      countTest(tally, 'errors', names);
  });
  parser.on('complete', () => {
    const planned = parser.planEnd - parser.planStart + 1;
    if (parser.bailedOut === false && planned > parser.count && parser.planEnd > 0)
      countTest(tally, 'errors', [...path, 'planned tests that did not run']);
  });
}

function countPoint(
  point: Result,
  { names, tally }: { readonly names: readonly string[]; readonly tally: TestTally },
): void {
  countTest(tally, outcomeOf(point), names);
}

function outcomeOf(point: Result): Outcome {
  if (point.skip !== false || point.todo !== false) return 'skipped';
  if (point.ok) return 'passed';
  return couldNotRun(point.name) ? 'errors' : 'failed';
}

function hasFailed({ ok, skip, todo }: Result): boolean {
  return !ok && skip === false && todo === false;
}

/** TAP lines, at most ten levels deep; comments and text of any other kind are left out. */
const TAP_LINE =
  /^ {0,40}(?:(?:not )?ok(?: .*)?|\d{1,9}\.\.\d{1,9}(?:\s.*)?|# Subtest.*|[Bb]ail out!.*|TAP version \d.*|\})$/;
/** A plan of the whole stream or its bail-out; without either it is not TAP, or incomplete. */
const COMPLETE = /^(?:\d{1,9}\.\.\d|bail out!)/im;
/** Characters of a line that are read. */
const LINE_LENGTH = 4_000;
/** Maximum number of TAP lines of a report, about one second of parsing. */
const LINE_COUNT = 200_000;

/**
 * The relevant lines of a TAP stream, without YAML diagnostics. Undefined for text that is not TAP,
 * incomplete or too long.
 */
function tapLines(text: string): readonly string[] | undefined {
  if (!COMPLETE.test(text)) return undefined;
  const lines = nonEmptyLines(text).map((line) => line.slice(0, LINE_LENGTH).trimEnd());
  const kept = withoutDiagnostics(lines).filter((line) => TAP_LINE.test(line));
  const complete = kept.some((line) => COMPLETE.test(line));
  return complete && kept.length <= LINE_COUNT ? kept : undefined;
}

/** Leaves out blocks from `---` to `...` of the same indentation; a block without an end is none. */
function withoutDiagnostics(lines: readonly string[]): readonly string[] {
  const lastEnd = new Map<string, number>();
  lines.forEach((line, index) => {
    if (line.endsWith('...')) lastEnd.set(line, index);
  });
  let end: string | undefined;
  return lines.filter((line, index) => {
    if (end !== undefined) {
      if (line === end) end = undefined;
      return false;
    }
    const close = /^ {1,80}---$/.test(line) ? line.replace('---', '...') : undefined;
    if (close === undefined || (lastEnd.get(close) ?? -1) < index) return true;
    end = close;
    return false;
  });
}
