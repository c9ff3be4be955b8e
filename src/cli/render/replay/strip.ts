import type { TimelineStep } from '../../../model/steps/replayedRun';
import type { Style } from '../../terminal/style';
import type { GroupMark } from './groupMarks';
import { countOf } from '../../../text/count';

export interface StripOptions {
  readonly timeline: readonly TimelineStep[];
  /** Numbers of the steps that prove something. */
  readonly proving: ReadonlySet<number>;
  readonly marks: ReadonlyMap<number, GroupMark>;
  /** Positions of the steps that would not have been taken. */
  readonly saved: ReadonlySet<number>;
  readonly style: Style;
  /** Characters of a line. */
  readonly width: number;
}

/** Steps between two gaps. */
const BLOCK = 10;
/** Steps of a row, the widest first. */
const ROWS = [100, 50, 30, 20, 10] as const;
/** Rows from which on those are left out in which nothing was found. */
const MAX_ROWS = 12;
/** Signs of what fired, below the step. */
export const FIRE_SIGNS = { suspect: '▲', stuck: '■' } as const;

/**
 * A run step by step: a letter for a call that is made again, `·` for any other, and what fired below.
 * Of a long run the rows in which nothing was found are only counted.
 */
export function strip(options: StripOptions): readonly string[] {
  const { timeline, style } = options;
  const gutter = String(timeline.at(-1)?.number ?? 0).length;
  const perRow = rowSteps(options.width - gutter - 4);
  const starts = Array.from(
    { length: Math.ceil(timeline.length / perRow) },
    (_, at) => at * perRow,
  );
  const shown = new Set(starts.length <= MAX_ROWS ? starts : worthShowing(options, starts, perRow));
  const lines: string[] = [];
  let skipped = 0;
  const writeSkipped = (): void => {
    if (skipped > 0)
      lines.push(style.dim(`  ${' '.repeat(gutter)}  … ${countOf(skipped, 'step')} …`));
    skipped = 0;
  };
  for (const start of starts) {
    const row = timeline.slice(start, start + perRow);
    if (!shown.has(start)) {
      skipped += row.length;
      continue;
    }
    writeSkipped();
    lines.push(...rowLines(row, start, { ...options, gutter }));
  }
  writeSkipped();
  return lines;
}

function rowSteps(room: number): number {
  return ROWS.find((steps) => steps + steps / BLOCK - 1 <= room) ?? BLOCK;
}

/** The first row and the last one, and those with something in them. */
function worthShowing(
  { timeline, proving }: StripOptions,
  starts: readonly number[],
  perRow: number,
): readonly number[] {
  return starts.filter(
    (start, at) =>
      at === 0 ||
      at === starts.length - 1 ||
      timeline
        .slice(start, start + perRow)
        .some(({ number, fire }) => fire !== undefined || proving.has(number)),
  );
}

function rowLines(
  row: readonly TimelineStep[],
  start: number,
  options: StripOptions & { readonly gutter: number },
): readonly string[] {
  const { style, gutter } = options;
  const label = style.dim(String(row[0]?.number ?? start).padStart(gutter));
  const cells = row.map((step, at) => cell(step, start + at, options));
  const line = `  ${label}  ${spaced(cells).join('')}`;
  if (row.every(({ fire }) => fire === undefined)) return [line];
  const below = row.map(({ fire }) => (fire === undefined ? ' ' : painted(fire, style)));
  const last = row.findLastIndex(({ fire }) => fire !== undefined);
  return [line, `  ${' '.repeat(gutter)}  ${spaced(below.slice(0, last + 1)).join('')}`];
}

function painted(fire: 'suspect' | 'stuck', style: Style): string {
  const sign = FIRE_SIGNS[fire];
  return fire === 'stuck' ? style.red(style.bold(sign)) : style.yellow(sign);
}

function cell(
  { number, group }: TimelineStep,
  position: number,
  { proving, marks, saved, style }: StripOptions,
): string {
  const mark = group === undefined ? undefined : marks.get(group);
  const sign = mark?.sign ?? (proving.has(number) ? '•' : '·');
  if (proving.has(number)) return style.inverse(style.bold((mark?.paint ?? style.yellow)(sign)));
  if (saved.has(position)) return style.dim(sign);
  return mark === undefined ? style.dim(sign) : mark.paint(sign);
}

function spaced(cells: readonly string[]): readonly string[] {
  return cells.map((text, at) => (at > 0 && at % BLOCK === 0 ? ` ${text}` : text));
}
