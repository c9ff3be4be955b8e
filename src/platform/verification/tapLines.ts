import { nonEmptyLines } from './nonEmptyLines';

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
export function tapLines(text: string): readonly string[] | undefined {
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
