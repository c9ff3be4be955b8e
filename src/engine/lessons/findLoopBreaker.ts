import { currentDiagnosis } from '../../model/debugger/debuggerCall';
import type { LoopBreaker } from '../../model/failure/lesson';
import { hasHint } from '../../model/run/intervention';
import type { StoreReader } from '../../ports/store';
import type { Stuck, Success } from './findLastLoop';

/** Text of what broke a loop, for similar failures. */
export interface Breaker {
  readonly brokenBy: LoopBreaker;
  readonly text: string;
}

/** The turn that got through. */
export interface Breakthrough extends Success {
  readonly agent: string;
  /** The work that it states. */
  readonly strategy: string;
}

interface Candidate extends Breaker {
  readonly at: string;
}

/** Newest interventions of one task that are read. */
const MAX_INTERVENTIONS = 50;

/** The latest event since the loop that could have broken it; undefined for none. */
export function findLoopBreaker(
  store: StoreReader,
  stuck: Stuck,
  turn: Breakthrough,
): Breaker | undefined {
  const human = humansSince(store, stuck, turn);
  const pivot = store
    .listPivots(turn.countsOn)
    .findLast(({ triggeredAt }) => triggeredAt >= stuck.since);
  const candidates: readonly (Candidate | undefined)[] = [
    hintOf(store, human),
    agentChange(human, stuck, turn),
    authorityOf(store, { stuck, turn, human }),
    humanAction(human, stuck),
    diagnosisOf(store, stuck, turn),
    pivot && { brokenBy: 'pivot', text: turn.strategy, at: pivot.triggeredAt },
  ];
  let last: Candidate | undefined;
  for (const each of candidates) {
    if (each !== undefined && (last === undefined || each.at > last.at)) last = each;
  }
  return last === undefined || last.text.trim() === '' ? undefined : last;
}

/** One decision of a human about the task or the one it counts on. */
interface Decision {
  readonly at: string;
  readonly taskId: string;
  readonly hint: boolean;
  readonly agent: boolean;
  readonly resumed: boolean;
}

/** Oldest first. */
function humansSince(
  store: StoreReader,
  { since }: Stuck,
  { taskId, countsOn }: Success,
): readonly Decision[] {
  return [...new Set([countsOn, taskId])]
    .flatMap((id) => store.listTaskEvents(id, 'intervention', MAX_INTERVENTIONS))
    .filter(({ at }) => at >= since)
    .map(({ at, taskId: id, data }) => {
      const detail = data.what === 'resume' ? data.detail : '';
      return {
        at,
        taskId: id,
        hint: hasHint(detail),
        agent: detail.startsWith('agent '),
        resumed: data.what === 'resume',
      };
    })
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

function hintOf(store: StoreReader, decisions: readonly Decision[]): Candidate | undefined {
  const hinted = decisions.filter(({ hint }) => hint);
  const last = hinted.at(-1);
  if (last === undefined) return undefined;
  const hints = [...new Set(hinted.map(({ taskId }) => taskId))].flatMap((id) =>
    // Earlier ones are still in prompts, but did not help.
    store.listHints(id).slice(-hinted.filter(({ taskId }) => taskId === id).length),
  );
  return { brokenBy: 'hint', text: hints.join('\n'), at: last.at };
}

function agentChange(
  decisions: readonly Decision[],
  stuck: Stuck,
  { agent }: Breakthrough,
): Candidate | undefined {
  const change = decisions.findLast((each) => each.agent);
  if (change === undefined || agent === stuck.agent) return undefined;
  const text = `Use the agent ${agent} instead of ${stuck.agent}, which was stuck.`;
  return { brokenBy: 'agent_change', text, at: change.at };
}

/** A human resumed a blocked task without a hint or another agent: what was missing is there. */
function humanAction(decisions: readonly Decision[], { blocker }: Stuck): Candidate | undefined {
  const last = decisions.at(-1);
  if (blocker === undefined || last === undefined || last.hint || last.agent || !last.resumed)
    return undefined;
  return {
    brokenBy: 'resume',
    text: `A human resolved this blocker and resumed the task: ${blocker.reason}`,
    at: last.at,
  };
}

/** The diagnosis that the strategy of the turn tried. */
function diagnosisOf(
  store: StoreReader,
  { since }: Stuck,
  { countsOn }: Breakthrough,
): Candidate | undefined {
  const root = store.getTask(countsOn);
  const given = root && currentDiagnosis(root);
  const [asked] = store.listTaskEvents(root?.debuggerCall?.taskId ?? countsOn, 'debugger_asked', 1);
  return given === undefined || asked === undefined || asked.at < since
    ? undefined
    : { brokenBy: 'diagnosis', text: given.diagnosis, at: asked.at };
}

interface AuthorityFacts {
  readonly stuck: Stuck;
  readonly turn: Breakthrough;
  readonly human: readonly Decision[];
}

/** Authority that no human's decision has ended since; it may be withdrawn by now as no longer needed. */
function authorityOf(
  store: StoreReader,
  { stuck, turn, human }: AuthorityFacts,
): Candidate | undefined {
  const entry = store
    .listContextEntries({ taskId: turn.taskId, limit: MAX_INTERVENTIONS })
    .find(({ topic, timestamp }) => topic === 'unblock_authority' && timestamp >= stuck.since);
  if (entry === undefined || human.some(({ at }) => at > entry.timestamp)) return undefined;
  const blockers = (entry.loop?.blockers ?? []).join('; ');
  const text = `The agent was allowed to work around ${blockers === '' ? 'its blockers' : blockers}, and did so: ${turn.strategy}`;
  return { brokenBy: 'unblock_authority', text, at: entry.timestamp };
}
