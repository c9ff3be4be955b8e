import { join } from 'node:path';
import type { ModelProtocol, ModelScript } from './modelProtocol';
import { events, json } from './modelProtocol';

/** The Gemini API's `generateContent` and `streamGenerateContent`, as Gemini CLI speaks them. */
export const geminiGenerateContent: ModelProtocol = {
  serves: (path) => path.startsWith('/v1beta/'),
  answer(path, body, script) {
    if (path.endsWith(':countTokens')) return json({ totalTokens: 100 });
    const response = {
      candidates: [
        {
          index: 0,
          content: { role: 'model', parts: [nextPart(body, script)] },
          finishReason: 'STOP',
        },
      ],
      usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120 },
    };
    return path.endsWith(':streamGenerateContent') ? events([response]) : json(response);
  },
  keyHeader: 'x-goog-api-key',
  unauthorised: () =>
    json(
      {
        error: {
          code: 400,
          message: 'API key not valid. Please pass a valid API key.',
          status: 'INVALID_ARGUMENT',
          details: [
            {
              '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
              reason: 'API_KEY_INVALID',
              domain: 'googleapis.com',
            },
          ],
        },
      },
      400,
    ),
};

function nextPart(body: string, script: ModelScript): object {
  if (body.includes('"complexity_score"')) return { text: JSON.stringify(easy) };
  const canWrite = body.includes('"write_file"');
  if (!canWrite || body.includes('"functionResponse"')) return { text: script.finalText };
  return {
    functionCall: {
      name: 'write_file',
      args: {
        file_path: join(script.edit.workspace, script.edit.path),
        content: script.edit.content,
      },
    },
  };
}

/** Gemini CLI first asks a small model how hard the task is, to choose the model for it. */
const easy = { complexity_reasoning: 'One file.', complexity_score: 10 };
