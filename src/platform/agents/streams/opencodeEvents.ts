import * as z from 'zod/mini';
import { isObject, textOf, type JsonObject } from '../../json/jsonValue';
import { anything, word } from './jsonText';

const part = z.object({
  type: word,
  messageID: word,
  text: word,
  tool: word,
  callID: word,
  state: anything,
});

/** One line of `opencode run --format json`. */
export const opencodeEventSchema = z.object({
  type: z.string(),
  sessionID: z.string(),
  part: z.catch(z.optional(part), undefined),
  error: z.catch(
    z.optional(
      z.object({ name: word, data: z.catch(z.optional(z.object({ message: word })), undefined) }),
    ),
    undefined,
  ),
});

export type OpencodePart = z.infer<typeof part>;

/** Tool name that opencode uses for an invalid call. */
const INVALID_TOOL = 'invalid';

/** The tool that the model requested: a call of a disabled tool is reported as another tool that names it. */
export function findOpencodeTool(
  tool: string | undefined,
  { input }: JsonObject,
): string | undefined {
  const intended = tool === INVALID_TOOL && isObject(input) ? input['tool'] : undefined;
  return typeof intended === 'string' && intended !== '' ? intended : tool;
}

/** Result of a call; `error` if the event says whether it failed. */
interface OpencodeResult {
  readonly result: string;
  readonly error?: boolean;
}

/** Outcome of a tool call, from the state of its part. */
export function parseOpencodeResult(
  tool: string | undefined,
  { status, output, error, metadata }: JsonObject,
): OpencodeResult {
  const code = isObject(metadata) ? metadata['exit'] : undefined;
  if (status === 'error') return { result: textOf(error ?? output), error: true };
  const result = textOf(output ?? error);
  if (status !== 'completed') return { result };
  if (tool === INVALID_TOOL) return { result, error: true };
  return { result, error: typeof code === 'number' && code !== 0 };
}
