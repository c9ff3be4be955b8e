import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';

/**
 * Maximum number of changed lines for the shortest diff; beyond it, a file is shown as replaced, to limit the run time.
 */
const MAX_EDITS = 1_500;
const CONTEXT_LINES = 3;

/** A file before and after; undefined where it does not exist. */
export interface FileTexts {
  readonly path: string;
  readonly old: string | undefined;
  readonly now: string | undefined;
}

/** The unified diff of a file. */
export function patchTexts({ path, old, now }: FileTexts): string {
  const names = [
    old === undefined ? '/dev/null' : `a/${path}`,
    now === undefined ? '/dev/null' : `b/${path}`,
  ] as const;
  const patch = createTwoFilesPatch(...names, old ?? '', now ?? '', '', '', {
    context: CONTEXT_LINES,
    maxEditLength: MAX_EDITS,
    headerOptions: FILE_HEADERS_ONLY,
  });
  return patch ?? replaced(names, old ?? '', now ?? '');
}

/** Builds a diff that removes all old lines and adds all new ones: correct, but not the shortest. */
function replaced(names: readonly [string, string], old: string, now: string): string {
  const [before, after] = [linesOf(old), linesOf(now)];
  const empty = createTwoFilesPatch(...names, '', '', '', '', { headerOptions: FILE_HEADERS_ONLY });
  const hunk = `@@ -${before.length === 0 ? 0 : 1},${before.length} +${after.length === 0 ? 0 : 1},${after.length} @@`;
  return [empty.trimEnd(), hunk, ...signed('-', before, old), ...signed('+', after, now), ''].join(
    '\n',
  );
}

function linesOf(text: string): readonly string[] {
  if (text === '') return [];
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}

function signed(sign: '-' | '+', lines: readonly string[], text: string): readonly string[] {
  const end = lines.length > 0 && !text.endsWith('\n') ? ['\\ No newline at end of file'] : [];
  return [...lines.map((line) => sign + line), ...end];
}
