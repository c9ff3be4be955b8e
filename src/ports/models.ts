import type { EmbeddingSettings, JudgeSettings } from '../domain/config';
import type { Embedder } from './embedder';
import type { Judge } from './judge';

/** The models that a configuration names. Opening one reaches for nothing. */
export interface Models {
  judge(settings: JudgeSettings): Judge;
  embedder(settings: EmbeddingSettings): Embedder;
}
