import { stemmer } from 'stemmer';
import {
  lexicalSimilarity,
  SAME_REQUEST,
  classifyByWords,
} from '../../src/rules/similarity/lexicalSimilarity';
import { SIMILARITY_PARTS, type SimilarityPart } from '../../src/rules/similarity/similarityParts';
import { isEqualText } from '../../src/rules/edges/sameQuery';
import { PAIR_SETS, readPairs, type RequestPair } from './requestPairs';
import type { Table } from './table';

/** Precision at which measures are compared whatever their own threshold. */
const LEAST_PRECISION = 0.95;

/** How well requests that are made again are told from other ones by their words, by set; what they leave open. */
export function measureRequestQuality(): Promise<Table> {
  const rows = PAIR_SETS.map((set) => [set.title, ...figuresOf(readPairs(set))]);
  const columns = ['pairs', 'precision', 'recall', 'other requests told apart', 'left to a model'];
  return Promise.resolve({ title: 'Requests between agents', columns, rows });
}

function figuresOf(pairs: readonly RequestPair[]): readonly string[] {
  const { called, same, right } = callsOf(pairs, lexicalSimilarity);
  const others = pairs.length - same;
  const open = pairs.filter(({ a, b }) => classifyByWords(a, b) === undefined);
  const openSame = open.filter((pair) => pair.same).length;
  return [
    String(pairs.length),
    share(right, called),
    share(right, same),
    `${others - (called - right)} of ${others}`,
    `${openSame} the same, ${open.length - openSame} not`,
  ];
}

/**
 * What each part of the measure adds: precision and recall of every set at the threshold without it, the
 * recall of all pairs at the same precision, and how often a model that finds everything the same is right.
 */
export function measureSimilarityParts(): Promise<Table> {
  const all = PAIR_SETS.flatMap(readPairs);
  const rowOf = (title: string, measure: Measure, without?: SimilarityPart): readonly string[] => {
    const undecided = all.filter(({ a, b }) => classifyByWords(a, b, without) !== 'different');
    return [
      title,
      ...PAIR_SETS.map((set) => {
        const { called, same, right } = callsOf(readPairs(set), measure);
        return `${ratio(right, called)} ${ratio(right, same)}`;
      }),
      ratio(rightAtPrecision(all, measure), all.filter(({ same }) => same).length),
      measure === overlap
        ? '–'
        : ratio(undecided.filter(({ same }) => same).length, undecided.length),
    ];
  };
  const rows = [
    rowOf('exact match and overlap of stems', overlap),
    rowOf('all parts', lexicalSimilarity),
    ...SIMILARITY_PARTS.map((part) =>
      rowOf(`without ${part}`, (a, b) => lexicalSimilarity(a, b, part), part),
    ),
  ];
  const columns = [
    ...PAIR_SETS.map(({ title }) => title),
    `all: recall at ${LEAST_PRECISION}`,
    'all: right if a model says yes',
  ];
  return Promise.resolve({ title: 'Precision and recall', columns, rows });
}

type Measure = (a: string, b: string) => number;

interface Calls {
  /** Pairs that are the same, that the measure calls the same, and that are both. */
  readonly same: number;
  readonly called: number;
  readonly right: number;
}

function callsOf(pairs: readonly RequestPair[], measure: Measure): Calls {
  const called = pairs.filter(({ a, b }) => measure(a, b) > SAME_REQUEST);
  const same = pairs.filter((pair) => pair.same).length;
  return { same, called: called.length, right: called.filter((pair) => pair.same).length };
}

/** Most pairs that any threshold finds with that precision. */
function rightAtPrecision(pairs: readonly RequestPair[], measure: Measure): number {
  const ranked = pairs
    .map(({ a, b, same }) => ({ same, similarity: measure(a, b) }))
    .sort((one, other) => other.similarity - one.similarity);
  let [right, most] = [0, 0];
  for (const [index, { same, similarity }] of ranked.entries()) {
    if (same) right += 1;
    const isLastOfEqual = ranked[index + 1]?.similarity !== similarity;
    if (isLastOfEqual && right / (index + 1) >= LEAST_PRECISION) most = right;
  }
  return most;
}

/** The peer: equal but for case, spaces and closing marks, or the cosine of the sets of stems. */
function overlap(a: string, b: string): number {
  if (isEqualText(a, b)) return 1;
  const [inA, inB] = [stemsOf(a), stemsOf(b)];
  const shared = [...inA].filter((stem) => inB.has(stem)).length;
  return shared === 0 ? 0 : shared / Math.sqrt(inA.size * inB.size);
}

function stemsOf(text: string): ReadonlySet<string> {
  return new Set(
    (text.toLowerCase().match(/[\p{L}\p{N}_./-]+/gu) ?? []).map((word) => stemmer(word)),
  );
}

function ratio(part: number, whole: number): string {
  return whole === 0 ? '–' : (part / whole).toFixed(2);
}

function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${ratio(part, whole)} (${part} of ${whole})`;
}
