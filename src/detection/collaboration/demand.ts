import { LOOKS_LIKE_NAME } from './requestTokens';
import { SILENT } from './requestVocabulary';

const listed = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** What may stand before the verb of a demand: "could you please". */
const OPENING = listed(
  'please kindly can could will would you then and also but so now first next finally hi hey hello again just bitte',
);

/** Behind "I need you to", "I want to", and not behind "I" alone. */
const WISH = listed('i we need want like d would love have you to');

/** What an object begins with. */
const OBJECT = listed(
  'the a an this that these those my our your its their his her all any every each both it them such ' +
    'if whether how why what when where which who',
);

/** Verbs that say nothing of what is to be done, or only that something is to be told. */
const LIGHT = listed(
  'make let set put take bring give get have keep do use go turn start begin try see be help need want ' +
    'find tell show say list explain describe report know understand thank note remember clarify ' +
    'is are was were does did has had may might should must shall',
);

/** Verbs of demands, whatever follows. */
const VERBS = listed(
  'restore copy move rename revert merge split extract inline deploy publish release upgrade ' +
    'downgrade install bump pin validate parse convert translate migrate port estimate measure ' +
    'benchmark profile mock stub document deprecate archive enable disable increase decrease raise ' +
    'lower approve reject close open assign ask send upload download import export save store encrypt ' +
    'decrypt monitor schedule cancel pause resume restart kill block allow forbid hide sort filter ' +
    'replace swap reset clear flush lock unlock commit push pull fetch rebase squash tag sync ' +
    'compress minify simplify shorten compare design propose suggest notify reproduce speed',
);

/** No verbs, though an object may follow. */
const CONNECTING = listed(
  'when where how why who although though during under between against within above below along ' +
    'among around behind beside beyond despite near per toward towards upon via out up down off back ' +
    'not no only both either neither here there after before into onto from to',
);

/** Inflected, or no verb at all. */
const NO_DEMAND = /(?:ed|ing|[^s]s)$/;

/**
 * The verb, in lower case, of a clause that asks for something to be done: "Restore" of "Please
 * restore the dump"; undefined for any other clause, and where the verb says nothing by itself.
 */
export function demandOf(clause: readonly string[]): string | undefined {
  const words = clause.map((token) => token.toLowerCase());
  const opening = words.findIndex((word) => !OPENING.has(word));
  const isWish = words[opening] === 'i' || words[opening] === 'we';
  const place = isWish ? wishEnd(words, opening) : opening;
  const [token, verb, next] = [clause[place], words[place], words[place + 1]];
  if (token === undefined || verb === undefined || next === undefined) return undefined;
  if (LIGHT.has(verb) || CONNECTING.has(verb)) return undefined;
  if (NO_DEMAND.test(verb) || LOOKS_LIKE_NAME.test(token)) return undefined;
  // "Ask the team" is no "may I ask".
  if (SILENT.has(verb) && verb !== 'ask') return undefined;
  const isAsked = place > 0 || VERBS.has(verb);
  return isAsked || OBJECT.has(next) || LOOKS_LIKE_NAME.test(clause[place + 1] ?? '')
    ? verb
    : undefined;
}

/** Behind the "to" of a wish; past the clause where there is none. */
function wishEnd(words: readonly string[], from: number): number {
  const end = words.findIndex((word, place) => place >= from && !WISH.has(word));
  return end > 0 && words[end - 1] === 'to' ? end : words.length;
}
