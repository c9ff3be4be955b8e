import type { Answer } from '../../ports/answer';
import type { InboxRequest } from '../../ports/workspaceState';
import type { LeaseContext, LeaseAccess } from '../lease/leaseAccess';
import type { DevsAppParts } from '../lease/devsAppParts';
import { refuseOnStateError, readUsableConfig } from '../lease/refusals';
import type { RunControl } from './runControl';

/** How often a request is tried again when the holder vanished between asking and answering. */
const MAX_ATTEMPTS = 5;

export interface ForwardingParts {
  readonly parts: DevsAppParts;
  readonly work: LeaseAccess;
  readonly runs: RunControl;
}

/** Has a request carried out: by the run of this process, with the lease (`work`), or by whoever holds it. */
export async function executeOrForward(
  { parts, work, runs }: ForwardingParts,
  request: InboxRequest,
  execute: (held: LeaseContext) => Answer,
): Promise<Answer> {
  const { state } = parts;
  return await refuseOnStateError(async () => {
    for (let attempt = 1; ; attempt += 1) {
      const config = await readUsableConfig(parts.configSource, parts.configFile);
      // Behind a run of this process the human would wait for the lease until it ended.
      const answered = await runs.answer(request, state.self);
      if (answered !== undefined) return answered;
      if (!config.ok) return config;
      const result = await work.withLease(config.config, (held) => {
        const answer = execute(held);
        return { ...answer, message: [answer.message, ...held.notices].join(' ') };
      });
      if (result.ok) return result.value;
      const answer = await state.ask(request);
      const vanished = !answer.ok && (await state.holder()) === undefined;
      if (!vanished || attempt === MAX_ATTEMPTS) return answer;
    }
  });
}
