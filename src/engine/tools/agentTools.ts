import type { AgentReport } from '../../model/tools/agentReport';
import type { AgentResult } from '../../ports/agent';
import type { Answer } from '../../ports/answer';
import { MAX_STATEMENTS } from '../../rules/attempts/parseStatements';
import { maskSecrets } from '../../text/maskSecrets';
import { visibleLine } from '../../text/visibleText';

/** Characters of a report that are kept. */
const MAX_REPORT = 500;

/** One call of an agent that may use the tools of Devs. */
export interface ToolCall {
  readonly taskId: string;
  readonly turnId: string;
  /** Shows what the agent says about its progress; absent where nothing is shown of it. */
  readonly onSaid?: ((text: string) => void) | undefined;
}

/** A call while its agent runs. */
export interface OpenToolCall {
  /** The agent has ended: later reports are refused. Adds what it reported to its reply. */
  close(result: AgentResult): AgentResult;
}

/** Takes what the agents of a run say through the tools of Devs. One agent runs at a time. */
export class AgentTools {
  private open: { readonly call: ToolCall; readonly blocked: Set<string> } | undefined;

  /** The agent of a call starts. */
  begin(call: ToolCall): OpenToolCall {
    const blocked = new Set<string>();
    const open = { call, blocked };
    this.open = open;
    return {
      close: (result) => {
        if (this.open === open) this.open = undefined;
        return withBlockers(result, [...blocked]);
      },
    };
  }

  /** Takes a report, or refuses it when no such agent runs. */
  report({ taskId, turnId, what, text }: AgentReport): Answer {
    const { open } = this;
    if (open === undefined || open.call.taskId !== taskId) return NO_TURN;
    if (turnId !== undefined && turnId !== open.call.turnId) return NO_TURN;
    const line = visibleLine(maskSecrets(text), MAX_REPORT);
    if (line === '') return { ok: false, message: 'The text is empty.' };
    if (what === 'progress') {
      open.call.onSaid?.(line);
      return { ok: true, message: 'Shown to the user.' };
    }
    if (open.blocked.size >= MAX_STATEMENTS) return TOO_MANY;
    open.blocked.add(line);
    return { ok: true, message: 'Noted. End your turn if you cannot go on without it.' };
  }
}

const NO_TURN: Answer = { ok: false, message: 'Devs runs no turn of this task now.' };
const TOO_MANY: Answer = {
  ok: false,
  message: `No more than ${MAX_STATEMENTS} things can be reported in one turn.`,
};

/** A blocker that was reported counts as a line of the reply. */
function withBlockers(result: AgentResult, blocked: readonly string[]): AgentResult {
  if (blocked.length === 0) return result;
  const lines = blocked.map((line) => `BLOCKED: ${line}`);
  return { ...result, reply: [result.reply.trimEnd(), '', ...lines].join('\n') };
}
