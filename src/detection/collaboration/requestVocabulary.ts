import { stemmer } from 'stemmer';

const listed = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Words that say nothing of what is asked for: politeness, "once more", articles, auxiliaries. */
export const SILENT = listed(
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

/** Verbs that mean something else with each of the particles. */
export const PHRASAL = listed('sign log opt turn switch roll scale scroll zoom');
export const PARTICLES = listed('in on up out off down back');

/** Those of them that may stand a few words behind: "turn the cache off". */
export const SEPARABLE = listed('turn switch roll scale');

/** Words that turn what follows into its opposite; those ending in "n't" do so too. */
const NOT = listed(
  'not no non never cannot neither nor none nobody nothing nowhere hardly barely rarely seldom ' +
    'nicht kein keine keinen keinem keiner weder nie niemals ohne pas aucun aucune rien jamais sans ' +
    'ningún ninguna tampoco nunca sin',
);

/** Words that do so and that another negation undoes: "don't stop". */
export const UNDOABLE = listed(
  'without w/o except unless avoid avoids avoided avoiding stop stops stopped stopping ' +
    'skip skips skipped skipping ignore ignores ignored ignoring omit omits omitted omitting ' +
    'exclude excludes excluded excluding prevent prevents prevented preventing',
);
export const NEGATIONS: ReadonlySet<string> = new Set([...NOT, ...UNDOABLE]);

/** Words whose opposites say nothing by themselves: "more", "on", "the same". */
export const POLAR = listed('off less least fewer different');

/** Words before a noun. */
export const DETERMINERS = listed(
  'a an the this that these those it its his her their my our your any some each every all',
);

/** Words that tell what the next one is to the action: "move a to b" is not "move b to a". */
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

/** Words for any part of a program, and for any answer: the rest of the request says which. */
export const GENERIC = listed(
  'code file files function functions method methods class classes module modules component ' +
    'components part parts piece thing things stuff project work system feature features find tell',
);

/** Those of `SAME` that say what is to be done. */
export const ACTIONS = listed(
  'review fix explain write remove change refactor run improve analyse',
);

/** Words for the same: the first stands for all of its line. */
const SAME: readonly string[] = [
  'review check inspect examine audit look verify confirm recheck double-check',
  'fix repair correct resolve solve mend',
  'explain describe clarify',
  'write create add implement make generate',
  'remove delete drop discard',
  'change modify update edit adjust',
  'refactor restructure tidy',
  'run execute rerun',
  'show display',
  'improve optimise optimize enhance',
  'analyse analyze investigate',
  'code implementation logic source',
  'problem issue',
  'error failure err',
  'bug defect',
  'signin login logon',
  'signout logout logoff',
  'signup register',
  'database db',
  'message msg',
  'password pwd',
  'context ctx',
  'button btn',
  'package pkg',
  'configuration cfg',
  'function fn',
  'javascript js',
  'typescript ts',
  'kubernetes k8s',
  'vulnerability vuln weakness',
  'folder directory dir',
  'application app',
  'environment env',
  'production prod',
  'documentation doc docs',
  'parameter param argument arg',
  'repository repo',
  'start begin launch boot',
  'enough sufficient',
  'wrong incorrect',
  'big large huge',
  'fast quick speedy',
  'choose select pick decide',
  'call invoke',
  'minimise reduce shrink',
  'keep retain preserve leave',
  'need require',
  'permit allow',
  'forbid prohibit disallow',
  'happen occur',
  'produce yield',
  'ensure guarantee',
  'summarise overview summary',
  'picture image',
  'pattern regex regexp',
  'statistics stats',
  'information info',
  'administrator admin',
  'millisecond ms',
];

/** A word, and its stem → the first of those that mean the same. */
export const SYNONYMS: ReadonlyMap<string, string> = new Map(
  SAME.flatMap((line) => {
    const [first = '', ...others] = line.split(' ');
    return [first, ...others].flatMap((word): [string, string][] => [
      [word, first],
      [stemmer(word), first],
    ]);
  }),
);

/** Numbers that are often written as words ("one" is more often a pronoun). */
export const NUMBERS: ReadonlyMap<string, string> = new Map([
  ['zero', '0'],
  ['two', '2'],
  ['three', '3'],
  ['four', '4'],
  ['five', '5'],
  ['six', '6'],
  ['seven', '7'],
  ['eight', '8'],
  ['nine', '9'],
  ['ten', '10'],
]);
