import type { StepFormat } from '../../../model/steps/step';
import { wordOf, type JsonObject } from '../../json/jsonValue';

/**
 * Which run each line of an event stream or a transcript belongs to, asked line by line: the session that
 * it names, of a line that names none the one before it. A sub-agent of a Claude Code transcript is a run
 * of its own, since its work goes on beside that of the session.
 */
export function sessionNames(format: StepFormat, fallback: string): (line: JsonObject) => string {
  let current = fallback;
  const subAgents: SubAgents = { names: new Map(), count: 0 };
  return (line) => {
    const named = format === 'codex' ? wordOf(line['thread_id']) : sessionOf(line);
    if (named !== undefined) current = named;
    return format === 'claude' ? withSubAgent(current, line, subAgents) : current;
  };
}

function sessionOf(line: JsonObject): string | undefined {
  return wordOf(line['sessionId']) ?? wordOf(line['session_id']);
}

interface SubAgents {
  /** By the id of each of their lines. */
  readonly names: Map<string, string>;
  count: number;
}

/** Older transcripts name no sub-agent: there its lines hang together by `parentUuid`. */
function withSubAgent(session: string, line: JsonObject, known: SubAgents): string {
  if (line['isSidechain'] !== true) return session;
  const agent = wordOf(line['agentId']);
  if (agent !== undefined) return `${session}/${agent}`;
  const parent = wordOf(line['parentUuid']);
  const uuid = wordOf(line['uuid']);
  const parents = parent === undefined ? undefined : known.names.get(parent);
  const name = parents ?? `${session}/sub-agent ${(known.count += 1)}`;
  if (uuid !== undefined) known.names.set(uuid, name);
  return name;
}
