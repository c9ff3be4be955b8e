import { parseAgentVerdict } from '../../rules/roles/parseAgentVerdict';
import { matchComplaint } from '../../rules/roles/matchComplaint';
import { resetEdges } from '../../rules/edges/loopCounters';
import { describeEdge, type Edge } from '../../model/hops/roles';
import { exitedCleanly } from '../../model/turn/turn';
import { maskSecrets } from '../../text/maskSecrets';
import { askRole } from './askRole';
import { CUT_OFF, type RoleEnd } from './roleEnd';
import type { RoleTurn } from './roleTurn';
import { runVerifyCommand } from './runVerifyCommand';
import type { PlannedHop } from './plannedHop';
import { updateEdgeProgress } from './updateEdgeProgress';

/** Runs a hop to the verifier: its agent if it has one, else the verify command. */
export async function runVerifier(turn: RoleTurn, hop: PlannedHop): Promise<RoleEnd | undefined> {
  return turn.roles.verifier === undefined
    ? await byCommand(turn, hop.number)
    : await byAgent(turn, hop);
}

async function byAgent(turn: RoleTurn, hop: PlannedHop): Promise<RoleEnd | undefined> {
  const answer = await askRole(turn, hop, (reply) => OUTCOMES[parseAgentVerdict(reply).said]);
  if (!answer.ok) return answer.end;
  const { said, failure: text, count } = parseAgentVerdict(answer.reply);
  const passed = said === 'passed';
  const known = turn.memory.complaints ?? [];
  const { failure, complaints } = matchComplaint(known, { text: maskSecrets(text), count });
  turn.memory = { ...turn.memory, ...(complaints.length > 0 && { complaints }) };
  turn.seen = { ...turn.seen, testResults: { passed, failure: passed ? '' : failure } };
  turn.lastVerification = {
    outcome:
      said === 'unclear'
        ? 'the verifier did not say whether it passed'
        : `${said}, according to the verifier`,
    output: maskSecrets(answer.reply),
  };
  return undefined;
}

const OUTCOMES = { passed: 'passed', failed: 'failed', unclear: 'answered' } as const;

async function byCommand(turn: RoleTurn, number: number): Promise<RoleEnd | undefined> {
  const run = await runVerifyCommand(turn);
  if (run.kind === 'interrupted') return CUT_OFF;
  const { end, outputTail, transcript } = run.result;
  turn.recorder.end(number, {
    outcome: exitedCleanly(end) ? 'passed' : 'failed',
    answer: outputTail.slice(-MAX_OUTPUT),
    transcript,
  });
  // A blocked verification is recorded as at the end of any turn.
  return run.kind === 'blocked' ? { kind: 'stopped' } : undefined;
}

/** Characters at the end of an output, which contains the failure. */
const MAX_OUTPUT = 900;

export type Accusation =
  | { readonly kind: 'stands' }
  | { readonly kind: 'progress' }
  | { readonly kind: 'ended'; readonly end: RoleEnd };

/** Verifies before reporting a loop: unverified work may be progress. */
export async function verifyBeforeAccusing(turn: RoleTurn, edge: Edge): Promise<Accusation> {
  const { verified, memory, recorder, best } = turn;
  if (turn.context.plan.task.verify === undefined) return { kind: 'stands' };
  const changed =
    verified === undefined
      ? turn.changedFiles().length > 0
      : turn.state(verified.files) !== turn.state();
  if (!changed) return { kind: 'stands' };
  const hadFailures = memory.observed.failures.length > 0;
  const number = recorder.begin({
    ...{ kind: 'edge', from: 'planner', to: 'verifier', request: 'verify' },
    reason: `measured again before Devs treats ${describeEdge(edge)} as a loop`,
  });
  const end = await byCommand(turn, number);
  if (end !== undefined) return { kind: 'ended', end };
  const passed = turn.seen.testResults?.passed === true;
  const edges = await updateEdgeProgress(turn);
  // The first failure is the baseline.
  const isOther = edges.includes('planner_to_verifier') && (hadFailures || passed);
  // A first measurement or failure has no comparison.
  const isBaseline = best === undefined && (turn.best !== undefined || !hadFailures);
  if (!isOther && !isBaseline && !edges.includes(edge)) return { kind: 'stands' };
  const loopCounters = resetEdges(turn.memory.loopCounters, [edge]);
  turn.memory = { ...turn.memory, loopCounters, trail: [] };
  return { kind: 'progress' };
}
