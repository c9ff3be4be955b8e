import { stemmer } from 'stemmer';

const listed = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Words that say nothing of what is asked for: politeness, "once more", articles, auxiliaries. */
export const SILENT = listed(
  'a an the this that these those it its he she they them their there here i me my mine we us our ' +
    'you your yours what which whose is are was were be been being am do does did doing done have has ' +
    'had having can could will would shall should may might must ought of in on at by for with about ' +
    'as and or but if so then than too very also just only even ever please kindly thanks thank hi ' +
    'hello hey dear ok okay again once more another still yet now already re anew afresh further time ' +
    'times need needs want wants like help let lets know ask asks asked asking take takes give gives ' +
    'get gets some any each every all other same quick quickly briefly eg ie etc e.g i.e over through while ' +
    'because since us kind maybe perhaps',
);

/** Verbs that mean something else with each of the particles. */
export const PHRASAL = listed('sign log opt turn switch roll scale scroll zoom');
export const PARTICLES = listed('in on up out off down back');

/** Those of them that may stand a few words behind: "turn the cache off". */
export const SEPARABLE = listed('turn switch roll scale');

/** Words that turn what follows into its opposite; those ending in "n't" do so too. */
export const NEGATIONS = listed('not no never without cannot neither nor none except avoid stop');

/** Words that tell what the next one is to the action: "move a to b" is not "move b to a". */
export const ROLES: ReadonlyMap<string, string> = new Map([
  ['to', 'to'],
  ['into', 'to'],
  ['onto', 'to'],
  ['from', 'from'],
  ['before', 'before'],
  ['after', 'after'],
]);

/** Words for any part of a program: the rest of the request says which. */
export const GENERIC = listed(
  'code file files function functions method methods class classes module modules component ' +
    'components part parts piece thing things stuff project work system feature features',
);

/** Words for the same: the first stands for all of its line. */
const SAME: readonly string[] = [
  'review check inspect examine audit look verify confirm recheck double-check',
  'fix repair correct resolve solve',
  'explain describe clarify',
  'write create add implement make generate',
  'remove delete drop',
  'change modify update edit adjust',
  'refactor restructure',
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
