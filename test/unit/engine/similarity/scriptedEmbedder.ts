import type { Cosines, ModelEmbedder, TextPair } from '../../../../src/ports/embedder';
import { cosineOf, unitVector } from '../../../../src/platform/models/endpointEmbedder';
import type { TextVector } from '../../../support/standInModels';

export interface ScriptedEmbedder extends ModelEmbedder {
  /** The pairs of each call. */
  readonly asked: (readonly TextPair[])[];
}

/** Compares by these vectors; `fails` may say that call `n`, counted from 1, comes to nothing. */
export function scriptedEmbedder(
  vectorOf: TextVector,
  fails: (call: number) => Cosines | undefined = () => undefined,
): ScriptedEmbedder {
  const asked: (readonly TextPair[])[] = [];
  const cosine = (pair: TextPair): number => {
    const [one, other] = pair.map((text) => unitVector(vectorOf(text)));
    return one === undefined || other === undefined ? 0 : cosineOf(one, other);
  };
  return {
    name: 'scripted',
    asked,
    cosines: (pairs) => {
      asked.push(pairs);
      const told: Cosines = { kind: 'told', cosines: pairs.map(cosine) };
      return Promise.resolve(fails(asked.length) ?? told);
    },
  };
}
