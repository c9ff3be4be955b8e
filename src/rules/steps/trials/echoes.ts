import type { KnownResult } from '../calls/observedStep';
import { ComparableText } from '../text/comparableText';
import { readFailureText } from '../text/readFailureText';

/** Tolerance in length of failures that may be the same, in characters, plus a third. */
const LENGTH_TOLERANCE = 100;
/** A name in quotes. */
const QUOTED = /(['"`])([^'"`\n]{2,100})\1/g;

/**
 * Whether two failures differ only in what they echo of the edited texts: lines of them, and names
 * in quotes that stand in them.
 */
export function isSameApartFromEchoes(
  a: KnownResult,
  b: KnownResult,
  texts: readonly string[],
): boolean {
  const [x, y] = [a.text, b.text];
  if (Math.abs(x.length - y.length) > LENGTH_TOLERANCE + Math.max(x.length, y.length) / 3)
    return false;
  const echoed = JSON.stringify([
    ...texts.flatMap((text) => text.split('\n')),
    ...[x, y].flatMap((text) => listEchoedNames(text, texts)),
  ]);
  const [said, other] = [x, y].map(
    (text) => new ComparableText(readFailureText(withoutMarks(text), echoed, false)),
  );
  return said !== undefined && other !== undefined && !said.isEmpty && said.isEquivalentTo(other);
}

/** Compilers underline what they echo. */
function withoutMarks(text: string): string {
  return text.replace(/[\^~]{2,}/g, '^').replace(/[ \t]{2,}/g, ' ');
}

function listEchoedNames(failure: string, texts: readonly string[]): readonly string[] {
  return [...failure.matchAll(QUOTED)]
    .map(([, , name = '']) => name)
    .filter((name) => texts.some((text) => text.includes(name)));
}
