import { stemmer } from 'stemmer';
import { BASIC_NAMES, COMMON_ERRORS, STOP_WORDS, TOOL_WORDS } from './commonWords';

/** Kind of a word in a message; determines its weight. */
export type WordKind = 'code' | 'error' | 'word' | 'pair' | 'name';

/** Words of a message, each once: the id of the word, with its kind and weight (> 0). */
export type FailureWords = ReadonlyMap<
  string,
  { readonly kind: WordKind; readonly weight: number }
>;

/**
 * Codes weigh most, as tools distinguish failures by them. Names differ between failures of one
 * kind and hardly count.
 */
const WEIGHTS = {
  code: 3,
  error: 2,
  commonError: 0.4,
  word: 1,
  toolWord: 0.15,
  pair: 0.6,
  toolPair: 0.1,
  name: 0.2,
} as const;

/** Maximum total weight of all names of a message. */
const MAX_NAMES = 0.8;
/** Weight of lines after the first: quoted code, lists, links. */
const LATER_LINES = 0.6;
const MAX_WORDS = 120;

/** Placeholders for a name and before a basic type; private characters, which messages do not contain. */
const NAME = '\ue000';
const BASIC = '\ue001';

const MARK = /<[a-z]{1,12}>/g;
/** `src/a.ts(3,21): `, `src/a.c:3:10: `, `17:3  `, `main.c:(.text+0x1d): `, `--> src/a.rs:4:2`. */
const PLACE =
  /^\s*(?:-->\s*)?(?:[^\s:()]{1,300}\(\d+(?:,\d+)?\): ?|[^\s:]{1,300}:(?:\d+:(?:\d+:)?|\([^)]{1,80}\):) ?|\d+:\d+\s+)/;
/** The name of a failed test on a line of its own. */
const TITLE = /^\s*(?:●|✖|✗|×|--- FAIL:|FAIL(?:ED)?\b|\d+\)) (?!.* - )/;
/** Prefix of pytest's message about a failed test: `FAILED tests/a.py::b - `. */
const TITLE_BEFORE = /^\s*(?:FAILED|ERROR) \S{1,300} - /;
/** A title between angle brackets: `in test <stores a file>`. */
const BRACKETED = /<[^<>\n]{1,200}>/g;
/** Numbered codes (TS2307, E0308, ORA-00942) and system codes (ENOENT, ERR_REQUIRE_ESM). */
const CODE =
  /\b(?:[A-Z]{1,8}-?\d{3,6}|E(?:RR?)?_[A-Z][A-Z\d_]{2,60}|E[A-Z]{3,}[A-Z\d]*|[A-Z]+(?:_[A-Z\d]+)+)\b/g;
/** Names of rules: at the end of a line of a linter, in brackets of a type checker or a compiler. */
const RULE =
  /\s{2,}((?:@?[\w-]{1,60}\/){0,2}[a-z]{2,40}(?:-[a-z]{1,40}){0,8})$|\[(-W[\w=+-]{2,60}|[a-z]{2,30}(?:-[a-z]{2,30}){1,5})\]/g;
const ERROR_CLASS =
  /(?:\b[\w$]{1,80}\.){0,10}\b([A-Z][\w$]{0,80}(?:Error|Exception|Violation|Fault))\b/g;
