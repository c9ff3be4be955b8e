import type { DevsConfig } from '../../model/config/config';
import { addCosts } from '../../model/judge/judgeCost';
import type { RunReport } from '../../model/run/runReport';
import type { StoreReader } from '../../ports/store';
import { countHops, reportedTurns, type TurnFiles } from './reportedTurns';
import { reportedTasks } from './reportedTasks';
import type { RunFacts } from './runFacts';
import { runReportId } from './runReportId';
import { namedByEnd, stopOf } from './stopReason';

export interface ReportSources {
  readonly run: RunFacts;
  readonly store: Pick<StoreReader, 'listTasks' | 'latestReport' | 'getTask'>;
  /** For the order of tasks; absent where `devs.yaml` cannot be used. */
  readonly config?: DevsConfig | undefined;
  /** ISO 8601, UTC: when a crashed run was found. */
  readonly now: string;
  /** The error of a crashed run. */
  readonly error?: string | undefined;
  readonly files?: TurnFiles;
}

const NO_FILES: TurnFiles = { transcripts: new Map(), diffs: new Map() };

/**
 * The report of one run, from what the state says of it (docs/decisions/planner-loops.md, "Run reports"). Texts have
 * their secrets masked; what retention has forgotten is left out.
 */
export function buildRunReport(sources: ReportSources): RunReport {
  const { run, store, config, now, error, files = NO_FILES } = sources;
  const { tasks: selection, by } = run.started.data;
  const tasks = reportedTasks({ run, store, config, named: namedByEnd(run) });
  const turns = reportedTurns(run.turns, files);
  const judge = addCosts(turns.flatMap(({ judged }) => judged?.cost ?? []));
  return {
    id: runReportId(run.startedAt),
    startedAt: run.startedAt,
    endedAt: run.ended?.at ?? now,
    ...(by === undefined ? {} : { by }),
    selection,
    ...stopOf({ run, store, selection, tasks, error }),
    tasks,
    turns,
    hopCount: countHops(run.turns),
    ...(judge === undefined ? {} : { judge }),
  };
}

/** Whether there is anything to report: a turn, a human's deed or need, or an error. */
export function isWorthReporting({ run, error }: Pick<ReportSources, 'run' | 'error'>): boolean {
  const { turns, events, ended } = run;
  return (
    turns.length > 0 ||
    error !== undefined ||
    ended?.data.kind === 'needsHuman' ||
    events.some(({ event }) => event === 'intervention')
  );
}
