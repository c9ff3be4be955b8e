import { MAX_QUOTE } from '../../domain/step';
import type { KnownCall } from './seenStep';

/** A call as a verdict names it: the tool and the beginning of what it was told, on one line. */
export function quoted({ tool, args }: Pick<KnownCall, 'tool' | 'args'>): string {
  return cut(`${tool} ${args.slice(0, 4 * MAX_QUOTE)}`);
}

/** One line of a text, `MAX_QUOTE` characters at most. */
export function cut(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line.length > MAX_QUOTE ? `${line.slice(0, MAX_QUOTE - 1)}…` : line;
}
