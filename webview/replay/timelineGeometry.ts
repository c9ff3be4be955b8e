/** Sizes in pixels: a cell with its gap, a row with its gap, the ruler before each row, a line of words. */
export const CELL = 28;
export const ROW = 30;
export const RULER = 64;
export const LINE = 18;
/** Space around words, in pixels. */
const AROUND = 8;

/** Width of a character of words, in pixels: rather too wide than too narrow. */
const CHARACTER = 7.5;
/** Maximum number of lines of words between steps. */
export const MAX_LINES = 3;

/** Pixels above and below the window in which blocks are drawn. */
const MARGIN = 120;

/** Number of cells that fit in a row; at least one. */
export function columnsIn(width: number): number {
  return Math.max(1, Math.floor((width - RULER) / CELL));
}

/** A row of cells, the words before a step, or the room for an open step, in their order down the page. */
export interface Block {
  readonly kind: 'cells' | 'words' | 'open';
  /** Index of its first step, of an open one the first after its row. */
  readonly first: number;
  /** Number of steps; 1 for words, 0 for an open step. */
  readonly count: number;
  /** In pixels from the top of the timeline. */
  readonly top: number;
  readonly height: number;
}

/** Where everything stands. */
export interface Layout {
  readonly blocks: readonly Block[];
  readonly height: number;
}

/** Number of lines that so many characters need. */
export function linesOf(characters: number, width: number): number {
  return Math.ceil(characters / Math.max(1, Math.floor((width - RULER) / CHARACTER)));
}

/** A step that is open below its row, in a box so many pixels high. */
export interface OpenBox {
  readonly index: number;
  readonly height: number;
}

/** Rows of cells as wide as the timeline; a step before which the agent wrote begins a row, its words above it. */
export function layoutOf(words: readonly number[], width: number, open?: OpenBox): Layout {
  const columns = columnsIn(width);
  const blocks: Block[] = [];
  let top = 0;
  const add = (kind: Block['kind'], first: number, end: number, height: number): void => {
    blocks.push({ kind, first, count: end - first, top, height });
    top += height;
  };
  for (let first = 0; first < words.length;) {
    const said = words[first] ?? 0;
    if (said > 0)
      add('words', first, first + 1, Math.min(MAX_LINES, linesOf(said, width)) * LINE + AROUND);
    let end = first + 1;
    while (end < words.length && end - first < columns && (words[end] ?? 0) === 0) end += 1;
    add('cells', first, end, ROW);
    if (open !== undefined && open.index >= first && open.index < end)
      add('open', end, end, open.height + AROUND);
    first = end;
  }
  return { blocks, height: top };
}

/** The blocks in sight of a window `height` pixels high, whose top is at `top`, with a margin. */
export function blocksInSight(
  { blocks }: Layout,
  { top, height }: { readonly top: number; readonly height: number },
): readonly Block[] {
  const start = findBlock(blocks, (block) => block.top + block.height > top - MARGIN);
  const end = findBlock(blocks, (block) => block.top >= top + height + MARGIN);
  return blocks.slice(start, end);
}

/** The block in which a step begins: the words before it, else its row of cells. */
export function blockOf({ blocks }: Layout, index: number): Block | undefined {
  return blocks[placeOf(blocks, index)];
}

function placeOf(blocks: readonly Block[], index: number): number {
  return findBlock(blocks, ({ first, count }) => first + count > index);
}

/** Place of the first block for which a condition holds that holds for all further ones. */
function findBlock(blocks: readonly Block[], holds: (block: Block) => boolean): number {
  let [low, high] = [0, blocks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const block = blocks[middle];
    if (block !== undefined && holds(block)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Returns the target index of a navigation key; undefined for other keys. `page`: rows in a window. */
export function moved(
  key: string,
  layout: Layout,
  { index, page }: { readonly index: number; readonly page: number },
): number | undefined {
  const rows = layout.blocks.filter(({ kind }) => kind === 'cells');
  const last = rows.reduce((_, { first, count }) => first + count - 1, 0);
  const at = placeOf(rows, index);
  const column = index - (rows[at]?.first ?? 0);
  const row = (by: number): number => {
    const { first, count } = rows[Math.min(rows.length - 1, Math.max(0, at + by))] ?? NO_ROW;
    return Math.min(first + column, first + count - 1);
  };
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, index - 1);
    case 'ArrowRight':
      return Math.min(last, index + 1);
    case 'ArrowUp':
      return row(-1);
    case 'ArrowDown':
      return row(1);
    case 'PageUp':
      return row(-page);
    case 'PageDown':
      return row(page);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}

const NO_ROW = { first: 0, count: 1 };
