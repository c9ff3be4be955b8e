import type { StepFormat } from '../../../model/steps/step';
import { wordOf, type JsonObject } from '../../json/jsonValue';

/**
 * Creates a function that returns the run of each line, called line by line: the session that the line names, else
 * that of the line before. A sub-agent of a Claude Code transcript is its own run, because it works in parallel.
 */
export function createSessionNamer(
  format: StepFormat,
  fallback: string,
): (line: JsonObject) => string {
  let current = fallback;
  const subAgents: SubAgents = { names: new Map(), count: 0 };
  return (line) => {
    const named = format === 'codex' ? wordOf(line['thread_id']) : readSessionId(line);
    if (named !== undefined) current = named;
    return format === 'claude' ? appendSubAgent(current, line, subAgents) : current;
  };
}

function readSessionId(line: JsonObject): string | undefined {
  return wordOf(line['sessionId']) ?? wordOf(line['session_id']);
}

interface SubAgents {
  /** Sub-agent names by line id. */
  readonly names: Map<string, string>;
  count: number;
}

/** Older transcripts name no sub-agent: `parentUuid` links the lines of one. */
function appendSubAgent(session: string, line: JsonObject, known: SubAgents): string {
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
