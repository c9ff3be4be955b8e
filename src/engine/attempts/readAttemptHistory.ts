import type { AttemptHistory } from '../../rules/attempts/attemptHistory';
import { toBlockersKey, toWorkKey } from '../../rules/attempts/sameEvidence';
import type { Attempt, LoopPolicy } from '../../model/task/attempt';
import type { DevsConfig } from '../../model/config/config';
import type { TaskRecord } from '../../model/task/task';
import { isCounted } from '../../model/turn/turn';
import type { StoreReader } from '../../ports/store';
import { requireTask } from '../state/requireTask';
import { countingTask } from '../scheduling/taskTree';
import { definitionHash } from './definitionHash';
import { BLOCKERS_GONE, openAuthority } from './openDirectives';

/** Newest attempts of a task that are read, besides those that the policy needs. */
const SPARE_ATTEMPTS = 50;
/** Attempts of all tasks that are searched for a cycle, at most. */
const MAX_CYCLE_ATTEMPTS = 1_000;
/** Newest turns of which the median duration is taken. */
const MEDIAN_TURNS = 20;

export interface HistorySources {
  readonly store: StoreReader;
  readonly config: DevsConfig;
  readonly policy: LoopPolicy;
  readonly now: Date;
}

/** History for evaluating the attempts at a task. Throws for an unknown task. */
export function readAttemptHistory(sources: HistorySources, taskId: string): AttemptHistory {
  const { store, config, now } = sources;
  const task = requireTask(store, taskId);
  const attempts = attemptsOf(sources, task);
  const root = countingTask(config, taskId);
  const authority = openAuthority(store, taskId).at(-1);
  return {
    taskId,
    now,
    attempts,
    recent: recentOfAll(sources, attempts),
    medianTurnMs: spansMoreThanWindow(sources, attempts) ? medianTurn(store, root) : undefined,
    authority: authority && {
      blockers: authority.loop?.blockers ?? [],
      attempt: authority.attempt,
    },
    grantedBefore: grantedBefore(store, task),
    pivotDue: requireTask(store, root).pivotDue > 0,
  };
}

/** Attempts since the last reset at the current definition of the task. */
function attemptsOf({ store, config, policy }: HistorySources, task: TaskRecord): Attempt[] {
  const definition = definitionHash(config, task.id);
  const limit =
    2 * Math.max(policy.maxAttempts, policy.maxAttemptsBeforeForceNext) + SPARE_ATTEMPTS;
  return store
    .listAttempts({ taskId: task.id, after: task.attemptsBefore, limit })
    .filter((attempt) => attempt.definition === '' || attempt.definition === definition);
}

/**
 * The newest attempts of all tasks, as far back as a cycle through this task could reach; none
 * where its own attempts do not repeat often enough.
 */
function recentOfAll(sources: HistorySources, own: readonly Attempt[]): readonly Attempt[] {
  const { store, config, policy } = sources;
  const newest = own.at(-1);
  if (newest === undefined || newest.progress) return [];
  const alike = own.filter((attempt) => isAlike(attempt, newest));
  const first = alike.at(-policy.maxAttempts);
  if (first === undefined || alike.length < policy.maxAttempts) return [];
  // A cycle has at least so many of them among those that are searched.
  if (first.number <= store.newestAttempt() - MAX_CYCLE_ATTEMPTS) return [];
  // One period before the first of them, as far as that is known.
  const before = alike.at(-policy.maxAttempts - 1)?.number ?? first.number - periodOf(alike);
  return store
    .listAttempts({ after: Math.max(0, before), counting: true, limit: MAX_CYCLE_ATTEMPTS })
    .filter(
      ({ taskId, definition }) =>
        definition === '' || definition === definitionHash(config, taskId),
    );
}

function isAlike(a: Attempt, b: Attempt): boolean {
  return (
    a.status === b.status &&
    toBlockersKey(a.blockers) === toBlockersKey(b.blockers) &&
    toWorkKey(a.completedWork) === toWorkKey(b.completedWork)
  );
}

function periodOf(alike: readonly Attempt[]): number {
  const [one, two] = [alike.at(-2), alike.at(-1)];
  return one && two ? two.number - one.number : 0;
}

function grantedBefore(store: StoreReader, task: TaskRecord): readonly string[] {
  return store
    .listContextEntries({ taskId: task.id, topic: 'unblock_authority' })
    .filter(({ attempt, closed }) => attempt > task.attemptsBefore && closed?.why === BLOCKERS_GONE)
    .flatMap(({ loop }) => loop?.blockers ?? []);
}

function spansMoreThanWindow(
  { policy, now }: HistorySources,
  attempts: readonly Attempt[],
): boolean {
  const first = attempts.at(-policy.maxAttempts);
  return first !== undefined && now.getTime() - Date.parse(first.at) > policy.attemptWindow;
}

function medianTurn(store: StoreReader, countsOn: string): number | undefined {
  const durations = store
    .listTurnSummaries({ countsOn, limit: MEDIAN_TURNS })
    .filter((turn) => isCounted(turn.outcome))
    .flatMap((turn) => turn.durationMs ?? [])
    .sort((a, b) => a - b);
  return durations[Math.floor(durations.length / 2)];
}
