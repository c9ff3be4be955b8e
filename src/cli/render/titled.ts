import type { Style } from '../terminal/style';

/** A section below an empty line, its lines two columns to the right of its title; nothing for no lines. */
export function titled(title: string, lines: readonly string[], style: Style): readonly string[] {
  return lines.length === 0 ? [] : ['', style.bold(title), ...indented(lines)];
}

/** Lines two columns to the right; no blanks at their ends. */
export function indented(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `  ${line}`.trimEnd());
}
