import { findSourceMap } from 'node:module';

const POSITION = /\(?((?:[A-Za-z]:)?[^\s():]+\.js):(\d+):(\d+)\)?/;

function inSource(line: string): string {
  const [match, file, row, column] = POSITION.exec(line) ?? [];
  if (match === undefined || file === undefined) return line;
  const entry = findSourceMap(file)?.findEntry(Number(row) - 1, Number(column) - 1);
  if (entry === undefined || !('originalSource' in entry)) return line;
  const source = entry.originalSource.replace(/^.*\/(?=(?:test|src)\/)/, '');
  return line.replace(match, `(${source}:${entry.originalLine + 1}:${entry.originalColumn + 1})`);
}

/** A stack with the bundle's positions replaced by those in the checkout, as far as source maps were on when it was loaded. */
export function sourcePositions(stack: string): string {
  return stack.split('\n').map(inSource).join('\n');
}
