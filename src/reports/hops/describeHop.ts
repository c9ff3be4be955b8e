import type { Hop, HopOutcome, InTurnLoop } from '../../model/hops/hop';
import { describeStagedLoop, endsStrategy } from '../../model/hops/loopStage';
import type { EdgeOverview, RequestOverview } from '../../model/overview/overview';
import {
  BLOCK_REASONS,
  type FailureAnalysisReport,
  type ReportReason,
} from '../../model/report/pauseReport';
import { nameNumbers } from '../../text/list';
import { isCounted } from '../../model/turn/turn';

/** Shown outcome of a hop: `cutOff` if it never ended. */
export type ShownHopOutcome = HopOutcome | 'cutOff';

const HOP_OUTCOME_WORDS: Readonly<Record<ShownHopOutcome, string>> = {
  running: 'at work',
  answered: 'answered',
  repeated: 'answered from before',
  passed: 'passed',
  failed: 'failed',
  refused: 'refused',
  cutOff: 'interrupted',
};

/**
 * Returns the shown outcome: a hop is `running` only in the running turn. `runningTurn`: number of that turn, absent
 * for none.
 */
export function shownHopOutcome(
  { outcome, turn }: Pick<Hop, 'outcome'> & { readonly turn?: number },
  runningTurn?: number,
): ShownHopOutcome {
  const atWork = runningTurn !== undefined && turn === runningTurn;
  return outcome === 'running' && !atWork ? 'cutOff' : outcome;
}

/** As `shownHopOutcome`, as a label. */
export function describeHopOutcome(
  hop: Pick<Hop, 'outcome'> & { readonly turn?: number },
  runningTurn?: number,
): string {
  return HOP_OUTCOME_WORDS[shownHopOutcome(hop, runningTurn)];
}

/** Describes a hop: "planner → coder 2/5"; requests between agents have no limit: "backend → security". */
export function describeHop(hop: Pick<Hop, 'from' | 'to' | 'edge'>): string {
  const count = describeHopEdge(hop);
  return `${hop.from} → ${hop.to}${count === '' ? '' : ` ${count}`}`;
}

/** Describes the count of a hop's edge: "2/5", "1/5 since a reset" after one; '' for a request. */
export function describeHopEdge({ edge }: Pick<Hop, 'edge'>): string {
  if (edge === undefined) return '';
  return `${edge.count}/${edge.limit}${edge.countedAnew === true ? ' since a reset' : ''}`;
}

/** Describes the hops of an edge without progress and its limit: "planner → coder 2/5". */
export function describeEdgeCount({ edge, count, limit }: Omit<EdgeOverview, 'total'>): string {
  return `${edge.replace('_to_', ' → ')} ${count}/${limit}`;
}

/** Describes requests: "backend → security 3, 2 repeated". */
export function describeRequests({ from, to, total, repeated }: RequestOverview): string {
  return `${from} → ${to} ${total}${repeated === 0 ? '' : `, ${repeated} repeated`}`;
}

/** Maximum number of earlier hops that are named. */
const MAX_NAMED = 2;

/** Describes earlier equal requests by turn and hop: "the same as 3.2 and 1.4", the first of many; '' for none. */
export function describeSameRequests({
  turn,
  sameAs = [],
}: Pick<TurnHop, 'turn' | 'sameAs'>): string {
  if (sameAs.length === 0) return '';
  const names = sameAs
    .slice(0, MAX_NAMED)
    .map((at) => (at.includes('/') ? at.replace('/', '.') : `${turn}.${at}`));
  const left = sameAs.length - names.length;
  return `the same as ${left > 0 ? `${names.join(', ')} and ${left} more` : names.join(' and ')}`;
}

/** How close an edge is to its limit: `none` unused, `low` room left, `high` one hop left, `full` none left. */
export function edgeLevel({
  count,
  limit,
}: Pick<EdgeOverview, 'count' | 'limit'>): 'none' | 'low' | 'high' | 'full' {
  if (count === 0) return 'none';
  if (count >= limit) return 'full';
  return count === limit - 1 ? 'high' : 'low';
}

/** Minimum shown duration, in milliseconds; in a shorter one no agent worked. */
const MIN_SHOWN_MS = 100;

/** Milliseconds of a hop that called an agent; undefined for other hops and while it runs. */
export function shownDuration({ durationMs = 0 }: Pick<Hop, 'durationMs'>): number | undefined {
  return durationMs < MIN_SHOWN_MS ? undefined : durationMs;
}

/** A hop with its turn, as reports and overviews list them. */
export type TurnHop = Hop & { readonly turn: number };

/** The hops of a report that prove the loop inside its last counted turn, oldest first; empty for none. */
export function provingHops({
  hops = [],
  inTurnLoop,
  turns,
}: Pick<FailureAnalysisReport, 'hops' | 'inTurnLoop' | 'turns'>): readonly TurnHop[] {
  const numbers = new Set(inTurnLoop?.hops);
  const counted = turns.findLast(({ outcome }) => isCounted(outcome));
  const last = counted?.number ?? hops.at(-1)?.turn;
  return hops.filter(({ turn, number }) => turn === last && numbers.has(number));
}

/** Reasons for which the stop reason is shown. */
const REASONS_WITH_STOP_REASON: ReadonlySet<ReportReason> = new Set<ReportReason>([
  'MAX_LOOP_EDGE',
  'QUESTION',
  'AGENT_QUESTION',
  'AGENT_LIMIT',
  'BUDGET',
  'DOUBTFUL_PASS',
  'LANDING_CONFLICT',
  'REVIEW',
  'GAVE_UP',
  ...BLOCK_REASONS,
]);

/** The exact reason if events inside its turns stopped the task; '' if strategies or a limit of the run did. */
export function describeStopReason({
  reason,
  stopReason,
  inTurnLoop,
}: Pick<FailureAnalysisReport, 'reason' | 'stopReason' | 'inTurnLoop'>): string {
  const given = REASONS_WITH_STOP_REASON.has(reason) ? stopReason : undefined;
  return given ?? (inTurnLoop && endsStrategy(inTurnLoop) ? describeStagedLoop(inTurnLoop) : '');
}

/** Labels of the detectors inside a turn. */
export const DETECTOR_WORDS: Readonly<Record<InTurnLoop['detector'], string>> = {
  'edge limit': 'an edge at its limit',
  'edge cycle': 'hops that repeat',
  'collaboration loop': 'requests that repeat',
  'repeated call': 'the same call with the same result',
  'call cycle': 'calls that repeat in a cycle',
  'similar calls': 'nearly the same call with the same result',
  'undone edits': 'edits that change nothing or undo each other',
  'repeated edit': 'the same edit again, although it was made',
  'failure after edits': 'the same failure after each edit',
  'repeated text': 'the same text repeatedly',
  'nothing new': 'steps that show nothing new',
  'refused call': 'calls that cannot succeed',
  'repeated failure': 'actions that fail again for the same reason',
};

/**
 * Describes detector and evidence of a loop: "hops that repeat", "the same call with the same result: steps 11, 14,
 * 17".
 */
export function describeProof({
  detector,
  edge,
  steps = [],
}: Pick<InTurnLoop, 'detector' | 'edge' | 'steps'>): string {
  const proof =
    edge === undefined
      ? nameNumbers(
          'step',
          steps.map(({ number }) => number),
        )
      : describeEdgeCount({ ...edge, edge: edge.name });
  return `${DETECTOR_WORDS[detector]}${proof === '' ? '' : `: ${proof}`}`;
}
