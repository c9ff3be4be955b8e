import { join } from 'node:path';
import type { ModelAnswer, ModelProtocol, ModelScript, ScriptedCall } from './modelProtocol';
import { endOf, events, json, moveAfter, NO_UPSTREAM, RETRY_AFTER } from './modelProtocol';

const QUOTA =
  'You exceeded your current quota, please check your plan and billing details. For more information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits.';
const METRIC = 'generativelanguage.googleapis.com/generate_content_free_tier_requests';

/** The Gemini API's `generateContent` and `streamGenerateContent`, as Gemini CLI speaks them. */
export const geminiGenerateContent: ModelProtocol = {
  serves: (path) => path.startsWith('/v1beta/'),
  answer(path, body, script) {
    if (path.endsWith(':countTokens')) return json({ totalTokens: 100 });
    const response = {
      candidates: [
        {
          index: 0,
          content: { role: 'model', parts: nextParts(body, script) },
          finishReason: 'STOP',
        },
      ],
      usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120 },
    };
    return path.endsWith(':streamGenerateContent') ? events([response]) : json(response);
  },
  keyHeader: 'x-goog-api-key',
  unauthorised: () =>
    failure(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'API_KEY_INVALID',
        domain: 'googleapis.com',
      },
    ]),
  refusals: {
    rateLimit: failure(
      429,
      'RESOURCE_EXHAUSTED',
      `${QUOTA}\n* Quota exceeded for metric: ${METRIC}, limit: 2\nPlease retry in ${RETRY_AFTER}s.`,
      [
        quotaFailure('GenerateRequestsPerMinutePerProjectPerModel-FreeTier'),
        {
          '@type': 'type.googleapis.com/google.rpc.RetryInfo',
          retryDelay: `${RETRY_AFTER}s`,
        },
      ],
    ),
    noCredit: failure(429, 'RESOURCE_EXHAUSTED', QUOTA, [
      quotaFailure('GenerateRequestsPerDayPerProjectPerModel-FreeTier'),
    ]),
    unavailable: NO_UPSTREAM,
    overloaded: failure(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.'),
  },
};

interface ContentRequest {
  readonly contents: readonly { readonly parts: readonly object[] }[];
}

function resultsIn(body: string): number {
  return (JSON.parse(body) as ContentRequest).contents
    .flatMap(({ parts }) => parts)
    .filter((part) => 'functionResponse' in part).length;
}

function nextParts(body: string, script: ModelScript): object[] {
  if (body.includes('"complexity_score"')) return [{ text: JSON.stringify(easy) }];
  if (body.includes('"unproductive_state_confidence"'))
    return [{ text: JSON.stringify(productive) }];
  const canWrite = body.includes('"write_file"');
  const { says, calls } = canWrite ? moveAfter(script, resultsIn(body)) : endOf(script);
  const functionCalls = calls.map((call) => ({
    functionCall: functionCall(call, script.workspace),
  }));
  return [...(says === undefined ? [] : [{ text: says }]), ...functionCalls];
}

function functionCall(call: ScriptedCall, workspace: string): object {
  switch (call.kind) {
    case 'read':
      return { name: 'read_file', args: { file_path: join(workspace, call.path) } };
    case 'run':
      return { name: 'run_shell_command', args: { command: call.command } };
    case 'tool':
      return { name: `mcp_devs_${call.tool}`, args: call.input };
    case 'edit': {
      const [old, path] = [call.from, join(workspace, call.path)];
      const args = { file_path: path, instruction: 'Edit', old_string: old, new_string: call.to };
      return { name: 'replace', args };
    }
    case 'write': {
      const file = join(workspace, call.path);
      return { name: 'write_file', args: { file_path: file, content: call.content } };
    }
  }
}

function failure(
  code: number,
  status: string,
  message: string,
  details: readonly object[] = [],
): ModelAnswer {
  return json({ error: { code, message, status, details } }, code);
}

function quotaFailure(quotaId: string): object {
  return {
    '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
    violations: [{ quotaMetric: METRIC, quotaId }],
  };
}

/** After thirty messages Gemini CLI asks a model whether it is in a loop. */
const productive = {
  unproductive_state_analysis: 'It gets on.',
  unproductive_state_confidence: 0,
};

/** Gemini CLI first asks a small model how hard the task is, to choose the model for it. */
const easy = { complexity_reasoning: 'One file.', complexity_score: 10 };
