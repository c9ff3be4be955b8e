import type { EmbeddingSettings, JudgeSettings } from '../model/config/config';
import type { ModelEmbedder } from './embedder';
import type { Judge } from './judge';

/** The models that a configuration names. Opening one reaches for nothing. */
export interface Models {
  judge(settings: JudgeSettings): Judge;
  /** The same one for the same settings: what it found out is not asked again. */
  embedder(settings: EmbeddingSettings): ModelEmbedder;
}
