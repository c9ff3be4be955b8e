/** Limits at the end of an output, which contains summaries and last errors: lines and characters. */
const LAST_LINES = 4_000;
const LAST_CHARACTERS = 800_000;
const LINE = 1_000;

export interface OutputLine {
  /** Index in the original lines. */
  readonly at: number;
  /** Trimmed, cut after 1,000 characters. */
  readonly text: string;
}

/** Passed tests, source listings, diffs and stack frames, which may name errors but are not errors. */
const ASIDE: readonly RegExp[] = [
  /^\s*(?:✓|✔|√|PASS\b|--- PASS|ok \d|# Subtest|\[\s*(?:OK|PASSED)\s*\])/,
  /(?: \.\.\. ok| PASSED(?:\s{1,4}\[\s*\d{1,3}%\])?)$/,
  /^\s*>?\s{0,8}\d{1,6}\s?[|│]/,
  /^>\s{2,}/,
  /^\s*(?:\+|-(?!-- FAIL))(?!$)/,
  /^\s*at\s/,
];
/** Log lines of a running program, recognised by date or level. */
const LOG: readonly RegExp[] = [
  /^\s*\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d/,
  /^\s*\[?\d\d:\d\d:\d\d[\s.,\]]/,
  /^\s*\[?(?:INFO|DEBUG|TRACE|WARN|WARNING|info|debug|trace|warn|notice)\b(?!: Retrying \()/,
  /^\s*(?:ERROR|CRITICAL)(?::[\w.]{1,80}:|\s{2,}\S)/,
  /^\s*\{"(?:level|time|timestamp|severity)"|^(?:time|ts|level)=/,
];
/** Headings that runners print above the output of a test. */
const PRINTED =
  /^(?:\s*console\.(?:log|error|warn|info|debug)\b|std(?:err|out) \| |-{3,} Captured )/;
/** Heading of a runner's list of failures; lines above it were printed while tests ran. */
const FAILURES_BEGIN = /^\s{0,4}(?:\d{1,7} failing|✖ failing tests:)\s*$/;

/** Between these headings pytest quotes source: only lines with an `E` are errors. */
const PYTEST_QUOTES = /^=+ (?:FAILURES|ERRORS) =+$/;
const PYTEST_ENDS = /^=+ (?!FAILURES|ERRORS)[^=]{1,200} =+$/;

/** Lists the lines at the end of a verification's output that may report a failure. */
export function listFailureLines(lines: readonly string[]): readonly OutputLine[] {
  const kept: OutputLine[] = [];
  let printed: string | undefined;
  let quotes = false;
  for (let at = findFirstLine(lines); at < lines.length; at += 1) {
    const line = (lines[at] ?? '').slice(0, LINE);
    if (line.startsWith('='))
      quotes = PYTEST_QUOTES.test(line) || (quotes && !PYTEST_ENDS.test(line));
    if (printed !== undefined && !endsPrinted(printed, line)) continue;
    printed = PRINTED.test(line) ? line : undefined;
    if (printed !== undefined || line.trim() === '' || isAside(line)) continue;
    if (!quotes || line.startsWith('E  ')) kept.push({ at, text: line.trim() });
  }
  return kept;
}

function isAside(line: string): boolean {
  return ASIDE.some((pattern) => pattern.test(line)) || LOG.some((pattern) => pattern.test(line));
}

function findFirstLine(lines: readonly string[]): number {
  let first = lines.length;
  let characters = 0;
  let hasMore = false;
  while (first > 0 && lines.length - first < LAST_LINES && characters < LAST_CHARACTERS) {
    first -= 1;
    const line = lines[first] ?? '';
    characters += Math.min(line.length, LINE);
    if (line.length < 60 && hasMore && FAILURES_BEGIN.test(line)) break;
    hasMore ||= line.trim() !== '';
  }
  return first;
}

/**
 * Whether the line ends the output of a test: Jest indents it, vitest ends it with a blank line, pytest with the next
 * rule.
 */
function endsPrinted(head: string, line: string): boolean {
  if (/^\s*console\./.test(head)) return line.trim() !== '' && !/^\s{4}/.test(line);
  if (head.startsWith('std')) return line.trim() === '';
  return /^(?:-{3,}|={3,}|_{3,}|FAILED |ERROR )/.test(line);
}
