import {
  describeFailure,
  describeMeasurement,
  describeRepetition,
} from '../../model/report/describeFailure';
import type { Command, TaskDefinition } from '../../model/task/task';
import { selectCounted, type EndedTurn } from '../../model/turn/turn';
import type { Checkpoints } from '../../ports/checkpoints';
import type { Clock } from '../../ports/clock';
import type { StoreReader } from '../../ports/store';
import { StateError } from '../../ports/workspaceState';
import { buildFailureReport } from '../../reports/pause/failureReport';
import { OUTCOME_WORDS } from '../../reports/task/outcomeWords';
import {
  MAX_DIFFS,
  type DebuggedTurn,
  type DebuggerEvidence,
} from '../../rules/debugger/debuggerPrompt';
import { commandText } from '../../text/commandText';
import { requireTask } from '../state/requireTask';

interface EvidenceSources {
  readonly store: StoreReader;
  readonly checkpoints: Pick<Checkpoints, 'read' | 'content'>;
  readonly clock: Pick<Clock, 'now' | 'elapsed'>;
}

/** Number of newest turns with diffs. */
const MAX_TURNS = 12;
/** Milliseconds after which no further file is compared. */
const ENOUGH_MS = 10_000;

/** Collects the evidence of a task's loop since its last intervention; `countsOn`: the task that its turns count on. */
export async function collectEvidence(
  sources: EvidenceSources,
  task: TaskDefinition,
  countsOn: string,
): Promise<DebuggerEvidence> {
  const { store, clock } = sources;
  const at = clock.now();
  const report = buildFailureReport({ store, taskId: countsOn, reason: 'MAX_PIVOTS_EXCEEDED', at });
  const { turnsBefore } = requireTask(store, countsOn);
  const turns = selectCounted(store.listTurns(countsOn)).filter(
    ({ number }) => number > turnsBefore,
  );
  const { failure } = report;
  return {
    title: task.title,
    goal: task.goal,
    verify: commandLine(task.verify),
    hints: [...new Set([...store.listHints(countsOn), ...store.listHints(task.id)])],
    ...(failure && {
      failure: {
        what: describeFailure(failure.signature),
        message: failure.signature.exactMessage,
        repetition: describeRepetition(failure),
        failingTests: failure.signature.failingTests,
      },
    }),
    failedStrategies: report.failedStrategies,
    turns: await debuggedTurns(sources, turns),
    lastError: report.lastError,
  };
}

function commandLine(command: Command | undefined): string {
  return command === undefined ? '' : commandText(command);
}

async function debuggedTurns(
  sources: EvidenceSources,
  turns: readonly EndedTurn[],
): Promise<readonly DebuggedTurn[]> {
  const until = sources.clock.elapsed() + ENOUGH_MS;
  const isEnough = (): boolean => sources.clock.elapsed() > until;
  const diffs = new Map<string, string>();
  let length = 0;
  for (const turn of turns.slice(-MAX_TURNS).toReversed()) {
    if (length > MAX_DIFFS || isEnough()) break;
    const diff = await turnDiff(sources, turn, isEnough);
    diffs.set(turn.id, diff);
    length += diff.length;
  }
  return turns.map((turn) => toDebuggedTurn(turn, diffs.get(turn.id) ?? ''));
}

function toDebuggedTurn(turn: EndedTurn, diff: string): DebuggedTurn {
  const { number, outcome, strategy, reason, failure, verification, changedFiles } = turn;
  const measurement = verification?.measurement;
  return {
    ...{ number, outcome: OUTCOME_WORDS[outcome], strategy, reason, changedFiles, diff },
    failure: failure === undefined ? '' : describeFailure(failure),
    measurement: measurement === undefined ? '' : describeMeasurement(measurement),
  };
}

/** The diff of a turn; '' without changes, and if a checkpoint is no longer stored. */
async function turnDiff(
  { checkpoints }: EvidenceSources,
  { checkpointBefore: from, checkpointAfter: to }: EndedTurn,
  isEnough: () => boolean,
): Promise<string> {
  if (from === undefined || to === undefined || from === to) return '';
  const { unifiedDiff } = await import('../../reports/diff/unifiedDiff');
  try {
    const before = { id: from, state: await checkpoints.read(from) };
    const after = { id: to, state: await checkpoints.read(to) };
    return await unifiedDiff({ checkpoints, isEnough }, before, after);
  } catch (error) {
    if (error instanceof StateError) return '';
    throw error;
  }
}
