import { applyIntervention, type InterventionRequest } from '../orchestration/interventions';
import type { Answer } from '../ports/answer';
import type { LeaseWork } from './leaseWork';
import type { DevsAppParts } from './parts';
import { guarded, usableConfig } from './refusals';
import type { Runs } from './runs';

/** How often a request is tried again when the holder vanished between asking and answering. */
const MAX_TRIES = 5;

export interface InterveningParts {
  readonly parts: DevsAppParts;
  readonly work: LeaseWork;
  readonly runs: Runs;
}

/** Does what a human decided: in the run of this process, with the lease, or by asking who holds it. */
export async function intervene(
  { parts, work, runs }: InterveningParts,
  request: InterventionRequest,
): Promise<Answer> {
  const { clock, state } = parts;
  const { self } = state;
  return await guarded(async () => {
    for (let tries = 1; ; tries += 1) {
      const config = await usableConfig(parts.configSource, parts.configFile);
      // Behind a run of this process the human would wait for the lease until it ended.
      const answered = await runs.ask(request, self);
      if (answered !== undefined) return answered;
      if (!config.ok) return config;
      const used = await work.use(config.config, ({ lease, journal, told }) => {
        const tools = { store: lease.store, journal, clock, who: self, running: false };
        const answer = applyIntervention({ ...tools, config: config.config }, request);
        return { ...answer, message: [answer.message, ...told].join(' ') };
      });
      if (used.ok) return used.value;
      const answer = await state.ask(request);
      const vanished = !answer.ok && (await state.holder()) === undefined;
      if (!vanished || tries === MAX_TRIES) return answer;
    }
  });
}
