import { compareFailures } from '../failure/signature/compareFailures';
import type { FailureSignature } from '../../model/failure/failure';
import { failureWords, withoutPlaces, type FailureWords, type WordKind } from './failureWords';

/** Minimum similarity of two failures of one kind. */
export const LEAST_SIMILARITY = 0.5;

/** Maximum similarity of failures that are not equal. */
const MOST_SIMILAR = 0.99;

/** Minimum similarity of failures with equal messages in different places. */
const SAME_MESSAGE = 0.75;

/** Weight that two messages must share as proof: two adjacent words, or a code. */
const ENOUGH = 2.6;

/** Factors for failures with different codes, classes or types. */
const CONTRADICTED = { code: 0.45, error: 0.7, type: 0.85 } as const;

/** Share of the distance to 1 that an equal stack and equal failing tests remove. */
const CONFIRMED = { stack: 0.3, tests: 0.3 } as const;

/** A failure with the words of its message, for repeated comparison. */
export interface ReadFailure {
  readonly signature: FailureSignature;
  readonly words: FailureWords;
  /** The message without the files, lines and tests that it names first. */
  readonly message: string;
}

/** Weight of a word, 0–1: the more lessons contain it, the lower. */
export type Rarity = (word: string) => number;

export function readFailure(signature: FailureSignature): ReadFailure {
  const { exactMessage } = signature;
  return { signature, words: failureWords(exactMessage), message: withoutPlaces(exactMessage) };
}

/**
 * Similarity of two failures, 0–1, symmetric. 1 for the same failure, regardless of lines in the user's own files
 * (`hash`). At least 0.75 for equal messages in different places. Otherwise the weighted share of common codes, error classes, words and pairs of words (names hardly count);
 * lower if they share too little, or if codes, classes or types of error contradict each other; higher if stack or
 * failing tests are equal; at most 0.99.
 */
export function failureSimilarity(
  a: ReadFailure,
  b: ReadFailure,
  rarity: Rarity = () => 1,
): number {
  if (compareFailures(a.signature, b.signature) !== 'different') return 1;
  const isSaid = a.message !== '' && a.message === b.message;
  const alike = Math.max(isSaid ? SAME_MESSAGE : 0, wordSimilarity(a.words, b.words, rarity));
  // Stack and tests prove nothing if the messages have nothing in common.
  if (alike === 0) return 0;
  const said = alike * contradictionFactor(a, b);
  const confirmed = [
    isSameStack(a, b) ? CONFIRMED.stack : 0,
    CONFIRMED.tests * testOverlap(a.signature.failingTests, b.signature.failingTests),
  ];
  const all = confirmed.reduce((sum, part) => sum + (1 - sum) * part, said);
  return Math.min(MOST_SIMILAR, all);
}

function wordSimilarity(a: FailureWords, b: FailureWords, rarity: Rarity): number {
  let [shared, proof] = [0, 0];
  for (const [word, { kind, weight }] of a) {
    const other = b.get(word);
    if (other === undefined) continue;
    const both = Math.min(weight, other.weight) * rarity(word);
    shared += both;
    if (kind !== 'name') proof += Math.min(weight, other.weight);
  }
  if (shared === 0) return 0;
  const masses = sumWeights(a, rarity) * sumWeights(b, rarity);
  return (shared / Math.sqrt(masses)) * Math.min(1, proof / ENOUGH);
}

function sumWeights(words: FailureWords, rarity: Rarity): number {
  let mass = 0;
  for (const [word, { weight }] of words) mass += weight * rarity(word);
  return mass;
}

/** True if the failures have different codes or error classes. */
export function areContradictory(a: ReadFailure, b: ReadFailure): boolean {
  return contradicts(a.words, b.words, 'code') || contradicts(a.words, b.words, 'error');
}

function contradictionFactor(a: ReadFailure, b: ReadFailure): number {
  let left = 1;
  if (contradicts(a.words, b.words, 'code')) left *= CONTRADICTED.code;
  if (contradicts(a.words, b.words, 'error')) left *= CONTRADICTED.error;
  const types = [a.signature.errorType, b.signature.errorType];
  if (types[0] !== types[1] && !types.includes('unknown')) left *= CONTRADICTED.type;
  return left;
}

/** True if both have words of this kind, and none in common. */
function contradicts(a: FailureWords, b: FailureWords, kind: WordKind): boolean {
  let isNamed = false;
  for (const [word, said] of a) {
    if (said.kind !== kind) continue;
    if (b.has(word)) return false;
    isNamed = true;
  }
  if (!isNamed) return false;
  for (const said of b.values()) if (said.kind === kind) return true;
  return false;
}

function isSameStack({ signature: a }: ReadFailure, { signature: b }: ReadFailure): boolean {
  return a.contextHash !== '' && a.contextHash === b.contextHash;
}

function testOverlap(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  const known = new Set(a);
  const common = b.filter((test) => known.has(test)).length;
  return common / (a.length + b.length - common);
}
