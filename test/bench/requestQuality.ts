import { SAME_REQUEST } from '../../src/detection/collaboration/sameRequest';
import { lexicalSimilarity, wordsDecide } from '../../src/detection/collaboration/similarity';
import { PAIR_SETS, readPairs, type RequestPair } from './requestPairs';
import type { Table } from './table';

/** How well requests that are made again are told from other ones by their words, by set; what they leave open. */
export function measureRequestQuality(): Promise<Table> {
  const rows = PAIR_SETS.map((set) => [set.title, ...figuresOf(readPairs(set))]);
  const columns = ['pairs', 'precision', 'recall', 'other requests told apart', 'left to a model'];
  return Promise.resolve({ title: 'Requests between agents', columns, rows });
}

function figuresOf(pairs: readonly RequestPair[]): readonly string[] {
  const judged = pairs.map(({ same, a, b }) => {
    return { same, called: lexicalSimilarity(a, b) > SAME_REQUEST };
  });
  const called = judged.filter((pair) => pair.called);
  const right = called.filter(({ same }) => same).length;
  const others = judged.filter(({ same }) => !same);
  const open = pairs.filter(({ a, b }) => wordsDecide(a, b) === undefined);
  const openSame = open.filter(({ same }) => same).length;
  return [
    String(pairs.length),
    share(right, called.length),
    share(right, pairs.length - others.length),
    `${others.filter((pair) => !pair.called).length} of ${others.length}`,
    `${openSame} the same, ${open.length - openSame} not`,
  ];
}

function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${(part / whole).toFixed(2)} (${part} of ${whole})`;
}
