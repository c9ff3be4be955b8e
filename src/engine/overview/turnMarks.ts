import type { DevsConfig } from '../../model/config/config';
import type { TurnMark } from '../../model/overview/overview';
import type { TurnSummary } from '../../ports/store';
import { withoutFullStop } from '../../text/sentence';
import { hasTests } from '../../rules/progress/measureProgress';
import type { OverviewFacts } from './overviewFacts';

/** Characters of a failure's hash that tell failures apart in a picture. */
const SHORT_NAME = 8;

/** What the marks of turns follow from, besides the turns. */
export interface MarkSources {
  readonly config: DevsConfig;
  readonly facts: Pick<OverviewFacts, 'dismissed' | 'spending'>;
  /** Whether a run is active. */
  readonly running: boolean;
}

/** The turns of a task's picture, which name their agents where several worked in them. */
export function turnMarks(
  turns: readonly TurnSummary[],
  sources: MarkSources,
): readonly TurnMark[] {
  const agents = new Set(turns.flatMap(({ agent }) => agent ?? []));
  return turns.map((turn) => turnMark(turn, sources, agents.size > 1));
}

function turnMark(turn: TurnSummary, sources: MarkSources, namesAgent: boolean): TurnMark {
  const { config, running, facts } = sources;
  const { number, taskId, measurement, durationMs, reason, proof, judged, finding, agent } = turn;
  const isDismissed = facts.dismissed.has(turn.id);
  const spent = facts.spending.ofTurn(taskId, number);
  const counts = measurement !== undefined && hasTests(measurement) ? measurement : undefined;
  return {
    number,
    taskId,
    ...(namesAgent && agent !== undefined && { agent }),
    outcome: turn.outcome === 'running' && !running ? 'interrupted' : turn.outcome,
    pivot: turn.pivotDirective > 0,
    at: turn.startedAt,
    durationMs,
    reason: isDismissed ? `${withoutFullStop(reason)}; marked by you as not a loop` : reason,
    failingTests: counts?.failed,
    testsRun: counts && counts.passed + counts.failed,
    failure: turn.failureHash?.slice(0, SHORT_NAME),
    checkpoint: turn.checkpointAfter !== undefined,
    ...(proof === undefined ? {} : { proof }),
    ...(spent && { spent }),
    ...(finding && { finding: { detector: finding, dismissed: isDismissed } }),
    ...(judged === undefined ? {} : { judged }),
    ...(turn.transcript !== '' && showsSteps(config) ? { replay: true } : {}),
  };
}

/** Any of them may have worked in a turn: roles have agents of their own, and agents ask each other. */
function showsSteps({ agents }: DevsConfig): boolean {
  return Object.values(agents).some(({ steps }) => steps !== undefined);
}
