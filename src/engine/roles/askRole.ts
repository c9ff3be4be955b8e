import { describeEnd, exitedCleanly } from '../../model/turn/turn';
import { workerPrompt } from '../../rules/roles/workerPrompt';
import { callRole } from './callRole';
import type { RoleEnd } from './roleEnd';
import type { RoleTurn } from './roleTurn';
import type { PlannedHop } from './plannedHop';
import type { HopEnd } from '../turn/context/hopRecorder';

export type RoleAnswer =
  | { readonly ok: true; readonly reply: string }
  | { readonly ok: false; readonly end: RoleEnd };

/** Runs a role's agent for a hop; `outcomeOf` maps its reply to an outcome, default: `answered`. */
export async function askRole(
  turn: RoleTurn,
  hop: PlannedHop,
  outcomeOf: (reply: string) => HopEnd['outcome'] = () => 'answered',
): Promise<RoleAnswer> {
  const called = await callRole(turn, hop.role, promptFor(turn, hop));
  const { reply, end, errorTail, transcript } = called.result;
  // An interrupted hop stays `running` in the record, as after a kill.
  if (!called.ok && end.kind === 'cancelled') return called;
  const words = reply.trim() === '' ? errorTail : reply;
  const hasAnswered = exitedCleanly(end) && (called.ok || called.end.kind === 'loop');
  turn.recorder.end(hop.number, {
    outcome: hasAnswered ? outcomeOf(reply) : 'failed',
    answer: exitedCleanly(end) ? reply : `${describeEnd(end)}\n${words}`,
    transcript,
  });
  return called.ok ? { ok: true, reply } : called;
}

function promptFor(turn: RoleTurn, { role, request }: PlannedHop): string {
  const { title, goal, sentBack, lastLoop, lastRefused } = turn.context.plan.promptParts;
  const { lastVerification } = turn;
  return workerPrompt({
    ...{ title, goal, role, request },
    research: turn.memory.research,
    ...(lastVerification === undefined ? {} : { lastVerification }),
    ...(sentBack !== undefined && { sentBack }),
    ...(lastLoop && { lastLoop }),
    ...(lastRefused && { lastRefused }),
  });
}
