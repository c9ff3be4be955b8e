import type { EmbeddingSettings, JudgeModel, JudgeSettings } from '../../domain/config';
import type { Judge } from '../../ports/judge';
import type { Models } from '../../ports/models';
import { endpointEmbedder } from './endpointEmbedder';
import { endpointJudge } from './endpointJudge';
import type { ModelKeys } from './modelKeys';

export interface ModelsOptions {
  readonly keys: ModelKeys;
  /** The editor's language models; absent outside an editor. */
  readonly editorJudge?: (model: Extract<JudgeModel, { readonly type: 'vscode' }>) => Judge;
}

/** The models behind the configuration: over HTTP, or the editor's own. */
export function createModels({ keys, editorJudge }: ModelsOptions): Models {
  return {
    judge: ({ model }: JudgeSettings) => {
      if (model.type === 'endpoint') return endpointJudge(model, keys);
      return editorJudge?.(model) ?? notHere(model);
    },
    embedder: (settings: EmbeddingSettings) => endpointEmbedder(settings, keys),
  };
}

/** What an editor has and a terminal has not. */
function notHere({ vendor, model }: Extract<JudgeModel, { readonly type: 'vscode' }>): Judge {
  return {
    name: [vendor, model ?? 'language model'].filter((part) => part !== undefined).join(' '),
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
