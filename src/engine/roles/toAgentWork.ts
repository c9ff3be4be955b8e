import type { InTurnLoop, Hop } from '../../model/hops/hop';
import { ROLES } from '../../model/hops/roles';
import type { ProcessEnd } from '../../model/turn/turn';
import type { AgentResult } from '../../ports/agent';
import { stoppedBy } from '../steps/watchedCall';
import type { AgentWork, InsideTurn } from '../turn/context/agentWork';
import type { RoleEnd } from './roleEnd';
import type { RoleTurn } from './roleTurn';
import { inOneLine } from './inOneLine';

/** Combines the work of a turn's roles: one result for all of them, and what happened inside. */
export function toAgentWork(turn: RoleTurn, end: RoleEnd): AgentWork {
  return { agent: agentOf(turn, end), inside: insideOf(turn, end) };
}

function agentOf(turn: RoleTurn, end: RoleEnd): AgentResult {
  if (end.kind === 'agent') return end.result;
  // The reply of a planner with unreadable answers may explain an external failure. Its `DONE` statements do not count,
  // since the turn has failed.
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

/** End of the turn; stopped if any agent was stopped for a loop. */
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

/** Without a verification, the planner's statement counts as the agent's. */
function doneBy({ context, statements }: RoleTurn, end: RoleEnd): readonly string[] {
  if (end.kind !== 'done') return [];
  if (context.plan.task.verify === undefined) return [inOneLine(end.decision.reason, MAX_ENDING)];
  return ROLES.flatMap((role) => statements.get(role)?.done ?? []);
}

/**
 * If the planner states that the work is done, only its own and the last role's blockers count; others were overcome.
 */
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

/** Maximum number of characters shown of a hop's answer. */
const MAX_ANSWER = 200;

interface CombinedReply {
  /** The plan; '' for none. */
  readonly strategy: string;
  /** Oldest first. */
  readonly hops: readonly Hop[];
  /** Why it ended; '' for nothing. */
  readonly ending: string;
  /** Completed work and blockers stated by the agents, one line each. */
  readonly done: readonly string[];
  readonly blocked: readonly string[];
}

/**
 * Builds the combined reply of a turn's agents, in the format of a single agent. No agent's text begins a line, so that
 * only the passed statements count as such.
 */
function turnReply({ strategy, hops, ending, done, blocked }: CombinedReply): string {
  const steps = hops.map((hop) => {
    const { number, to, outcome, answer } = hop;
    // Output of a command contains times and durations, which would make equal turns differ.
    const said = isByCommand(hop) ? '' : inOneLine(answer, MAX_ANSWER);
    return `${number}. ${to} ${outcome}${said === '' ? '' : `: ${said}`}`;
  });
  const lines = [
    ...(strategy === '' ? [] : [`STRATEGY: ${strategy}`]),
    ...steps,
    ...(ending === '' ? [] : [`In the end: ${ending}`]),
    ...done.map((said) => `DONE: ${said}`),
    ...blocked.map((said) => `BLOCKED: ${said}`),
  ];
  return lines.join('\n');
}

function isByCommand({ kind, agent, outcome }: Hop): boolean {
  return kind === 'edge' && agent === undefined && (outcome === 'passed' || outcome === 'failed');
}
