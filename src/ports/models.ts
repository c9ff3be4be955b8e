import type { EmbeddingSettings, JudgeSettings } from '../model/config/config';
import type { ModelEmbedder } from './embedder';
import type { Judge } from './judge';

/** The models of a configuration. Creating one makes no call. */
export interface Models {
  judge(settings: JudgeSettings): Judge;
  /** Returns the same embedder for the same settings, so that its cache is reused. */
  embedder(settings: EmbeddingSettings): ModelEmbedder;
}
