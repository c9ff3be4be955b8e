import type { Word } from './wordLikeness';
import { demandOf } from './demand';
import { functionWordsOf } from './functionWords';
import { clausesOf, LOOKS_LIKE_NAME, MAX_WORD, NOT_CONTRACTED, stemOf } from './requestTokens';
import {
  ACTIONS,
  DETERMINERS,
  GENERIC,
  NEGATIONS,
  NUMBERS,
  ROLES,
  SILENT,
  SYNONYMS,
  UNDOABLE,
} from './requestVocabulary';

/** One thing that a request says, however it words it. */
export interface Feature extends Word {
  /** The word follows "to", "from", … or a negation ("not"); '' else. */
  readonly role: string;
  /** What it weighs: its share in the square of the vector's length. */
  readonly weight: number;
  /** A file, a function, a number, …: its stem is the name. Words may resemble each other, names are the same or not. */
  readonly isName: boolean;
  /** It says what is to be done: "review", "fix". */
  readonly isAction: boolean;
  /** It is the verb of a demand: "Restore the dump". */
  readonly isDemanded: boolean;
  /** It begins with a capital letter within a sentence: "Windows". */
  readonly isProper: boolean;
}

/** Characters that are looked at at each end of a request: a long one may say last what it is about. */
const MAX_END = 10_000;
const MAX_FEATURES = 3_000;

/**
 * What the parts of a request say about what is asked for. A name says most: the same words about
 * another file are another request. Adverbs and "code", "module", … say little.
 */
const WEIGHTS = { name: 3, negated: 2, word: 1, generic: 0.5, adverb: 0.25 };

/** "… but it does not." */
const CLOSING: Feature = {
  ...{ word: '', stem: '', role: 'not', weight: WEIGHTS.word },
  ...{ isName: false, isAction: false, isDemanded: false, isProper: false },
};
/** "… or not", "if not": nothing is negated. */
const ALTERNATIVE = /^(?:or|if|whether) (?:not|no)$/i;

/** Features of a request, each once; a request of words that say nothing is taken by all its words. */
export function requestFeatures(request: string): ReadonlyMap<string, Feature> {
  const text =
    request.length > 2 * MAX_END
      ? `${request.slice(0, MAX_END)} ${request.slice(-MAX_END)}`
      : request;
  const clauses = clausesOf(text);
  const foreign = functionWordsOf(clauses.flat());
  const saying = featuresOf(clauses, (word) => SILENT.has(word) || foreign.has(word));
  return saying.size > 0 ? saying : featuresOf(clauses, undefined);
}

type IsSilent = (word: string) => boolean;

function featuresOf(
  clauses: readonly (readonly string[])[],
  isSilent: IsSilent | undefined,
): ReadonlyMap<string, Feature> {
  const features = new Map<string, Feature>();
  for (const clause of clauses) {
    let role = '';
    const demanded = demandOf(clause);
    for (const token of clause) {
      if (features.size >= MAX_FEATURES) return features;
      const word = token.toLowerCase();
      const next = isSilent === undefined ? undefined : roleAfter(word, role);
      const says = isSilent?.(word) !== true || word === demanded || isShouted(token);
      if (next !== undefined) role = next;
      else if (!says) role = carried(role, word);
      else {
        const feature = featureOf(token, role);
        const key = `${feature.role}>${feature.stem}`;
        const isDemanded = word === demanded || features.get(key)?.isDemanded === true;
        features.set(key, { ...feature, isDemanded });
        role = '';
      }
    }
    if (role === 'not' && !ALTERNATIVE.test(clause.slice(-2).join(' ')))
      features.set('not>', CLOSING);
  }
  return features;
}

/** "to" and "from" tell of the next thing only: "to the", not "to be". The others hold on: "before you do". */
function carried(role: string, over: string): string {
  const isNear = role === 'to' || role === 'from';
  return isNear && !DETERMINERS.has(over) ? '' : role;
}

/** The role of what follows this word; undefined when the word gives none. */
function roleAfter(word: string, before: string): string | undefined {
  if (NEGATIONS.has(word) || NOT_CONTRACTED.test(word))
    return before === 'not' && UNDOABLE.has(word) ? '' : 'not';
  const role = ROLES.get(word);
  // "prior to", "not before"
  return role === undefined || before === '' ? role : before;
}

/** "GET" is no "get". */
function isShouted(token: string): boolean {
  return token.length > 1 && token !== token.toLowerCase() && token === token.toUpperCase();
}

function featureOf(token: string, follows: string): Feature {
  const lower = token.toLowerCase();
  const synonym = SYNONYMS.get(lower) ?? SYNONYMS.get(stemOf(lower));
  const isName = synonym === undefined && LOOKS_LIKE_NAME.test(token);
  if (isName)
    return {
      ...{ word: lower, stem: lower, role: follows },
      ...{ weight: WEIGHTS.name, isName, isAction: false, isDemanded: false, isProper: false },
    };
  const word = (synonym ?? NUMBERS.get(lower) ?? lower).slice(0, MAX_WORD);
  // "I need you to review": an action is nobody's aim.
  const role = follows === 'to' && ACTIONS.has(word) ? '' : follows;
  const weight = role === 'not' ? WEIGHTS.negated : wordWeight(word);
  const isProper = /^\p{Lu}\p{Ll}/u.test(token);
  // "It removes" asks for nothing.
  const isAction = ACTIONS.has(word) && SYNONYMS.has(lower);
  return { word, stem: stemOf(word), role, weight, isName, isAction, isDemanded: false, isProper };
}

function wordWeight(word: string): number {
  if (GENERIC.has(word)) return WEIGHTS.generic;
  return word.length > 5 && word.endsWith('ly') ? WEIGHTS.adverb : WEIGHTS.word;
}
