import type { StepEffect } from './stepEffect';
import { textKey } from './textKey';

const FILE = /^(?:\*\*\* (?:Update|Add|Delete) File:|\+\+\+|diff --git)\s+(.{1,400})$/m;

/** What a patch takes out of a file and puts in its place; undefined for a text that is no patch. */
export function patchEffect(text: string): StepEffect | undefined {
  const [, path] = FILE.exec(text) ?? [];
  if (path === undefined) return undefined;
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