const QUOTED = /(?<!\w)(?:'([^'\n]{1,200})'|"([^"\n]{1,200})"|`([^`'\n]{1,200})[`'])(?!\w)/g;
const TOKEN =
  /[\p{L}\p{N}_$@](?:[\p{L}\p{M}\p{N}_$]|[./:@+#’'-](?=[\p{L}\p{N}_])){0,200}(?:\(\))?/gu;
/** As `TOKEN`, with placeholders for names. */
const WORDS = new RegExp(String.raw`\ue000|\ue001\w+|${TOKEN.source}`, 'gu');
const PART = /\p{Lu}?\p{Ll}+|\p{L}{2,}/gu;
const NUMBER = /^\d+$/;
const LOOKS_LIKE_NAME = /[\d_$./:@#(]|[a-z][A-Z]/;

/**
 * Extracts from a masked message the words that failures of one kind share: codes, error classes, the words around
 * names and each two of them in a row; names (quoted, paths, identifiers) by their parts, with hardly any weight.
 * Deterministic.
 */
export function failureWords(message: string): FailureWords {
  const found = new WordCollector();
  let share = 1;
  for (const line of message.split('\n')) {
    if (TITLE.test(line)) {
      found.addName(line);
      continue;
    }
    found.share = share;
    readLine(line, found);
    share = LATER_LINES;
  }
  return found.words();
}

/** The message without what names its place: files, lines and titles of tests at the beginning of lines. */
export function withoutPlaces(message: string): string {
  return message
    .split('\n')
    .filter((line) => !TITLE.test(line))
    .map((line) => line.slice(placeOf(line).length).trim())
    .join('\n')
    .trim();
}

/** Stemmed words of a query or a lesson, each once; names also as their parts. */
export function toSearchWords(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const [token] of text.normalize('NFKC').matchAll(TOKEN)) {
    const lower = token.toLowerCase();
    if (STOP_WORDS.has(lower)) continue;
    words.add(stemOf(lower));
    for (const part of partsOf(token)) if (!STOP_WORDS.has(part)) words.add(stemOf(part));
  }
  return words;
}

class WordCollector {
  share = 1;
  private readonly said = new Map<string, { kind: WordKind; weight: number }>();
  private readonly names = new Set<string>();

  add(kind: WordKind, word: string, weight: number): void {
    if (this.said.size >= MAX_WORDS) return;
    const key = `${kind}:${word}`;
    const whole = weight * this.share;
    if ((this.said.get(key)?.weight ?? 0) < whole) this.said.set(key, { kind, weight: whole });
  }

  addName(text: string): void {
    for (const part of partsOf(text)) if (this.names.size < MAX_WORDS) this.names.add(stemOf(part));
  }

  words(): FailureWords {
    const weight = Math.min(WEIGHTS.name, MAX_NAMES / Math.max(1, this.names.size));
    for (const name of this.names) this.said.set(`name:${name}`, { kind: 'name', weight });
    return this.said;
  }
}

function readLine(line: string, found: WordCollector): void {
  const place = placeOf(line);
  found.addName(place.replace(/[\d(),:]+\s*$/, ''));
  let rest = ` ${line.slice(place.length)}`.replace(MARK, ' ');
  const take = (pattern: RegExp, what: (...groups: (string | undefined)[]) => string): void => {
    rest = rest.replace(pattern, (...groups: string[]) => ` ${what(...groups)} `);
  };
  take(RULE, (_, atEnd, bracketed = '') => addCode(found, atEnd ?? bracketed));
  take(QUOTED, (_, single, double, back = '') => readQuoted(single ?? double ?? back, found));
  take(BRACKETED, (title = '') => {
    found.addName(title);
    return NAME;
  });
  take(CODE, (code = '') => addCode(found, code));
  take(ERROR_CLASS, (_, name = '') => addError(found, name));
  readWords(rest, found);
}

/** The beginning of a line that names a place; '' for none. */
function placeOf(line: string): string {
  return (TITLE_BEFORE.exec(line) ?? PLACE.exec(line))?.[0] ?? '';
}

function addCode(found: WordCollector, code: string): string {
  if (COMMON_ERRORS.has(code.toLowerCase())) return 'error';
  found.add('code', code, WEIGHTS.code);
  return NAME;
}

function addError(found: WordCollector, name: string): string {
  const lower = name.toLowerCase();
  found.add('error', lower, COMMON_ERRORS.has(lower) ? WEIGHTS.commonError : WEIGHTS.error);
  return NAME;
}

/** Reads a quoted sentence as text; replaces a quoted name by a placeholder. */
function readQuoted(text: string, found: WordCollector): string {
  const words = text.trim().split(/\s+/);
  if (words.length > 2 && !/[{}|<>=;]/.test(text)) return text;
  if (BASIC_NAMES.has(text.toLowerCase())) return `${BASIC}${text.toLowerCase()}`;
  found.addName(text);
  return NAME;
}

/** Reads words in order; a name separates the words around it. */
function readWords(text: string, found: WordCollector): void {
  let before = '';
  for (const token of text.match(WORDS) ?? []) {
    if (token === NAME) before = '';
    else if (token.startsWith(BASIC)) before = addWord(found, before, token);
    else if (LOOKS_LIKE_NAME.test(token)) {
      if (!NUMBER.test(token)) found.addName(token);
      before = '';
    } else {
      for (const part of token.toLowerCase().split('-')) before = addWord(found, before, part);
    }
  }
}

/** Adds a word and its pair with the previous one; returns the previous word for the next call. */
function addWord(found: WordCollector, before: string, word: string): string {
  if (STOP_WORDS.has(word)) return before;
  const isTool = TOOL_WORDS.has(word);
  const stem = stemOf(word);
  found.add('word', stem, isTool ? WEIGHTS.toolWord : WEIGHTS.word);
  if (before !== '') {
    const bothTool = isTool && TOOL_WORDS.has(before);
    found.add('pair', `${stemOf(before)} ${stem}`, bothTool ? WEIGHTS.toolPair : WEIGHTS.pair);
  }
  return word;
}

/** The parts of a name in lower case: `parsePrice`, `parse_price`, `parse-price` → parse, price; no numbers. */
function partsOf(name: string): readonly string[] {
  return (name.match(PART) ?? []).map((part) => part.toLowerCase());
}

const MAX_WORD = 40;
/** Cache of stems, since messages of one program repeat words; cleared when it is full. */
const STEMS = new Map<string, string>();
const MAX_STEMS = 20_000;

function stemOf(word: string): string {
  const known = STEMS.get(word);
  if (known !== undefined) return known;
  if (STEMS.size >= MAX_STEMS) STEMS.clear();
  const stem = stemmer(word.slice(0, MAX_WORD));
  STEMS.set(word, stem);
  return stem;
}
