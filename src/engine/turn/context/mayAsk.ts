import { whoMayBeAsked } from '../../../rules/requests/whoMayBeAsked';
import type { AgentDefinition, DevsConfig } from '../../../model/config/config';
import type { AskableAgent } from '../../../rules/prompts/askFormat';

/** The agents that one is told about: those that it may ask and that `devs.yaml` says something about. */
export function mayAsk(
  { agents }: Pick<DevsConfig, 'agents'>,
  asker: AgentDefinition,
): readonly AskableAgent[] {
  return whoMayBeAsked(agents, asker).flatMap(({ name, about }) =>
    about === undefined ? [] : [{ name, about }],
  );
}
