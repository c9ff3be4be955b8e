import { stemmer } from 'stemmer';
import {
  BEFORE_DEMAND,
  CANCELLABLE_NEGATIONS,
  DEMANDED_VERBS,
  DETERMINERS,
  NEGATIONS,
  ROLES,
  STOP_WORDS,
} from './requestWords';
import type { SimilarityPart } from './similarityParts';

/** One word or name of a request, with the role that preceding words give it. */
export interface Feature {
  /** In lower case. */
  readonly word: string;
  /** Stem of the word; a name in lower case. */
  readonly stem: string;
  /** "to", "from", … or "not" if such a word precedes it, else ''. */
  readonly role: string;
  /** A file, a function, a number, …: two names are equal or different, never similar. */
  readonly isName: boolean;
  /** The verb of a demand: "Restore the dump". */
  readonly isDemanded: boolean;
}

/** Features of a request by role and stem, in their order. */
export type Features = ReadonlyMap<string, Feature>;

/** Characters read at each end of a request: the end of a long request may name the difference. */
const MAX_END = 10_000;
const MAX_FEATURES = 3_000;
const MAX_WORD = 40;

const TOKEN = /[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_]|[./:@#+'’-](?=[\p{L}\p{N}_])){0,200}/gu;
const NAME = /[\p{N}_./:@#]|\p{Ll}\p{Lu}/u;
const CLAUSE_END = /(?<=[.:;!?,])\s+|\n/u;
const CONTRACTED_NOT =
  /n['’]t$|^(?:do|does|did|is|are|was|were|wo|ca|should|would|could|must|has|have|had)nt$/i;
/** "… or not", "if not": not a negation. */
const ALTERNATIVE = /^(?:or|if|whether) (?:not|no)$/i;

/** "… but it does not." */
const FINAL_NOT: Feature = { word: '', stem: '', role: 'not', isName: false, isDemanded: false };

/** Extracts the features of a request, each once; of all its words if it has only stop words. */
export function requestFeatures(request: string, without?: SimilarityPart): Features {
  const text =
    request.length > 2 * MAX_END
      ? `${request.slice(0, MAX_END)} ${request.slice(-MAX_END)}`
      : request;
  const clauses = text
    .normalize('NFKC')
    .split(CLAUSE_END)
    .map((clause) => (clause.match(TOKEN) ?? []).flatMap(splitToken));
  const features = without === 'stop words' ? undefined : readFeatures(clauses, without);
  return features === undefined || features.size === 0 ? readAllWords(clauses) : features;
}

/** "what's" is "what"; "re-review" and "error-handling" are two words each, "cart-item.ts" is one name. */
function splitToken(token: string): readonly string[] {
  if (CONTRACTED_NOT.test(token)) return [token];
  const [word = ''] = token.split(/['’]/);
  return NAME.test(word) ? [word] : word.split('-');
}

type Clauses = readonly (readonly string[])[];

function readAllWords(clauses: Clauses): Features {
  const features = clauses.flat().map((token) => toFeature(token, '', false));
  return new Map(features.slice(0, MAX_FEATURES).map((feature) => [`>${feature.stem}`, feature]));
}

function readFeatures(clauses: Clauses, without: SimilarityPart | undefined): Features {
  const features = new Map<string, Feature>();
  for (const clause of clauses) {
    let role = '';
    const demanded = without === 'demands' ? undefined : findDemand(clause);
    for (const token of clause) {
      if (features.size >= MAX_FEATURES) return features;
      const word = token.toLowerCase();
      const next = roleAfter(word, role, without);
      if (next !== undefined) role = next;
      else if (STOP_WORDS.has(word) && word !== demanded) role = roleAfterStopWord(word, role);
      else {
        const key = `${role}>${toStem(token)}`;
        const isDemanded = word === demanded || features.get(key)?.isDemanded === true;
        features.set(key, toFeature(token, role, isDemanded));
        role = '';
      }
    }
    if (role === 'not' && !ALTERNATIVE.test(clause.slice(-2).join(' ')))
      features.set('not>', FINAL_NOT);
  }
  return features;
}

function findDemand(clause: readonly string[]): string | undefined {
  const first = clause.map((token) => token.toLowerCase()).find((word) => !BEFORE_DEMAND.has(word));
  return first !== undefined && DEMANDED_VERBS.has(first) ? first : undefined;
}

/** The role that a word gives to the next one; undefined if none. */
function roleAfter(
  word: string,
  before: string,
  without: SimilarityPart | undefined,
): string | undefined {
  if (without !== 'negations' && (NEGATIONS.has(word) || CONTRACTED_NOT.test(word)))
    return before === 'not' && CANCELLABLE_NEGATIONS.has(word) ? '' : 'not';
  const role = without === 'roles' ? undefined : ROLES.get(word);
  // "prior to", "not before"
  return role === undefined || before === '' ? role : before;
}

/**
 * Roles "to" and "from" extend only over a determiner ("to the", not "to be"), other roles further: "before you do".
 */
function roleAfterStopWord(word: string, role: string): string {
  const isNear = role === 'to' || role === 'from';
  return isNear && !DETERMINERS.has(word) ? '' : role;
}

function toFeature(token: string, role: string, isDemanded: boolean): Feature {
  const isName = NAME.test(token);
  return { word: token.toLowerCase(), stem: toStem(token), role, isName, isDemanded };
}

function toStem(token: string): string {
  const word = token.toLowerCase();
  return NAME.test(token) ? word : stemmer(word.slice(0, MAX_WORD));
}
