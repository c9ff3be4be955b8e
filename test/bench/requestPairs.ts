import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Two requests between agents, and whether they ask the same. */
export interface RequestPair {
  readonly id: string;
  readonly kind: string;
  readonly same: boolean;
  readonly a: string;
  readonly b: string;
}

/** One set of pairs; `half`: of its numbers only the odd or the even ones. */
export interface PairSet {
  readonly title: string;
  readonly file: string;
  readonly half?: 'odd' | 'even';
  /** Share of its rewordings (0–1) that must be found. */
  readonly leastRecall: number;
}

/** The half that the measure was tuned by. */
export const TUNED: PairSet = {
  title: 'for tuning',
  file: 'pairs.json',
  half: 'odd',
  leastRecall: 0.4,
};

/** Every set, see the README beside them. */
export const PAIR_SETS: readonly PairSet[] = [
  TUNED,
  { title: 'never looked at', file: 'pairs.json', half: 'even', leastRecall: 0.45 },
  { title: 'written afterwards', file: 'check.json', leastRecall: 0.55 },
];

const FOLDER = join(__dirname, '../fixtures/requestPairs');

/** The pairs of a set; none where there is no such file. */
export function readPairs({ file, half }: PairSet): readonly RequestPair[] {
  const path = join(FOLDER, file);
  if (!existsSync(path)) return [];
  const pairs = JSON.parse(readFileSync(path, 'utf8')) as readonly RequestPair[];
  const remainder = half === 'odd' ? 1 : 0;
  return pairs.filter(({ id }) => half === undefined || Number(id.slice(1)) % 2 === remainder);
}
