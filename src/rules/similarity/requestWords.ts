const splitWords = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/**
 * English words that do not distinguish requests: politeness, repetition, articles, auxiliaries.
 */
export const STOP_WORDS = splitWords(
  'a an the this that these those it its he she they them their there here i me my mine we us our ' +
    'you your yours what which whose is are was were be been being am do does did doing done have has ' +
    'had having can could will would shall should may might must ought of in on at by for with about ' +
    'as and or but if so then than too very also just even ever please kindly thanks thank hi ' +
    'hello hey dear ok okay again once more another still yet now already re anew afresh further time ' +
    'times need needs want wants like help let lets know ask asks asked asking take takes give gives ' +
    'get gets some any each every all other same quick quickly briefly eg ie etc e.g i.e over through while ' +
    'because since us kind maybe perhaps whether u ur pls plz once until of own such rather ' +
    'quite bit lot much many several including include includes incl especially namely etc ' +
    'currently moment seem seems seemed appear appears happen happens happened become becomes ' +
    'became make makes made making set put puts supposed ought sure able possible care ' +
    'attention pay paying mind wonder wondering guess think somebody someone anybody anyone ' +
    'everybody everyone something anything everything far way case however ' +
    'therefore thus hence consequently already besides try trying use uses used ' +
    'using usage going go goes gone come comes came thing finally later soon yesterday',
);

/** Words that may precede the verb of a demand: "could you please". */
export const BEFORE_DEMAND = splitWords(
  'please kindly can could will would you then and also but so now first next finally hi hey hello again just',
);

/** Verbs that start a demand: two requests that demand different ones are different. */
export const DEMANDED_VERBS = splitWords(
  'restore copy move rename revert merge split extract inline deploy publish release upgrade ' +
    'downgrade install bump pin validate parse convert translate migrate port estimate measure ' +
    'benchmark profile mock stub document deprecate archive enable disable increase decrease raise ' +
    'lower approve reject close open assign ask send upload download import export save store encrypt ' +
    'decrypt monitor schedule cancel pause resume restart kill block allow forbid hide sort filter ' +
    'replace swap reset clear flush lock unlock commit push pull fetch rebase squash tag sync ' +
    'compress minify simplify shorten compare design propose suggest notify reproduce speed',
);

/** Negations that another negation cancels: "don't stop". */
export const CANCELLABLE_NEGATIONS = splitWords(
  'without w/o except unless avoid avoids avoided avoiding stop stops stopped stopping ' +
    'skip skips skipped skipping ignore ignores ignored ignoring omit omits omitted omitting ' +
    'exclude excludes excluded excluding prevent prevents prevented preventing',
);

/** Words that negate the next word; contractions with "n't" do so too. */
export const NEGATIONS: ReadonlySet<string> = new Set([
  ...CANCELLABLE_NEGATIONS,
  ...splitWords(
    'not no non never cannot neither nor none nobody nothing nowhere hardly barely rarely seldom ' +
      'off less least fewer different ' +
      'nicht kein keine keinen keinem keiner weder nie niemals ohne pas aucun aucune rien jamais sans ' +
      'ningún ninguna tampoco nunca sin',
  ),
]);

/** Words that give the next word a role: "move a to b" is not "move b to a". */
export const ROLES: ReadonlyMap<string, string> = new Map([
  ['to', 'to'],
  ['into', 'to'],
  ['onto', 'to'],
  ['from', 'from'],
  ['before', 'before'],
  ['prior', 'before'],
  ['ahead', 'before'],
  ['than', 'than'],
  ['instead', 'than'],
  ['after', 'after'],
]);

/** Words between "to" or "from" and its noun. */
export const DETERMINERS = splitWords(
  'a an the this that these those it its his her their my our your any some each every all',
);
