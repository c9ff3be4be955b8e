import type { StepEffect } from './stepEffect';
import { toTextKey } from '../text/parseArgs';

const FILE = /^(?:\*\*\* (?:Update|Add|Delete) File:|\+\+\+|diff --git)[ \t]{1,8}(\S.{0,399})$/m;

/** Reads which text a patch replaces in a file; undefined for a text that is not a patch. */
export function readPatchEffect(text: string): StepEffect | undefined {
  const [, path] = FILE.exec(text) ?? [];
  if (path === undefined) return undefined;
  return readPatchLines(path, text);
}

function readPatchLines(path: string, text: string): StepEffect {
  const lines = text.split('\n');
  const of = (sign: string, header: string): string =>
    toTextKey(
      lines
        .filter((line) => line.startsWith(sign) && !line.startsWith(header))
        .map((line) => line.slice(1))
        .join('\n'),
    );
  return { kind: 'replaces', path, before: of('-', '---'), after: of('+', '+++') };
}

const MARK = {
  search: /^(?:<{5,9}|-{5,9}) ?SEARCH/,
  between: /^={5,9}/,
  end: /^(?:>{5,9}|\+{5,9}) ?REPLACE/,
} as const;

/**
 * Reads the effect of search/replace blocks; undefined for a text without any. Linear in its
 * length.
 */
export function readBlocksEffect(path: string, text: string): StepEffect | undefined {
  if (!text.includes('SEARCH')) return undefined;
  const whole: Block[] = [];
  let open: Block | undefined;
  for (const line of text.split('\n')) {
    if (open === undefined) {
      if (MARK.search.test(line)) open = { before: [], after: undefined };
    } else if (open.after === undefined) {
      if (MARK.between.test(line)) open.after = [];
      else open.before.push(line);
    } else if (MARK.end.test(line)) {
      whole.push(open);
      open = undefined;
    } else open.after.push(line);
  }
  if (whole.length === 0) return undefined;
  const before = toTextKey(whole.flatMap((block) => block.before).join('\n'));
  const after = toTextKey(whole.flatMap((block) => block.after ?? []).join('\n'));
  return { kind: 'replaces', path, before, after };
}

interface Block {
  readonly before: string[];
  /** Undefined until the separator line is read. */
  after: string[] | undefined;
}
