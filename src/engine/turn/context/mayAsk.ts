import { listAskableAgents } from '../../../rules/requests/askableAgents';
import type { AgentDefinition, DevsConfig } from '../../../model/config/config';
import type { AskableAgent } from '../../../rules/prompts/askFormat';

/** The agents that one is told about: those that it may ask and that `devs.yaml` says something about. */
export function mayAsk(
  { agents }: Pick<DevsConfig, 'agents'>,
  asker: AgentDefinition,
): readonly AskableAgent[] {
  return listAskableAgents(agents, asker).flatMap(({ name, about }) =>
    about === undefined ? [] : [{ name, about }],
  );
}
