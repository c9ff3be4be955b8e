import { isMap, parseDocument, stringify, type Pair, type YAMLMap } from 'yaml';
import { findColumn, findPair, insertLines, readRange, rewriteText } from './yamlEdit';

/** A top-level key and its text. */
export interface KeySetting {
  readonly key: string;
  readonly value: string;
  /** The keys below which it is written where it is missing, the first of them that is there. */
  readonly below: readonly string[];
}

/** Texts in which the key has the value, the one that keeps most of the file first; which of them are right, a reader tells. */
export function* setKey(text: string, setting: KeySetting): Generator<string> {
  const root = parseDocument(text).contents;
  const { key, value } = setting;
  if (isMap(root)) {
    const pair = findPair(root, key);
    if (pair !== undefined)
      yield* replaceValue(text, pair, root.flow === true ? quote(value) : format(value));
    else if (root.flow === true) yield* addToBraces(text, root, `${quote(key)}: ${quote(value)}`);
    else yield* addLine(text, root, setting);
  }
  yield rewriteText(text, (document) => document.set(key, value));
}

/** An entry of a top-level mapping. */
export interface Entry {
  readonly key: string;
  readonly name: string;
  /** As a YAML entry, indented by two spaces. */
  readonly lines: string;
  /** The same as a value. */
  readonly value: unknown;
}

/** Texts in which the mapping has the entry as its last, as `setKey`. */
export function* addEntry(text: string, { key, name, lines, value }: Entry): Generator<string> {
  const root = parseDocument(text).contents;
  const map = isMap(root) ? findPair(root, key)?.value : undefined;
  if (isMap(map) && map.flow === true) {
    yield* addToBraces(text, map, `${quote(name)}: ${JSON.stringify(value)}`);
  } else if (isMap(map)) {
    const [start = 0] = readRange(map) ?? [];
    const indent = ' '.repeat(findColumn(text, start));
    yield insertLines(text, {
      after: endOf(map.items.at(-1)) ?? text.length,
      lines: lines.replace(/^ {2}/gm, indent),
    });
  }
  yield rewriteText(text, (document) => document.setIn([key, name], document.createNode(value)));
}

function* replaceValue(text: string, { key, value }: Pair, next: string): Generator<string> {
  const [, keyEnd = 0] = readRange(key) ?? [];
  const colon = text.indexOf(':', keyEnd) + 1;
  const [from, to] = readRange(value) ?? [colon, colon];
  if (from === to) {
    yield `${text.slice(0, colon)} ${next}${text.slice(colon)}`;
    return;
  }
  const cut = text.slice(from, to);
  // A block text ends with the line end before the next key.
  const lineEnd = /(?:\r?\n[ \t]*)+$/.exec(cut)?.[0] ?? '';
  yield text.slice(0, from) + next + lineEnd + text.slice(to);
}

function* addToBraces(text: string, map: YAMLMap, entry: string): Generator<string> {
  const end = endOf(map.items.at(-1));
  if (end !== undefined) yield `${text.slice(0, end)}, ${entry}${text.slice(end)}`;
}

function* addLine(
  text: string,
  root: YAMLMap,
  { key, value, below }: KeySetting,
): Generator<string> {
  const lines = `${key}: ${format(value)}\n`;
  // Where the file shows the key in a comment, as a first file does, it is meant to stand.
  const comment = new RegExp(`^# ?${key}:.*$`, 'm').exec(text);
  if (comment !== null)
    yield insertLines(text, { after: comment.index + comment[0].length, lines });
  const above = below.map((name) => findPair(root, name)).find((pair) => pair !== undefined);
  const after = endOf(above ?? root.items.at(-1));
  if (after !== undefined) yield insertLines(text, { after, lines });
}

/** Where the value of an entry ends. */
function endOf(pair: Pair | undefined): number | undefined {
  return readRange(pair?.value)?.[1] ?? readRange(pair?.key)?.[1];
}

/** A text on one line. */
function format(value: string): string {
  return stringify(value, { lineWidth: 0, blockQuote: false }).trimEnd();
}

/** The same where brackets and commas have a meaning, and in JSON. */
function quote(value: string): string {
  return JSON.stringify(value);
}
