import { isNode, isScalar, parseDocument, stringify, type Pair, type YAMLMap } from 'yaml';

/** First and last character (exclusive) of a node, without and with what follows it on its line. */
export function readRange(node: unknown): readonly [number, number, number] | undefined {
  return isNode(node) ? (node.range ?? undefined) : undefined;
}

/** The entry of a mapping with this key. */
export function findPair(map: YAMLMap, name: string): Pair | undefined {
  return map.items.find(({ key }) => isScalar(key) && key.value === name);
}

/** Inserts whole lines below the line that contains the character before `after`. */
export function insertLines(
  text: string,
  { after, lines }: { readonly after: number; readonly lines: string },
): string {
  const end = text.indexOf('\n', after - 1);
  const at = end === -1 ? text.length : end + 1;
  const before = text.slice(0, at);
  const joint = before === '' || before.endsWith('\n') ? '' : '\n';
  return before + matchLineEnds(text, joint + lines) + text.slice(at);
}

/** How many characters of its line are before this one. */
export function findColumn(text: string, offset: number): number {
  return offset - (text.lastIndexOf('\n', offset - 1) + 1);
}

/** The lines of a value as a part of the file, indented; ends with a line end. */
export function formatLines(value: unknown, indent: number): string {
  return indentLines(stringify(value, { lineWidth: 0 }), ' '.repeat(indent));
}

/** Puts `indent` before each line that is not empty. A text may hold U+2028, which ends no line in YAML, but one for `^`. */
function indentLines(lines: string, indent: string): string {
  return lines.replace(/(?<![^\n])(?=[^\n])/g, indent);
}

/** Writes the text again with the YAML library, after `change`; its comments stay, its spacing need not. */
export function rewriteText(
  text: string,
  change: (document: ReturnType<typeof parseDocument>) => void,
): string {
  const document = parseDocument(text);
  change(document);
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  return mark + matchLineEnds(text, document.toString({ lineWidth: 0 }));
}

function matchLineEnds(text: string, lines: string): string {
  return text.includes('\r\n') ? lines.replace(/\r?\n/g, '\r\n') : lines;
}
