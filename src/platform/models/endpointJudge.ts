import type { JudgeModel } from '../../model/config/config';
import type { Judge, JudgeOptions, JudgePrompt, JudgeReply } from '../../ports/judge';
import { openEndpoint, type ChatAnswer } from './modelEndpoint';
import type { ModelKeys } from './modelKeys';

/** Ways to ask: held to a schema, or by words alone. */
type Manner = 'by schema' | 'by words';

/** A judge behind an endpoint that speaks OpenAI's chat completions. */
export function endpointJudge(
  { url, model }: Extract<JudgeModel, { readonly type: 'endpoint' }>,
  keys: ModelKeys,
): Judge {
  const endpoint = openEndpoint({ url, keys });
  let manner: Manner = 'by schema';

  const ask = async (prompt: JudgePrompt, options: JudgeOptions): Promise<JudgeReply> => {
    const end = performance.now() + options.timeoutMs;
    const send = (how: Manner): Promise<ChatAnswer> => {
      const { system, user, schema } = prompt;
      const request = { model, system, user, ...(how === 'by schema' && { schema }) };
      const timeoutMs = Math.max(0, end - performance.now());
      return endpoint.chat(request, { signal: options.signal, timeoutMs });
    };
    const first = await send(manner);
    if (manner === 'by words' || !isRefused(first)) return replyOf(first, 0);
    // The cause may be the schema, which not every server supports.
    manner = 'by words';
    if (options.maxCalls < 2) return replyOf(first, 0);
    const second = await send(manner);
    // The schema was not the cause.
    if (isRefused(second)) manner = 'by schema';
    return replyOf(second, 1);
  };
  return { name: `${model} at ${endpoint.host}`, ask };
}

function isRefused(answer: ChatAnswer): boolean {
  return answer.kind === 'failed' && answer.refused === true;
}

/** `before`: number of earlier calls. */
function replyOf(answer: ChatAnswer, before: number): JudgeReply {
  if (answer.kind === 'answered') return { ...answer, calls: before + 1 };
  const { kind, why, detail, permanent, unsent } = answer;
  return { kind, why, detail, permanent, calls: unsent === true ? before : before + 1 };
}
