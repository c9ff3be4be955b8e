import type { CommandContext } from './shared/commandContext';
import type { Outcome } from '../terminal/outcome';

/** Options of `devs mcp`. */
export interface McpOptions {
  /** Id of the task; absent: `DEVS_TASK_ID`. */
  readonly task?: string;
}

/** `devs mcp`: gives the agent that started this process tools, until it closes standard input. */
export async function mcp(context: CommandContext, { task }: McpOptions): Promise<Outcome> {
  // Loaded on demand: no other command speaks the protocol.
  const { serveTools } = await import('../mcp/serveTools');
  const { app, host } = context;
  const { DEVS_TASK_ID: inherited, DEVS_TURN: turns = '' } = host.environment;
  // Of nested turns, the innermost started this process.
  const turnId = turns.split('/').at(-1) || undefined;
  await serveTools({ app, host, taskId: task ?? (inherited || undefined), turnId });
  // Standard output belongs to the protocol.
  return { ok: true, text: '', json: null, printed: true };
}
