import { listAskableAgents } from '../../../rules/requests/askableAgents';
import type { AgentDefinition, DevsConfig } from '../../../model/config/config';
import type { AskableAgent } from '../../../rules/prompts/askFormat';

/** Lists the agents shown to an asker: those that it may ask and that have an `about` in `devs.yaml`. */
export function mayAsk(
  { agents }: Pick<DevsConfig, 'agents'>,
  asker: AgentDefinition,
): readonly AskableAgent[] {
  return listAskableAgents(agents, asker).flatMap(({ name, about }) =>
    about === undefined ? [] : [{ name, about }],
  );
}
