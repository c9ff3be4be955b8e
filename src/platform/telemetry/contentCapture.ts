import { maskAndCut } from '../../text/maskAndCut';
import type { SecretMask } from '../../ports/secretMask';

/** Characters of one text that are sent, at most: thousands of them may wait for a slow collector. */
const MAX_TEXT = 16_000;

/** Values of the variable with which the user lets texts be sent in spans. */
const ALLOWING = ['true', 'span_only', 'span_and_event'];

/** Texts of a run for spans: prompts, replies, arguments and results. */
export interface ContentCapture {
  /** Undefined unless the user lets texts be sent; secrets masked, cut. */
  text(text: string): string | undefined;
  /** The same as the text of a message, in the JSON that the conventions describe. */
  messages(role: 'user' | 'assistant', text: string, finish?: 'stop' | 'error'): string | undefined;
  /** The same as instructions. */
  instructions(text: string): string | undefined;
}

/** Reads whether texts may be sent: not by default. */
export function createContentCapture(
  environment: NodeJS.ProcessEnv,
  mask: SecretMask,
): ContentCapture {
  const value = environment['OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT'] ?? '';
  const isAllowed = ALLOWING.includes(value.trim().toLowerCase());
  const capture = (text: string): string | undefined =>
    isAllowed && text !== '' ? maskAndCut(mask.text(text), MAX_TEXT).text : undefined;
  const parts = (text: string): readonly object[] | undefined => {
    const content = capture(text);
    return content === undefined ? undefined : [{ type: 'text', content }];
  };
  return {
    text: capture,
    messages: (role, text, finish) => {
      const own = parts(text);
      if (own === undefined) return undefined;
      return JSON.stringify([{ role, parts: own, ...(finish && { finish_reason: finish }) }]);
    },
    instructions: (text) => {
      const own = parts(text);
      return own && JSON.stringify(own);
    },
  };
}
