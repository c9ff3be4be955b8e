import * as z from 'zod';
import { anything, word } from './jsonText';

const itemSchema = z.object({
  id: z.string(),
  type: z.string(),
  status: word,
  text: word,
  command: word,
  aggregated_output: word,
  exit_code: z.number().optional().catch(undefined),
  changes: anything,
  server: word,
  tool: word,
  arguments: anything,
  result: z.object({ content: anything, structured_content: anything }).optional().catch(undefined),
  error: z.object({ message: word }).optional().catch(undefined),
  query: word,
  action: anything,
  items: anything,
  prompt: anything,
  receiver_thread_ids: anything,
  agents_states: anything,
});

/** Something that a Codex agent says or does. */
export type CodexItem = z.infer<typeof itemSchema>;

/** One line of `codex exec --json`. */
export const codexEventSchema = z.object({
  type: z.string(),
  item: itemSchema.optional().catch(undefined),
  error: z.object({ message: word }).optional().catch(undefined),
  message: word,
});
