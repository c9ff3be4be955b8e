import { parseMarkdown } from './markdownItems';

const COMMENT = /<!--[^]*?(?:-->|$)/g;

/** A Markdown text without its HTML comments, which no reader of the page sees; code keeps them. */
export function withoutComments(markdown: string): string {
  if (!markdown.includes('<!--')) return markdown;
  const lines = markdown.split('\n');
  // Backwards, since the lines after a place may become fewer.
  for (const { type, map, content, children } of parseMarkdown(markdown).toReversed()) {
    const hasComment =
      type === 'html_block'
        ? content.includes('<!--')
        : children?.some((each) => each.type === 'html_inline' && each.content.startsWith('<!--'));
    if (map === null || hasComment !== true) continue;
    const [first, end] = map;
    const kept = lines.slice(first, end).join('\n').replace(COMMENT, '');
    lines.splice(first, end - first, ...kept.split('\n'));
  }
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
