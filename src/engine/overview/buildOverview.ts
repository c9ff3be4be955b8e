import { knownConfig, type ConfigResult, type DevsConfig } from '../../model/config/config';
import type { LeaseHolder } from '../../model/workspace/leaseHolder';
import { BUILT_IN_LIMITS } from '../../model/config/limits';
import type { Overview, TaskOverview } from '../../model/overview/overview';
import type { TaskWait } from '../../model/task/taskWait';
import type { StoreReader } from '../../ports/store';
import type { ListedWorktree } from '../../ports/worktrees';
import { readFacts, type OverviewFacts } from './overviewFacts';
import { isRunBy } from './runBy';
import { commandText } from '../../text/commandText';
import { clockWaits } from '../scheduling/clockWaits';
import { heldLimits } from '../scheduling/workingAgent';
import { restingStatus } from '../state/stateController';
import { taskOverview } from './taskOverview';

export interface OverviewSources {
  readonly config: ConfigResult;
  readonly store: StoreReader;
  readonly holder: LeaseHolder | undefined;
  /** Waits that are over by now are not shown; absent: all are. */
  readonly now?: Date;
  /** Checkpoints that cannot be read any more; absent: none. */
  readonly lostCheckpoints?: ReadonlySet<string>;
  /** Worktrees of the workspace; absent: none. */
  readonly worktrees?: readonly ListedWorktree[];
}

const NO_WAITS: ReadonlyMap<string, TaskWait> = new Map();

/** Overview of a workspace, from its files only. */
export function buildOverview(sources: OverviewSources): Overview {
  const { config: result, store, holder, now = new Date(0) } = sources;
  const running = isRunBy(holder, store);
  const facts = readFacts(store, sources.lostCheckpoints);
  const config = knownConfig(result);
  const waits = config === undefined ? NO_WAITS : clockWaits(config, facts.store, now);
  const limits = heldLimits(facts.store, now);
  const worktrees = foldersOf(sources.worktrees ?? []);
  const tasksOf = (known: DevsConfig): readonly TaskOverview[] =>
    known.tasks
      .map((task) =>
        taskOverview(task, { config: known, facts, running, waits, limits, worktrees }),
      )
      // Nothing runs with a version that is no longer the file's.
      .map((task) => (result.kind === 'ok' ? task : { ...task, runnable: false }));
  return {
    config: configState(result),
    run: running ? 'RUNNING' : restingStatus(facts.store),
    holder,
    limits: config?.limits ?? BUILT_IN_LIMITS,
    agents: Object.keys(config?.agents ?? {}),
    ...(config?.verify !== undefined && { verify: commandText(config.verify) }),
    tasks: config === undefined ? [] : tasksOf(config),
    ...(facts.spending.all.calls > 0 && { spent: facts.spending.all }),
    stateProblem: undefined,
    notices: noticesOf(facts, running),
  };
}

function foldersOf(worktrees: readonly ListedWorktree[]): ReadonlyMap<string, string> {
  return new Map(
    worktrees.flatMap(({ taskId, directory }) =>
      directory === undefined ? [] : [[taskId, directory] as const],
    ),
  );
}

/** The configuration's state without its content. */
export function configState(result: ConfigResult): Overview['config'] {
  return result.kind === 'invalid'
    ? { kind: 'invalid', problems: result.problems }
    : { kind: result.kind };
}

/** Notices about the state. */
function noticesOf({ store, rewinds }: OverviewFacts, running: boolean): readonly string[] {
  const cut = running ? undefined : rewinds.find(({ status }) => status === 'applying');
  const notices = store.listNotices();
  return cut === undefined
    ? notices
    : [
        ...notices,
        `A ${cut.kind} of ${cut.taskId} was interrupted. Devs completes the ${cut.kind} at the next command that changes something.`,
      ];
}
