import { maskSecrets } from '../../text/maskSecrets';
import { toReportedLoop, type Hop, type InTurnLoop } from '../../model/hops/hop';
import type { AgentSession } from '../../model/turn/agentSession';
import type { RunReportTurn } from '../../model/run/runReport';
import { hasEnded, type Turn, type TurnExit } from '../../model/turn/turn';

/** Files of each turn, by turn id: paths in the state folder. */
export interface TurnFiles {
  readonly transcripts: ReadonlyMap<string, readonly string[]>;
  readonly diffs: ReadonlyMap<string, string>;
}

/** Maximum number of listed hops: those of the newest turns. */
const MAX_LISTED_HOPS = 5_000;

/** Converts turns for a run report; names only existing files. */
export function reportedTurns(turns: readonly Turn[], files: TurnFiles): readonly RunReportTurn[] {
  let room = MAX_LISTED_HOPS;
  const newestFirst = turns.toReversed().map((turn) => {
    const { hopCount, ...reported } = { ...reportedTurn(turn, files), hopCount: hopsOf(turn) };
    room -= reported.hops.length;
    const hops = room < 0 ? [] : reported.hops;
    return { ...reported, hops, ...(hops.length < hopCount ? { hopCount } : {}) };
  });
  return newestFirst.reverse();
}

function reportedTurn(turn: Turn, { transcripts, diffs }: TurnFiles): RunReportTurn {
  const { taskId, number, agent, startedAt, pivotDirective } = turn;
  const files = [...(transcripts.get(turn.id) ?? [])].sort();
  const diff = diffs.get(turn.id);
  const start = { taskId, number, agent, startedAt, pivotDirective, transcripts: files };
  if (!hasEnded(turn)) {
    return { ...start, outcome: 'running', reason: '', changedFiles: [], hops: [] };
  }
  const there = new Set(files);
  const { verification, inTurnLoop, judged, exit, session } = turn;
  return {
    ...start,
    durationMs: turn.durationMs,
    outcome: turn.outcome,
    reason: maskSecrets(turn.reason),
    ...(verification?.measurement && { measurement: verification.measurement }),
    changedFiles: turn.changedFiles,
    hops: (turn.hops ?? []).map((hop) => reportedHop(hop, there)),
    ...(inTurnLoop && { inTurnLoop: maskedLoop(inTurnLoop) }),
    ...(judged && { judged }),
    ...(exit && { exit: maskedExit(exit) }),
    ...(session && { session: maskedSession(session) }),
    ...(diff === undefined ? {} : { diff }),
  };
}

/** Number of hops inside these turns, including unkept ones. */
export function countHops(turns: readonly Turn[]): number {
  return turns.reduce((sum, turn) => sum + hopsOf(turn), 0);
}

function hopsOf(turn: Turn): number {
  return hasEnded(turn) ? (turn.hopCount ?? turn.hops?.length ?? 0) : 0;
}

function reportedHop(hop: Hop, there: ReadonlySet<string>): Hop {
  return {
    ...hop,
    reason: maskSecrets(hop.reason),
    request: maskSecrets(hop.request),
    answer: maskSecrets(hop.answer),
    ...(hop.progress === undefined ? {} : { progress: maskSecrets(hop.progress) }),
    transcript: there.has(hop.transcript) ? hop.transcript : '',
  };
}

function maskedLoop(loop: InTurnLoop): InTurnLoop {
  const steps = loop.steps?.map((step) => ({
    ...step,
    call: maskSecrets(step.call),
    result: maskSecrets(step.result),
    ...(step.subject !== undefined && { subject: maskSecrets(step.subject) }),
    ...(step.outcome !== undefined && { outcome: maskSecrets(step.outcome) }),
  }));
  return { ...toReportedLoop(loop), message: maskSecrets(loop.message), ...(steps && { steps }) };
}

function maskedSession(session: AgentSession): AgentSession {
  const { lost } = session;
  return lost === undefined ? session : { ...session, lost: maskSecrets(lost) };
}

function maskedExit(exit: TurnExit): TurnExit {
  const { stopReason, question } = exit;
  return {
    ...exit,
    stopReason: maskSecrets(stopReason),
    ...(question === undefined ? {} : { question: maskSecrets(question) }),
  };
}
