import { stemmer } from 'stemmer';
import { PARTICLES, PHRASAL, ROLES, SEPARABLE, SILENT, SYNONYMS } from './requestVocabulary';

/** Longer words are cut off. */
export const MAX_WORD = 40;
const MOST_BETWEEN = 5;

const TOKEN = /[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_]|[./:@#+'’-](?=[\p{L}\p{N}_])){0,200}/gu;
/** "don't", "doesnt" */
export const NOT_CONTRACTED =
  /n['’]t$|^(?:do|does|did|is|are|was|were|wo|ca|should|would|could|must|has|have|had)nt$/i;
/** A file, a function, a number, …: anything that is no plain word. */
export const LOOKS_LIKE_NAME = /[\p{N}_./:@#]|\p{Ll}\p{Lu}/u;
const DASH_IN_RANGE = /(?<=\p{N})[‐‑‒–—−](?=\p{N})/gu;
/** A capital letter that only begins a sentence. */
const FIRST_CAPITAL = /^[^\p{L}\p{N}]{0,9}\p{Lu}(?=\p{Ll})/u;
const CLAUSE_END = /(?<=[.:;!?,])\s+|\n/u;
const SENTENCE_END = /[.:;!?]$/;
const NO_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** The words and names of a request, clause by clause. */
export function clausesOf(text: string): readonly (readonly string[])[] {
  let begins = true;
  return text
    .normalize('NFKC')
    .replace(DASH_IN_RANGE, '-')
    .split(CLAUSE_END)
    .map((clause) => {
      const plain = begins ? clause.replace(FIRST_CAPITAL, (start) => start.toLowerCase()) : clause;
      begins = clause === '' || SENTENCE_END.test(clause);
      return tokensOf(plain);
    });
}

function tokensOf(clause: string): readonly string[] {
  const tokens = (clause.match(TOKEN) ?? []).flatMap(partsOf);
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

/** The stem of a word; of one of over 40 characters only its beginning counts. */
export function stemOf(token: string): string {
  const word = token.toLowerCase().slice(0, MAX_WORD);
  // British spellings: "minimise"
  return stemmer(word.length > 6 ? word.replace(/is(e[ds]?|ing|ations?)$/, 'iz$1') : word);
}

function partsOf(token: string): readonly string[] {
  if (NO_SPACES.test(token)) return pairsOf(token);
  if (NOT_CONTRACTED.test(token) || SYNONYMS.has(token.toLowerCase())) return [token];
  // "what's", "queue's"
  const [word = ''] = token.split(/['’]/);
  // Hyphens join words ("re-review", "error-handling"), in names they belong to them.
  if (!LOOKS_LIKE_NAME.test(word)) return word.split('-');
  // "before/after", "and/or"
  const parts = word.split('/');
  return parts.every((part) => SILENT.has(part) || ROLES.has(part)) ? parts : [word];
}

/** Scripts without spaces: pairs of neighbouring characters stand for words. */
function pairsOf(run: string): readonly string[] {
  const characters = Array.from(run);
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`);
}
