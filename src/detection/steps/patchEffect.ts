import type { StepEffect } from './effect';
import { textKey } from './textKey';

const FILE = /^(?:\*\*\* (?:Update|Add|Delete) File:|\+\+\+|diff --git)\s+(.{1,400})$/m;

/** What a patch takes out of a file and puts in its place; undefined for a text that is no patch. */
export function patchEffect(text: string): StepEffect | undefined {
  const [, path] = FILE.exec(text) ?? [];
  if (path === undefined) return undefined;
  return ofLines(path, text);
}

function ofLines(path: string, text: string): StepEffect {
  const lines = text.split('\n');
  const of = (sign: string, header: string): string =>
    textKey(
      lines
        .filter((line) => line.startsWith(sign) && !line.startsWith(header))
        .map((line) => line.slice(1))
        .join('\n'),
    );
  return { kind: 'replaces', path, before: of('-', '---'), after: of('+', '+++') };
}

const SEARCH = /<{5,9} ?SEARCH[^\n]*\n([\s\S]*?)\n={5,9}[^\n]*\n([\s\S]*?)\n?>{5,9} ?REPLACE/g;

/** What blocks of text to search and to replace do; undefined for a text that has none. */
export function blocksEffect(path: string, text: string): StepEffect | undefined {
  const blocks = [...text.matchAll(SEARCH)];
  if (blocks.length === 0) return undefined;
  const of = (side: number): string => textKey(blocks.map((block) => block[side] ?? '').join('\n'));
  return { kind: 'replaces', path, before: of(1), after: of(2) };
}
