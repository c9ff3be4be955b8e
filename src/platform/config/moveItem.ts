import { isMap, isPair, isScalar, isSeq, parseDocument, type CST, type YAMLSeq } from 'yaml';

/** Where an item goes: to the place of the one at `to`, which then stands on the other side. */
export interface ItemMove {
  readonly from: number;
  readonly to: number;
}

/** A part of the text, end exclusive. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * The text with one item of `tasks` at another place. Comments right above an item go with it; comments that stand alone
 * between two items stay where they are, and so do blank lines, unless an item keeps those after it, and every other character. Undefined when the items
 * share lines with something else.
 */
export function moveItem(text: string, move: ItemMove): string | undefined {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const body = text.slice(mark.length);
  const tasks = findTasks(body);
  const spans = tasks?.flow === true ? flowSpans(tasks) : tasks && blockSpans(body, tasks);
  return spans && mark + permute(body, spans, move);
}

/** The order of a list after a move. */
export function reorder<T>(items: readonly T[], { from, to }: ItemMove): readonly T[] {
  const rest = items.toSpliced(from, 1);
  return rest.toSpliced(to, 0, ...items.slice(from, from + 1));
}

function findTasks(text: string): YAMLSeq | undefined {
  const root = parseDocument(text, { keepSourceTokens: true }).contents;
  if (!isMap(root)) return undefined;
  const pair = root.items.find(({ key }) => isScalar(key) && key.value === 'tasks');
  return isSeq(pair?.value) ? pair.value : undefined;
}

/** Items in brackets; commas and comments between them stay. */
function flowSpans({ items }: YAMLSeq): readonly Span[] | undefined {
  const spans = items.map((item) => {
    const { range } = item as { readonly range?: readonly [number, number, number] | null };
    return range && { start: range[0], end: range[1] };
  });
  return spans.every((span) => span !== undefined && span !== null) ? spans : undefined;
}

/** Items of whole lines, each from the comments right above its dash to its last line. */
function blockSpans(text: string, { srcToken, items }: YAMLSeq): readonly Span[] | undefined {
  if (srcToken?.type !== 'block-seq') return undefined;
  // A comment below the last item is one without a dash.
  const dashes = srcToken.items.flatMap(({ start }) => start.find(isDash)?.offset ?? []);
  const [first] = dashes;
  if (first === undefined) return undefined;
  const column = first - lineStart(text, first);
  const lines = splitLines(text, column);
  const at = dashes.map((dash) => lines.findIndex(({ start, end }) => isWithin(dash, start, end)));
  const isAlone = at.every(
    (line, index) => text.slice(lines[line]?.start, dashes[index]).trim() === '',
  );
  if (!isAlone || at.includes(-1)) return undefined;
  const begins = at.map((line) => walkBack(line, (index) => lines[index]?.kind === 'comment'));
  const outside = lines.findIndex(
    ({ kind }, index) => index > (at.at(-1) ?? 0) && kind === 'outside',
  );
  const limit = outside === -1 ? lines.length : outside;
  const ends = [...begins.slice(1), limit].map((line) =>
    walkBack(line, (index) => lines[index]?.kind === 'comment' || lines[index]?.kind === 'blank'),
  );
  const keeps = items.some((item) => keepsBlankLines(text, item));
  return begins.map((line, index) => {
    const end = lines[(ends[index] ?? 0) - 1]?.end ?? text.length;
    return { start: lines[line]?.start ?? 0, end: keeps ? afterBlankLines(text, end) : end };
  });
}

interface Line extends Span {
  /** `comment`: not deeper than the dashes; `outside`: any other text that is not deeper, a dash too. */
  readonly kind: 'blank' | 'comment' | 'outside' | 'inside';
}

function splitLines(text: string, column: number): readonly Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < text.length;) {
    const next = text.indexOf('\n', start);
    const end = next === -1 ? text.length : next + 1;
    const line = text.slice(start, end);
    const indent = line.length - line.trimStart().length;
    const isShallow = indent <= column;
    const kind =
      line.trim() === ''
        ? 'blank'
        : !isShallow
          ? 'inside'
          : line[indent] === '#'
            ? 'comment'
            : 'outside';
    lines.push({ start, end, kind });
    start = end;
  }
  return lines;
}

function walkBack(line: number, belongs: (index: number) => boolean): number {
  let at = line;
  while (belongs(at - 1)) at -= 1;
  return at;
}

function isDash({ type }: CST.SourceToken): boolean {
  return type === 'seq-item-ind';
}

function isWithin(offset: number | undefined, start: number, end: number): boolean {
  return offset !== undefined && start <= offset && offset < end;
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** Whether the item ends with a text that keeps the blank lines after it (`|+`). */
function keepsBlankLines(text: string, item: unknown): boolean {
  let node = item;
  while ((isMap(node) || isSeq(node)) && node.flow !== true) {
    const last: unknown = node.items.at(-1);
    node = isPair(last) ? last.value : last;
  }
  return (
    isScalar(node) &&
    (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED') &&
    /^[|>]\d?\+/.test(text.slice(node.range?.[0], (node.range?.[0] ?? 0) + 3))
  );
}

function afterBlankLines(text: string, end: number): number {
  return end + (/^(?:[ \t]*\r?\n)*/.exec(text.slice(end))?.[0].length ?? 0);
}

/** The spans in their new order, what lies between them as it was; only the file's last line may lack its end. */
function permute(text: string, spans: readonly Span[], move: ItemMove): string {
  const pieces = spans.map(({ start, end }) => text.slice(start, end));
  const gaps = spans.map(({ end }, index) =>
    text.slice(end, spans[index + 1]?.start ?? text.length),
  );
  const last = pieces.at(-1) ?? '';
  const isOpen = gaps.at(-1) === '' && !last.endsWith('\n') && pieces.slice(0, -1).some(endsLine);
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const closed = isOpen ? pieces.with(-1, last + lineEnd) : pieces;
  const moved = reorder(closed, move);
  const body = moved.map((piece, index) => piece + (gaps[index] ?? '')).join('');
  const next = text.slice(0, spans[0]?.start) + body;
  return isOpen ? next.replace(/\r?\n$/, '') : next;
}

function endsLine(piece: string): boolean {
  return piece.endsWith('\n');
}
