import type { AgentDefinition, DevsConfig } from '../../../../src/model/config/config';
import type { Hop } from '../../../../src/model/hops/hop';
import type { AgentRequest } from '../../../../src/ports/agent';
import { configOf, PASSED, ScriptedRun, taskOf } from '../../../support/scriptedRun';
import type { ScriptedTurn } from '../../../support/scriptedRun';

/** An agent of these tests. */
export function agentOf(name: string, change: Partial<AgentDefinition> = {}): AgentDefinition {
  return { name, type: 'command', command: ['agent'], timeoutMs: 60_000, env: {}, ...change };
}

/** `backend` does the tasks; `security` and `tester` can be asked. */
export function askingConfig(
  change: Partial<DevsConfig> = {},
  agents: readonly AgentDefinition[] = [],
): DevsConfig {
  const all = [agentOf('backend'), agentOf('security'), agentOf('tester'), ...agents];
  return configOf({
    agents: Object.fromEntries(all.map((agent) => [agent.name, agent])),
    tasks: [taskOf({ agent: 'backend' })],
    ...change,
  });
}

/** What each agent does at its n-th call, counted from 1 for each of them. */
export type Plays = Readonly<Record<string, (call: number, request: AgentRequest) => ScriptedTurn>>;

export async function askingRun(plays: Plays, config = askingConfig()): Promise<ScriptedRun> {
  const played = new Map<string, number>();
  const turns = new Map<number, ScriptedTurn>();
  const play = (call: number, request: AgentRequest): ScriptedTurn => {
    const known = turns.get(call);
    if (known !== undefined) return known;
    const { name } = request.definition;
    const count = (played.get(name) ?? 0) + 1;
    played.set(name, count);
    const turn = plays[name]?.(count, request) ?? {};
    turns.set(call, turn);
    return turn;
  };
  return await ScriptedRun.create(play, config);
}

/** Done: a file is written and the verification passes. */
export const FINISHED: ScriptedTurn = {
  reply: 'STRATEGY: as the others say\nIt works now.',
  edits: { 'src/code.js': 'fixed' },
  verify: { end: PASSED },
};

/** Who was called, in this order. */
export function called(run: ScriptedRun): readonly string[] {
  return run.requests.map(({ definition }) => definition.name);
}

/** Hops of a turn: "backend→security answered". */
export function hopsOf(run: ScriptedRun, turn = 1): readonly string[] {
  return hopRecords(run, turn).map(({ from, to, outcome }) => `${from}→${to} ${outcome}`);
}

export function hopRecords(run: ScriptedRun, number = 1): readonly Hop[] {
  const turn = run.store.listTurns('fix').find((each) => each.number === number);
  return turn !== undefined && 'hops' in turn ? (turn.hops ?? []) : [];
}
