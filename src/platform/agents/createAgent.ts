import type { Agent } from '../../ports/agent';
import type { AgentOptions } from './turn/agentOptions';
import { createCommandAgent } from './command/commandAgent';

/** Runs agents of every type. The client of the Agent Client Protocol is loaded with the first agent that speaks it. */
export function createAgent(options: AgentOptions): Agent {
  const command = createCommandAgent(options);
  return {
    async run(request, signal) {
      if (request.definition.type === 'command') return await command.run(request, signal);
      const { createAcpAgent } = await import('./acp/acpAgent');
      return await createAcpAgent(options).run(request, signal);
    },
  };
}
