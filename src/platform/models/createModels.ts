import type { EmbeddingSettings, JudgeSettings } from '../../model/config/config';
import { nameEditorModel, type EditorModelChoice } from '../../model/judge/nameEditorModel';
import type { ModelEmbedder } from '../../ports/embedder';
import type { Judge } from '../../ports/judge';
import type { Models } from '../../ports/models';
import { MASK_NOTHING, type SecretMask } from '../../ports/secretMask';
import { endpointEmbedder } from './endpointEmbedder';
import { endpointJudge } from './endpointJudge';
import type { ModelKeys } from './modelKeys';

export interface ModelsOptions {
  readonly keys: ModelKeys;
  /** The editor's language models; absent outside an editor. */
  readonly editorJudge?: (model: EditorModelChoice) => Judge;
  /** Masks secrets in what models are asked; absent: nothing is masked. */
  readonly mask?: SecretMask;
}

/** The models behind the configuration: over HTTP, or the editor's own. */
export function createModels({ keys, editorJudge, mask = MASK_NOTHING }: ModelsOptions): Models {
  const embedders = new Map<string, ModelEmbedder>();
  return {
    judge: ({ model }: JudgeSettings) => {
      if (model.type === 'endpoint') return masked(endpointJudge(model, keys), mask);
      return masked(editorJudge?.(model) ?? unavailable(model), mask);
    },
    embedder: (settings: EmbeddingSettings) => {
      const { url, model, timeoutMs } = settings;
      const which = JSON.stringify([url, model, timeoutMs]);
      const opened = embedders.get(which) ?? maskedEmbedder(endpointEmbedder(settings, keys), mask);
      embedders.set(which, opened);
      return opened;
    },
  };
}

function masked(judge: Judge, mask: SecretMask): Judge {
  return { ...judge, ask: (prompt, options) => judge.ask(mask.value(prompt), options) };
}

function maskedEmbedder(embedder: ModelEmbedder, mask: SecretMask): ModelEmbedder {
  return { ...embedder, cosines: (pairs, signal) => embedder.cosines(mask.value(pairs), signal) };
}

/** Available in the editor, not in a terminal. */
function unavailable(model: EditorModelChoice): Judge {
  return {
    name: nameEditorModel(model),
    ask: () =>
      Promise.resolve({
        kind: 'failed',
        why: 'not there',
        detail:
          'the judge is a model of VS Code, which a terminal does not have: run the tasks in the editor, or configure an endpoint',
        permanent: true,
        calls: 0,
      }),
  };
}
