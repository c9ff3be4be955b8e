import type { Table } from '../table';
import { samenessOf, type SignaturePair } from './pair';
import { realPairs } from './realPairs';
import { recordedPairs } from './recordedPairs';
import { readRuns } from './recordedRuns';

interface Judged {
  readonly pair: SignaturePair;
  readonly saidSame: boolean;
}

/**
 * How often signatures call two failures the same that are (recall), and how often they are right
 * when they do (precision): on pairs of the recorded runs in `files`, on pairs of real runners where
 * there are none.
 */
export async function measureSignatures(files: readonly string[]): Promise<Table> {
  const pairs = files.length === 0 ? realPairs() : await pairsOf(files);
  const judged = pairs.map((pair) => ({ pair, saidSame: samenessOf(pair) !== 'different' }));
  const failing = judged.filter(({ pair }) => pair.failing);
  const sources = [...new Set(pairs.map(({ source }) => source))];
  const from = files.length === 0 ? 'real runners' : 'recorded runs';
  return {
    title: `Same failure or not, pairs from ${from}`,
    columns: ['same', 'of them edited', 'different', 'precision', 'recall'],
    rows: [
      row('both failed', failing),
      row('  nothing edited, or another outcome', failing.filter(isStrict)),
      ...sources.map((source) => row(`  ${source}`, failing.filter(comesFrom(source)))),
      row('all', judged),
      row('  nothing edited, or another outcome', judged.filter(isStrict)),
    ],
  };
}

const isStrict = ({ pair }: Judged): boolean => pair.truth !== 'same though edited';
const comesFrom =
  (source: string) =>
  ({ pair }: Judged): boolean =>
    pair.source === source;

async function pairsOf(files: readonly string[]): Promise<readonly SignaturePair[]> {
  const runs = await Promise.all(files.map(readRuns));
  return runs.flat().flatMap(recordedPairs);
}

function row(name: string, judged: readonly Judged[]): readonly string[] {
  const same = judged.filter(({ pair }) => pair.truth !== 'different');
  const saidSame = judged.filter((each) => each.saidSame);
  const right = same.filter((each) => each.saidSame).length;
  const edited = same.filter(({ pair }) => pair.truth === 'same though edited').length;
  const share = (of: number): string => (of === 0 ? '–' : `${((100 * right) / of).toFixed(1)} %`);
  return [
    name,
    String(same.length),
    String(edited),
    String(judged.length - same.length),
    share(saidSame.length),
    share(same.length),
  ];
}
