import * as z from 'zod';
import { anything, flag, word } from './jsonText';

/** One line of `gemini --output-format stream-json`. */
export const geminiEventSchema = z.object({
  type: z.string(),
  role: word,
  content: word,
  delta: flag,
  tool_name: word,
  tool_id: word,
  parameters: anything,
  status: word,
  output: word,
  severity: word,
  message: word,
  error: z.object({ type: word, message: word }).optional().catch(undefined),
});

export type GeminiEvent = z.infer<typeof geminiEventSchema>;
