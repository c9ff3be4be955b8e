import * as z from 'zod/mini';
import { anything, word } from './jsonText';

const itemSchema = z.object({
  id: z.string(),
  type: z.string(),
  status: word,
  text: word,
  command: word,
  aggregated_output: word,
  exit_code: z.catch(z.optional(z.number()), undefined),
  changes: anything,
  server: word,
  tool: word,
  arguments: anything,
  result: z.catch(
    z.optional(z.object({ content: anything, structured_content: anything })),
    undefined,
  ),
  error: z.catch(z.optional(z.object({ message: word })), undefined),
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
  item: z.catch(z.optional(itemSchema), undefined),
  error: z.catch(z.optional(z.object({ message: word })), undefined),
  message: word,
  thread_id: word,
});
