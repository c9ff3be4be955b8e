import type { Answer } from '../../ports/answer';
import type { InboxRequest } from '../../ports/workspaceState';
import type { Held, LeaseWork } from '../lease/leaseWork';
import type { DevsAppParts } from '../lease/parts';
import { guarded, usableConfig } from '../lease/refusals';
import type { Runs } from './runs';

/** How often a request is tried again when the holder vanished between asking and answering. */
const MAX_TRIES = 5;

export interface AskingParts {
  readonly parts: DevsAppParts;
  readonly work: LeaseWork;
  readonly runs: Runs;
}

/** Has a request carried out: by the run of this process, with the lease (`work`), or by whoever holds it. */
export async function askOrDo(
  { parts, work, runs }: AskingParts,
  request: InboxRequest,
  carryOut: (held: Held) => Answer,
): Promise<Answer> {
  const { state } = parts;
  return await guarded(async () => {
    for (let tries = 1; ; tries += 1) {
      const config = await usableConfig(parts.configSource, parts.configFile);
      // Behind a run of this process the human would wait for the lease until it ended.
      const answered = await runs.ask(request, state.self);
      if (answered !== undefined) return answered;
      if (!config.ok) return config;
      const used = await work.use(config.config, (held) => {
        const answer = carryOut(held);
        return { ...answer, message: [answer.message, ...held.told].join(' ') };
      });
      if (used.ok) return used.value;
      const answer = await state.ask(request);
      const vanished = !answer.ok && (await state.holder()) === undefined;
      if (!vanished || tries === MAX_TRIES) return answer;
    }
  });
}
