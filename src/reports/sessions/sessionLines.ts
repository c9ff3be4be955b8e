import type { AgentSession } from '../../model/turn/agentSession';
import { capitalise } from '../../text/sentence';
import { nameNumbers } from '../../text/list';
import { escapeMarkdown, inlineCode } from '../../text/markdown';

/** A turn with the session that its agent used. */
export interface TurnWithSession {
  readonly number: number;
  readonly agent: string;
  readonly session?: AgentSession;
}

/** Sessions that are listed, the newest. */
const MAX_SESSIONS = 50;

interface UsedSession {
  readonly agent: string;
  readonly turns: number[];
  readonly first: AgentSession;
}

/** The sessions of turns as Markdown, oldest first: which turns used each, how it is opened, what was lost before it. */
export function sessionLines(turns: readonly TurnWithSession[]): readonly string[] {
  const used = new Map<string, UsedSession>();
  for (const { agent, number, session } of turns) {
    if (session === undefined) continue;
    const key = `${agent} ${session.id}`;
    const known = used.get(key);
    if (known === undefined) used.set(key, { agent, turns: [number], first: session });
    else known.turns.push(number);
  }
  return [...used.values()].slice(-MAX_SESSIONS).map(sessionLine);
}

function sessionLine({ agent, turns, first: { id, open, lost } }: UsedSession): string {
  const how = open === undefined ? inlineCode(id) : `open it with ${inlineCode(open)}`;
  const before =
    lost === undefined ? '' : `; the one before could not be continued: ${escapeMarkdown(lost)}`;
  return `${capitalise(nameNumbers('turn', turns))}, ${escapeMarkdown(agent)}: ${how}${before}`;
}
