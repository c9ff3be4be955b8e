import type { InTurnLoop } from '../../model/hops/hop';
import { ROLES } from '../../model/hops/roles';
import type { ProcessEnd } from '../../model/turn/turn';
import type { AgentResult } from '../../ports/agent';
import { stoppedBy } from '../steps/watchedCall';
import type { AgentWork, InsideTurn } from '../turn/context/agentWork';
import type { RoleEnd } from './roleEnd';
import type { RoleTurn } from './roleTurn';
import { turnReply } from './turnReply';
import { inOneLine } from './words';

/** What the work of a turn's roles came to: one result that stands for all of them, and what happened inside. */
export function toAgentWork(turn: RoleTurn, end: RoleEnd): AgentWork {
  return { agent: agentOf(turn, end), inside: insideOf(turn, end) };
}

function agentOf(turn: RoleTurn, end: RoleEnd): AgentResult {
  if (end.kind === 'agent') return end.result;
  // A planner that cannot be read may have been kept from its work: its own words tell. What it calls
  // done counts for nothing: its turn has failed.
  if (end.kind === 'stopped' && end.result !== undefined) {
    return { ...end.result, reply: withoutClaims(end.result.reply) };
  }
  const reply = turnReply({
    strategy: turn.strategy,
    hops: turn.recorder.hops,
    ending: endingOf(end),
    done: doneBy(turn, end),
    blocked: blockedBy(turn, end),
  });
  const { transcript } = turn;
  return { end: endOf(end), reply, errorTail: '', transcript };
}

/** An agent that had to be stopped has not ended well, whoever it was. */
function endOf(end: RoleEnd): ProcessEnd {
  const loop = loopOf(end);
  return loop?.steps === undefined ? { kind: 'exit', code: 0 } : stoppedBy(loop);
}

function withoutClaims(reply: string): string {
  return reply.replaceAll(/\bDONE(?=[*_`]*:)/g, 'done');
}

function endingOf(end: Exclude<RoleEnd, { readonly kind: 'agent' }>): string {
  switch (end.kind) {
    case 'done':
      return inOneLine(end.decision.reason, MAX_ENDING);
    case 'exit':
      return end.exit.stopReason;
    case 'loop':
      return end.loop.message;
    case 'stopped':
      return end.note ?? '';
    default:
      return end satisfies never;
  }
}

const MAX_ENDING = 500;

/** Where nothing verifies the task, the planner's word is the agent's. */
function doneBy({ context, statements }: RoleTurn, end: RoleEnd): readonly string[] {
  if (end.kind !== 'done') return [];
  if (context.plan.task.verify === undefined) return [inOneLine(end.decision.reason, MAX_ENDING)];
  return ROLES.flatMap((role) => statements.get(role)?.done ?? []);
}

/** Where the planner calls the work done, others have got beyond what kept a role from its own before. */
function blockedBy({ statements }: RoleTurn, end: RoleEnd): readonly string[] {
  const [last] = [...statements.keys()].filter((role) => role !== 'planner').slice(-1);
  return ROLES.filter((role) => end.kind !== 'done' || role === 'planner' || role === last).flatMap(
    (role) => statements.get(role)?.blocked ?? [],
  );
}

function insideOf(turn: RoleTurn, end: RoleEnd): InsideTurn {
  const { tools, memory, strategy, verified, artefacts, baseline } = turn;
  const loop = loopOf(end) ?? tools.ledger.loop;
  return {
    rounds: tools.ledger.rounds,
    refused: tools.refused.all,
    ...(loop && { loop }),
    ...(end.kind === 'exit' && { exit: end.exit }),
    memory,
    ...(verified && { verified: { run: verified.run, state: turn.state(verified.files) } }),
    ...(baseline && { baseline }),
    ...(strategy === '' ? {} : { strategy }),
    ...(end.kind === 'stopped' && end.note !== undefined && { note: end.note }),
    artefacts: [...artefacts],
  };
}

function loopOf(end: RoleEnd): InTurnLoop | undefined {
  return end.kind === 'loop' || end.kind === 'exit' ? end.loop : undefined;
}
