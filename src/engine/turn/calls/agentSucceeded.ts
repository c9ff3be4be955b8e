import { exitedCleanly } from '../../../model/turn/turn';
import type { AgentResult } from '../../../ports/agent';

/** Whether an agent ended well by its exit code, and its event stream reports no failure: Qwen Code exits with 0 in any case. */
export function agentSucceeded({ end, failure }: Pick<AgentResult, 'end' | 'failure'>): boolean {
  return exitedCleanly(end) && failure === undefined;
}
