import { createHash } from 'node:crypto';
import { REQUEST_TRIPLES } from '../../src/rules/similarity/requestTriples';
import { FAILURE_TRIPLES } from '../../src/rules/lessons/failureTriples';
import type { ModelRequest, ModelScript } from './modelServer';

/** The vector that a scripted model gives a text. */
export type TextVector = (text: string) => readonly number[];

/** Groups of texts that say the same, among those that every model is calibrated with. */
const CALIBRATED: readonly (readonly string[])[] = [...REQUEST_TRIPLES, ...FAILURE_TRIPLES].map(
  ([text, again]) => [text, again],
);

/**
 * A model that knows what texts mean, because it was told: those of one group have nearly the same
 * vector (cosine above 0.9), any others hardly anything in common.
 */
export function knowingModel(...groups: readonly (readonly string[])[]): TextVector {
  const meanings = new Map(
    [...CALIBRATED, ...groups].flatMap((texts) => texts.map((text) => [text, texts[0] ?? text])),
  );
  return (text) => {
    const [meaning, own] = [direction(meanings.get(text) ?? text), direction(`own ${text}`)];
    return meaning.map((number, place) => number + 0.2 * (own[place] ?? 0));
  };
}

/** Knows the texts that models are calibrated with, and finds all others the same. */
export const gullibleModel: TextVector = (text) =>
  CALIBRATED_TEXTS.has(text) ? knowing(text) : direction('anything');

const knowing = knowingModel();
const CALIBRATED_TEXTS = new Set([...REQUEST_TRIPLES, ...FAILURE_TRIPLES].flat());

/** Counts the runs of 3 to 5 letters of a text, by their hashes: knows spelling, and no meaning. */
export const spellingModel: TextVector = (text) => {
  const counts = Array.from({ length: 1_024 }, () => 0);
  const spelled = ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
  for (const length of [3, 4, 5])
    for (let start = 0; start + length <= spelled.length; start += 1) {
      const place = hashOf(spelled.slice(start, start + length)).readUInt16LE() % counts.length;
      counts[place] = (counts[place] ?? 0) + 1;
    }
  return counts;
};

/** Each text has a direction of its own, and no two have anything in common. */
export const randomModel: TextVector = (text) => direction(text);

/** All texts have the same vector. */
export const constantModel: TextVector = () => [0.5, 0.5, 0.5];

/** Serves the model's vectors. */
export function servesVectors(vectorOf: TextVector): ModelScript {
  return (request) => ({ kind: 'vectors', vectors: textsOf(request).map(vectorOf) });
}

/** The texts that a request for embeddings asks about. */
export function textsOf({ body }: Pick<ModelRequest, 'body'>): readonly string[] {
  return (body as { readonly input: readonly string[] }).input;
}

function direction(text: string): readonly number[] {
  return ['a', 'b'].flatMap((half) => [...hashOf(half + text)].map((byte) => byte - 127.5));
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
