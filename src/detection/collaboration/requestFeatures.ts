import { stemmer } from 'stemmer';
import type { Word } from './wordLikeness';
import {
  GENERIC,
  NEGATIONS,
  PARTICLES,
  PHRASAL,
  ROLES,
  SEPARABLE,
  SILENT,
  SYNONYMS,
} from './requestVocabulary';

/** One thing that a request says, however it words it. */
export interface Feature extends Word {
  /** The word follows "to", "from", … or a negation ("not"); '' else. */
  readonly role: string;
  /** What it weighs: its share in the square of the vector's length. */
  readonly weight: number;
  /** A file, a function, a number, …: its stem is the name. Words may resemble each other, names are the same or not. */
  readonly isName: boolean;
}

/** Characters that are looked at at each end of a request: a long one may say last what it is about. */
const MAX_END = 10_000;
const MAX_FEATURES = 3_000;
const MAX_WORD = 40;
const MOST_BETWEEN = 5;

/**
 * What the parts of a request say about what is asked for. A name says most: the same words about
 * another file are another request. Adverbs and "code", "module", … say little.
 */
const WEIGHTS = { name: 3, negated: 2, word: 1, generic: 0.5, adverb: 0.25 };

const TOKEN = /[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_]|[./:@#+'’-](?=[\p{L}\p{N}_])){0,200}/gu;
const NOT_CONTRACTED = /n['’]t$/i;
const LOOKS_LIKE_NAME = /[\p{N}_./:@#]|\p{Ll}\p{Lu}/u;
const NO_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Features of a request, each once; a request of words that say nothing is taken by all its words. */
export function requestFeatures(request: string): ReadonlyMap<string, Feature> {
  const text =
    request.length > 2 * MAX_END
      ? `${request.slice(0, MAX_END)} ${request.slice(-MAX_END)}`
      : request;
  const tokens = tokensOf(text.normalize('NFKC'));
  const saying = featuresOf(tokens, SILENT);
  return saying.size > 0 ? saying : featuresOf(tokens, new Set());
}

function featuresOf(
  tokens: readonly string[],
  silent: ReadonlySet<string>,
): ReadonlyMap<string, Feature> {
  const features = new Map<string, Feature>();
  let role = '';
  for (const token of tokens) {
    if (features.size >= MAX_FEATURES) break;
    const word = token.toLowerCase();
    const next = NEGATIONS.has(word) || NOT_CONTRACTED.test(word) ? 'not' : ROLES.get(word);
    if (next !== undefined && silent.size > 0) role = role === 'not' ? role : next;
    else if (!silent.has(word) || isShouted(token)) {
      const feature = featureOf(token, role);
      features.set(`${feature.role}>${feature.stem}`, feature);
      role = '';
    }
  }
  return features;
}

/** "GET" is no "get". */
function isShouted(token: string): boolean {
  return token.length > 1 && token !== token.toLowerCase() && token === token.toUpperCase();
}

function featureOf(token: string, follows: string): Feature {
  const lower = token.toLowerCase();
  const synonym = SYNONYMS.get(lower) ?? SYNONYMS.get(stemmer(lower.slice(0, MAX_WORD)));
  const isName = synonym === undefined && LOOKS_LIKE_NAME.test(token);
  if (isName) return { word: lower, stem: lower, role: follows, weight: WEIGHTS.name, isName };
  const word = (synonym ?? lower).slice(0, MAX_WORD);
  // "I need you to review": an action is nobody's aim.
  const role = follows === 'to' && synonym !== undefined ? '' : follows;
  const weight = role === 'not' ? WEIGHTS.negated : wordWeight(word);
  return { word, stem: stemmer(word), role, weight, isName };
}

function wordWeight(word: string): number {
  if (GENERIC.has(word)) return WEIGHTS.generic;
  return word.length > 5 && word.endsWith('ly') ? WEIGHTS.adverb : WEIGHTS.word;
}

function tokensOf(text: string): readonly string[] {
  const tokens = (text.match(TOKEN) ?? []).flatMap(partsOf);
  const joined = [...tokens];
  for (const [index, token] of tokens.entries()) {
    const verb = stemOf(token);
    const place = PHRASAL.has(verb) ? particleAfter(tokens, index, SEPARABLE.has(verb)) : -1;
    if (place < 0) continue;
    joined[index] = `${verb}${tokens[place] ?? ''}`;
    joined[place] = '';
  }
  return joined.filter((token) => token !== '');
}

/** Where the particle of the verb stands; -1 when it has none: "sign up" is neither "sign in" nor "sign". */
function particleAfter(tokens: readonly string[], verb: number, separable: boolean): number {
  const behind = tokens.slice(verb + 1, verb + 1 + (separable ? MOST_BETWEEN : 1));
  const place = behind.findIndex((token) => PARTICLES.has(token.toLowerCase()));
  return place < 0 ? -1 : verb + 1 + place;
}

function stemOf(token: string): string {
  return stemmer(token.toLowerCase().slice(0, MAX_WORD));
}

function partsOf(token: string): readonly string[] {
  if (NO_SPACES.test(token)) return pairsOf(token);
  if (NOT_CONTRACTED.test(token) || SYNONYMS.has(token.toLowerCase())) return [token];
  // "what's", "queue's"
  const [word = ''] = token.split(/['’]/);
  // Hyphens join words ("re-review", "error-handling"), in names they belong to them.
  return LOOKS_LIKE_NAME.test(word) ? [word] : word.split('-');
}

/** Scripts without spaces: pairs of neighbouring characters stand for words. */
function pairsOf(run: string): readonly string[] {
  const characters = Array.from(run);
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`);
}
