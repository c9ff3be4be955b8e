/** An open item of a list, as it is written there. */
export interface ListedTask {
  /** One line of plain text, not empty. */
  readonly title: string;
  /** Its own text, as Markdown. */
  readonly text: string;
  /** What stands below it, without its indentation; '' for nothing. */
  readonly details: string;
  /** 1-based. */
  readonly line: number;
  /** The headings and the items above it, outermost first. */
  readonly under: readonly string[];
  /** Of a list with priorities; absent: 0. */
  readonly priority?: number;
}

/** The open items of a list, and how many are done. */
export interface TaskList {
  readonly open: readonly ListedTask[];
  readonly done: number;
}

/** How many characters a line is indented by. */
export function indentation(line: string): number {
  return line.length - line.trimStart().length;
}

/** The indentation that all lines have which are not empty; Infinity where there is none. */
export function leastIndentation(lines: readonly string[]): number {
  return lines.reduce(
    (least, line) => (line.trim() === '' ? least : Math.min(least, indentation(line))),
    Infinity,
  );
}

/** Lines without the indentation that all of them have, and without empty lines around them. */
export function dedent(lines: readonly string[]): string {
  const depth = leastIndentation(lines);
  const first = lines.findIndex((line) => line.trim() !== '');
  return first === -1
    ? ''
    : lines
        .slice(first)
        .map((line) => line.slice(depth))
        .join('\n')
        .trimEnd();
}
