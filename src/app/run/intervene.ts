import type { InterventionRequest } from '../../engine/interventions/interventions';
import type { Answer } from '../../ports/answer';
import { executeOrForward, type ForwardingParts } from './executeOrForward';

/**
 * Applies a user's intervention: in the run of this process, with the lease, or by forwarding it
 * to the holder.
 */
export async function intervene(
  asking: ForwardingParts,
  request: InterventionRequest,
): Promise<Answer> {
  const { clock, state } = asking.parts;
  return await executeOrForward(asking, request, async ({ lease, journal, config }) => {
    const { applyIntervention } = await import('../../engine/interventions/interventions');
    const tools = { store: lease.store, journal, clock, config, who: state.self, running: false };
    return applyIntervention(tools, request);
  });
}
