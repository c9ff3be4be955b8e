import type { DevsConfig } from '../../model/config/config';
import type { StateFiles } from '../../ports/stateFiles';
import { MAX_RUN_REPORTS, type RunReports } from '../../ports/runReports';
import type { StoreReader } from '../../ports/store';
import { readRun, type RunFacts } from './runFacts';
import { runReportMarkdown } from './runReportMarkdown';
import { IN_STATE } from './reportPlace';
import { writeTurnDiffs, type DiffTools } from './turnDiffs';
import { addCosts } from '../../model/judge/judgeCost';
import type { RunReport } from '../../model/run/runReport';
import { countHops, reportedTurns, type TurnFiles } from './reportedTurns';
import { readSpending } from '../usage/readSpending';
import { reportedTasks } from './reportedTasks';
import { namedByEnd, stopOf } from './stopReason';

export interface FilingTools extends DiffTools {
  readonly store: StoreReader;
  readonly reports: RunReports;
  readonly files: Pick<StateFiles, 'listTranscripts'>;
}

export interface Filing {
  /** Absent if `devs.yaml` is unusable. */
  readonly config: DevsConfig | undefined;
  /** Error of the run; absent for none. */
  readonly error?: string;
}

/**
 * Writes the report of the newest run, once: does nothing if it exists or there is nothing to report. Only for the
 * lease holder, while no turn runs. Never rejects: resolves with problems, one sentence each for humans.
 */
export async function fileRunReport(
  tools: FilingTools,
  filing: Filing,
): Promise<readonly string[]> {
  try {
    return await file(tools, filing);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return [`Devs could not write the report of the run: ${why}`];
  }
}

async function file(tools: FilingTools, { config, error }: Filing): Promise<readonly string[]> {
  const { store, reports, clock, files } = tools;
  const [started] = store.listEventsNamed(['run_started'], 1);
  if (started === undefined) return [];
  const id = runReportId(started.at);
  if ((await reports.ids()).includes(id)) return [];
  const run = readRun(store, started.at);
  if (run === undefined || !isWorthReporting({ run, error })) return [];
  const diffs = await writeTurnDiffs(tools, id, run.turns);
  const transcripts = await transcriptsByTurn(files, new Set(run.turns.map((turn) => turn.id)));
  const now = clock.now().toISOString();
  const report = buildRunReport({ run, store, config, now, error, files: { diffs, transcripts } });
  await reports.write(report, runReportMarkdown(report, IN_STATE));
  return await reports.prune(MAX_RUN_REPORTS);
}

async function transcriptsByTurn(
  files: Pick<StateFiles, 'listTranscripts'>,
  turnIds: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  for (const { name, turnId } of await files.listTranscripts()) {
    if (!turnIds.has(turnId)) continue;
    const own = found.get(turnId);
    if (own === undefined) found.set(turnId, [name]);
    else own.push(name);
  }
  return found;
}

interface ReportSources {
  readonly run: RunFacts;
  readonly store: Pick<
    StoreReader,
    'listTasks' | 'latestReport' | 'getTask' | 'listLastingEvents' | 'listRunningCalls'
  >;
  /** Determines the order of tasks; absent if `devs.yaml` is unusable. */
  readonly config?: DevsConfig | undefined;
  /** ISO 8601, UTC: when a crashed run was found. */
  readonly now: string;
  /** The error of a crashed run. */
  readonly error?: string | undefined;
  readonly files?: TurnFiles;
}

const NO_FILES: TurnFiles = { transcripts: new Map(), diffs: new Map() };

/**
 * Builds the report of one run from the state (docs/decisions/planner-loops.md, "Run reports"). Masks secrets in texts;
 * omits data removed by retention.
 */
function buildRunReport(sources: ReportSources): RunReport {
  const { run, store, config, now, error, files = NO_FILES } = sources;
  const { tasks: selection, by } = run.started.data;
  const tasks = reportedTasks({ run, store, config, named: namedByEnd(run) });
  const turns = reportedTurns(run.turns, files);
  const judge = addCosts(turns.flatMap(({ judged }) => judged?.cost ?? []));
  const spent = readSpending(store).within(run.startedAt, run.ended?.at ?? now);
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
    ...(spent.calls > 0 && { spent }),
  };
}

/** Whether there is anything to report: a turn, an intervention, a task that needs a human, or an error. */
function isWorthReporting({ run, error }: Pick<ReportSources, 'run' | 'error'>): boolean {
  const { turns, events, ended } = run;
  return (
    turns.length > 0 ||
    error !== undefined ||
    ended?.data.kind === 'needsHuman' ||
    events.some(({ event }) => event === 'intervention')
  );
}

/** Id of the report of a run by its start time: "2026-01-31T09-05-07-123". */
function runReportId(startedAt: string): string {
  return startedAt.replace(/Z$/, '').replace(/[^0-9T]/g, '-');
}
