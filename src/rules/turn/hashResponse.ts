import { createHash } from 'node:crypto';

/** SHA-256 (hex) of the trimmed final text of a reply (docs/decisions/loop-detection-and-pivot.md, code review). */
export function hashResponse(reply: string): string {
  return createHash('sha256').update(reply.trim(), 'utf8').digest('hex');
}

/** Hash of an empty reply, which is no reply: the agent was ended before it gave one, or had none. */
export const NO_RESPONSE = hashResponse('');
