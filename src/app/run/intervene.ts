import type { AskedIntervention } from '../../engine/interventions/reviewRequests';
import type { Answer } from '../../ports/answer';
import { executeOrForward, type ForwardingParts } from './executeOrForward';

/**
 * Applies a user's intervention: in the run of this process, with the lease, or by forwarding it
 * to the holder.
 */
export async function intervene(
  asking: ForwardingParts,
  request: AskedIntervention,
): Promise<Answer> {
  const { clock, state, adapters } = asking.parts;
  return await executeOrForward(asking, request, async ({ lease, journal, config }) => {
    const { intervene: decide } = await import('../../engine/interventions/reviewRequests');
    const { worktrees } = adapters;
    const tools = { store: lease.store, journal, clock, config, who: state.self, running: false };
    return await decide({ ...tools, worktrees }, request);
  });
}
