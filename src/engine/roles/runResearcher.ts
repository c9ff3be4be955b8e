import { addRepeatedQueryMarker, findRepeatedQuery } from '../../rules/edges/repeatedQuery';
import { isSameText } from '../../rules/edges/sameQuery';
import { maskSecrets } from '../../text/maskSecrets';
import {
  MAX_LONG_RESEARCH,
  MAX_OLD_RESEARCH_TEXT,
  MAX_RESEARCH,
  MAX_RESEARCH_TEXT,
  type ResearchResult,
} from '../../model/hops/roleMemory';
import { askRole } from './askRole';
import type { RoleEnd } from './roleEnd';
import type { RoleTurn } from './roleTurn';
import type { PlannedHop } from './plannedHop';
import { truncate } from '../../text/truncate';

/** Runs a hop to the researcher; reuses a known result (docs/decisions/planner-loops.md, §4). */
export async function runResearcher(turn: RoleTurn, hop: PlannedHop): Promise<RoleEnd | undefined> {
  const query = maskSecrets(hop.request);
  const { memory } = turn;
  const attemptCount = memory.researchQuality.attemptCount + 1;
  turn.memory = {
    ...memory,
    researchQuality: { ...memory.researchQuality, lastQuery: query, attemptCount },
  };
  turn.seen = { ...turn.seen, query };
  const known = knownResult(turn, query);
  if (known !== undefined) {
    repeat(turn, hop, { query, known });
    return undefined;
  }
  const answer = await askRole(turn, hop);
  if (!answer.ok) return answer.end;
  keep(turn, { query, result: answer.reply, state: turn.state() });
  return undefined;
}

function knownResult(turn: RoleTurn, query: string): ResearchResult | undefined {
  const { research } = turn.memory;
  const alike = research.map((known) => (isSameText(known.query, query) ? 1 : 0));
  return findRepeatedQuery(research, { query, state: turn.state() }, alike, 0.5);
}

function repeat(
  turn: RoleTurn,
  { number }: PlannedHop,
  { query, known }: { readonly query: string; readonly known: ResearchResult },
): void {
  const { memory, recorder } = turn;
  const before = { ...memory.researchQuality, reasons: '' };
  const marker = addRepeatedQueryMarker(before, query).reasons.trim();
  turn.memory = {
    ...memory,
    researchQuality: addRepeatedQueryMarker(memory.researchQuality, query),
  };
  recorder.end(number, { outcome: 'repeated', answer: `${marker}\n${known.result}` });
}

function keep(turn: RoleTurn, { query, result, state }: ResearchResult): void {
  const { memory } = turn;
  const kept = { query, result: truncate(maskSecrets(result.trim()), MAX_RESEARCH_TEXT), state };
  const others = memory.research.filter((each) => each.query !== query);
  turn.memory = { ...memory, research: bounded([...others, kept]) };
  turn.seen = { ...turn.seen, results: [kept.result] };
}

function bounded(research: readonly ResearchResult[]): readonly ResearchResult[] {
  const newest = research.slice(-MAX_RESEARCH);
  return newest.map((each, at) =>
    at < newest.length - MAX_LONG_RESEARCH
      ? { ...each, result: truncate(each.result, MAX_OLD_RESEARCH_TEXT) }
      : each,
  );
}
