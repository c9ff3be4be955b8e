import type { JudgeModel } from '../../domain/config';
import type { Judge } from '../../ports/judge';
import type { ModelKeys } from './modelKeys';

/** A judge behind an endpoint that speaks OpenAI's chat completions. */
export function endpointJudge(
  { url, model }: Extract<JudgeModel, { readonly type: 'endpoint' }>,
  keys: ModelKeys,
): Judge {
  return {
    name: `${model} at ${new URL(url).host}`,
    ask: async () => {
      await keys.find(url);
      return {
        kind: 'failed',
        why: 'not there',
        detail: 'not connected',
        permanent: true,
        calls: 0,
      };
    },
  };
}
