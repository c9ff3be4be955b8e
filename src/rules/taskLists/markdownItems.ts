import MarkdownIt, { type Token } from 'markdown-it';
import { oneLine } from '../../text/oneLine';
import { dedent, type ListedTask } from './listedTask';

/** An item of a list in a Markdown text. */
export interface MarkdownItem extends ListedTask {
  /** Absent: it has no box. */
  readonly box?: 'open' | 'done';
  /** The items in it, in their order. */
  readonly items: readonly MarkdownItem[];
}

const parser = new MarkdownIt({ html: true });

/** The blocks of a Markdown text; `map` of a token has its first line and the line after its last, from 0. */
export function parseMarkdown(text: string): readonly Token[] {
  return parser.parse(text, {});
}

/** The marker of an item in a task list of GitHub's Markdown. */
const BOX = /^\[([ xX])\](?=\s)/;

/** The items of the lists of a Markdown text, those without a title left out. */
export function findItems(markdown: string): readonly MarkdownItem[] {
  const lines = markdown.split('\n');
  const tokens = parseMarkdown(markdown);
  const top: MarkdownItem[] = [];
  const around: { readonly items: MarkdownItem[]; readonly under: readonly string[] }[] = [];
  let headings: readonly Heading[] = [];
  tokens.forEach((token, index) => {
    if (token.type === 'heading_open' && around.length === 0) {
      headings = below(headings, {
        depth: Number(token.tag.slice(1)),
        title: titleOf(tokens[index + 1]),
      });
    } else if (token.type === 'list_item_close') around.pop();
    else if (token.type === 'list_item_open') {
      const outer = around.at(-1);
      const under = outer?.under ?? headings.map(({ title }) => title);
      const items: MarkdownItem[] = [];
      const item = toItem({ token, content: tokens[index + 2], lines, under, items });
      if (item !== undefined) (outer?.items ?? top).push(item);
      around.push({ items, under: item === undefined ? under : [...under, item.title] });
    }
  });
  return top;
}

interface Heading {
  readonly depth: number;
  readonly title: string;
}

/** The headings that a new one stands under, and itself. */
function below(headings: readonly Heading[], next: Heading): readonly Heading[] {
  const outer = headings.filter(({ depth }) => depth < next.depth);
  return next.title === '' ? outer : [...outer, next];
}

interface ItemParts {
  readonly token: Token;
  /** Its first paragraph or heading. */
  readonly content: Token | undefined;
  readonly lines: readonly string[];
  readonly under: readonly string[];
  readonly items: readonly MarkdownItem[];
}

function toItem({ token, content, lines, under, items }: ItemParts): MarkdownItem | undefined {
  if (content?.type !== 'inline' || content.map === null || token.map === null) return undefined;
  const [, mark] = BOX.exec(content.content) ?? [];
  const withoutBox = (text: string): string =>
    mark === undefined ? text : text.replace(BOX, '').trim();
  const title = withoutBox(titleOf(content, (line) => isWholeTitle(withoutBox(line))));
  if (title === '') return undefined;
  const [first] = content.map;
  return {
    title,
    text: content.content.replace(BOX, '').trim(),
    details: dedent(lines.slice(content.map[1], token.map[1])),
    line: first + 1,
    under,
    items,
    ...(mark !== undefined && { box: mark === ' ' ? 'open' : 'done' }),
  };
}

function isWholeTitle(line: string): boolean {
  return line !== '' && line.length < SHORTEST_WRAPPED;
}

/** Before a line with a capital, a first line that is shorter was not wrapped: it is the title, and what follows tells more. */
const SHORTEST_WRAPPED = 60;

/** The text of a paragraph or heading without its marks, on one line; only its first line where that `isWhole`. */
function titleOf(
  token: Token | undefined,
  isWhole: (line: string) => boolean = () => false,
): string {
  let text = '';
  for (const [index, { type, content }] of (token?.children ?? []).entries()) {
    const isBreak = type === 'softbreak' || type === 'hardbreak';
    const next = token?.children?.[index + 1]?.content ?? '';
    if (isBreak && /^\p{Lu}/u.test(next) && isWhole(oneLine(text))) break;
    text += isBreak ? ' ' : type === 'html_inline' ? '' : content;
  }
  return oneLine(text);
}
