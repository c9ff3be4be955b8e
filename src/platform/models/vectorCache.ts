import type { UnitVector } from './unitVector';

/** Most cached vectors; 8 MB for the largest models. */
const MAX_VECTORS = 500;

/** Caches the vectors of texts; evicts the least recently used one. */
export class VectorCache {
  private readonly vectors = new Map<string, UnitVector>();

  /** `most`: whole number >= 1. */
  constructor(private readonly most: number = MAX_VECTORS) {}

  get(text: string): UnitVector | undefined {
    const vector = this.vectors.get(text);
    if (vector !== undefined) this.set(text, vector);
    return vector;
  }

  set(text: string, vector: UnitVector): void {
    this.vectors.delete(text);
    this.vectors.set(text, vector);
    const [oldest] = this.vectors.keys();
    if (this.vectors.size > this.most && oldest !== undefined) this.vectors.delete(oldest);
  }

  clear(): void {
    this.vectors.clear();
  }
}
