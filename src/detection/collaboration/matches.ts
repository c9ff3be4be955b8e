import type { Feature } from './requestFeatures';

/** What a request says, in its order. */
export type Features = ReadonlyMap<string, Feature>;

/** A feature of each of two requests that say the same, more or less. */
export interface Match {
  readonly a: string;
  readonly b: string;
  /** 0–1. */
  readonly likeness: number;
}
