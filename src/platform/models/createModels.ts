import type { EmbeddingSettings, JudgeSettings } from '../../model/config/config';
import { nameEditorModel, type EditorModelChoice } from '../../model/judge/nameEditorModel';
import type { ModelEmbedder } from '../../ports/embedder';
import type { Judge } from '../../ports/judge';
import type { Models } from '../../ports/models';
import { endpointEmbedder } from './endpointEmbedder';
import { endpointJudge } from './endpointJudge';
import type { ModelKeys } from './modelKeys';

export interface ModelsOptions {
  readonly keys: ModelKeys;
  /** The editor's language models; absent outside an editor. */
  readonly editorJudge?: (model: EditorModelChoice) => Judge;
}

/** The models behind the configuration: over HTTP, or the editor's own. */
export function createModels({ keys, editorJudge }: ModelsOptions): Models {
  const embedders = new Map<string, ModelEmbedder>();
  return {
    judge: ({ model }: JudgeSettings) => {
      if (model.type === 'endpoint') return endpointJudge(model, keys);
      return editorJudge?.(model) ?? unavailable(model);
    },
    embedder: (settings: EmbeddingSettings) => {
      const { url, model, timeoutMs } = settings;
      const which = JSON.stringify([url, model, timeoutMs]);
      const opened = embedders.get(which) ?? endpointEmbedder(settings, keys);
      embedders.set(which, opened);
      return opened;
    },
  };
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
