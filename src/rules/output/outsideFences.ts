/**
 * Yields the lines outside of code blocks, as Markdown delimits them. A block becomes one empty line; an unclosed one
 * extends to the end of the text.
 */
export function* outsideFences(lines: readonly string[]): Generator<string> {
  let fence = '';
  for (const line of lines) {
    const found = /^[\s>]{0,40}(?<fence>`{3,}|~{3,})(?<info>.*)$/.exec(line)?.groups;
    const marks = found?.['fence'] ?? '';
    const info = found?.['info']?.trim() ?? '';
    if (fence !== '') {
      if (info === '' && marks.startsWith(fence)) fence = '';
    } else if (marks !== '' && !(marks.startsWith('`') && info.includes('`'))) {
      fence = marks;
      yield '';
    } else yield line;
  }
}
