import type { Answer } from '../../ports/answer';
import type { InboxRequest } from '../../ports/workspaceState';
import type { LeaseContext, LeaseAccess } from '../lease/leaseAccess';
import type { DevsAppParts } from '../lease/devsAppParts';
import { refuseOnStateError, readKnownConfig } from '../lease/refusals';
import type { RunControl } from './runControl';

/** How often a request is retried when the holder disappears before it answers. */
const MAX_ATTEMPTS = 5;

export interface ForwardingParts {
  readonly parts: DevsAppParts;
  readonly work: LeaseAccess;
  readonly runs: RunControl;
}

/**
 * Executes a request: in the run of this process, with a free lease (`execute`), or by forwarding
 * it to the holder.
 */
export async function executeOrForward(
  { parts, work, runs }: ForwardingParts,
  request: InboxRequest,
  execute: (held: LeaseContext) => Answer | Promise<Answer>,
): Promise<Answer> {
  const { state } = parts;
  return await refuseOnStateError(async () => {
    for (let attempt = 1; ; attempt += 1) {
      const config = await readKnownConfig(parts.configSource, parts.configFile);
      // Waiting for the lease behind a run of this process would block until the run ends.
      const answered = await runs.answer(request, state.self);
      if (answered !== undefined) return answered;
      if (!config.ok) return config;
      const result = await work.withLease(config.config, async (held) => {
        const answer = await execute(held);
        return { ...answer, message: [answer.message, ...held.notices].join(' ') };
      });
      if (result.ok) return result.value;
      const answer = await state.ask(request);
      const vanished = !answer.ok && (await state.holder()) === undefined;
      if (!vanished || attempt === MAX_ATTEMPTS) return answer;
    }
  });
}
