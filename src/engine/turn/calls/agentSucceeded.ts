import { exitedCleanly } from '../../../model/turn/turn';
import type { AgentResult } from '../../../ports/agent';

/** Whether an agent exited with code 0 and its event stream reports no failure; Qwen Code always exits with 0. */
export function agentSucceeded({ end, failure }: Pick<AgentResult, 'end' | 'failure'>): boolean {
  return exitedCleanly(end) && failure === undefined;
}
