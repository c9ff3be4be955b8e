import { maskSecrets } from '../../text/maskSecrets';
import type { RunEnd } from '../../model/run/runStatus';
import type { RunReportTask, RunTerminal } from '../../model/run/runReport';
import type { FailureAnalysisReport } from '../../model/report/pauseReport';
import type { TaskStatus } from '../../model/task/task';
import { needsHuman } from '../../model/task/taskStatus';
import { describeWaits } from './describeWaits';
import { hasEnded } from '../../model/turn/turn';
import type { StoreReader } from '../../ports/store';
import { describeRunEnd } from './runEndWords';
import type { RunFacts } from './runFacts';
import { describeStagedLoop, endsStrategy } from '../../model/hops/loopStage';
import { withFullStop } from '../../text/sentence';

export interface StopSources {
  readonly run: RunFacts;
  readonly store: Pick<StoreReader, 'latestReport' | 'getTask'>;
  /** Requested tasks; empty for all. */
  readonly selection: readonly string[];
  readonly tasks: readonly RunReportTask[];
  /** Error of the run; undefined for none. */
  readonly error: string | undefined;
}

export interface Stop {
  readonly terminalStatus: RunTerminal;
  readonly stopReason: string;
}

/** Determines how the run ended, with the reason as a sentence. */
export function stopOf(sources: StopSources): Stop {
  const { run, selection, error } = sources;
  const end: RunEnd | undefined = run.ended?.data;
  if (end === undefined) return { terminalStatus: 'crashed', stopReason: crashReason(run, error) };
  const words = describeRunEnd(end, selection.length === 0 ? undefined : selection);
  switch (end.kind) {
    case 'allDone':
      return { terminalStatus: 'done', stopReason: words };
    case 'needsHuman':
      return neededStop(sources, end, words);
    case 'donePartial':
      return { terminalStatus: 'done_partial', stopReason: partly(sources, end.taskIds) ?? words };
    case 'waiting':
    case 'stopped':
    case 'cancelled':
      return { terminalStatus: end.kind, stopReason: words };
    default:
      return end satisfies never;
  }
}

/** Ids named by a run's end; may be empty. */
export function namedByEnd(run: RunFacts): readonly string[] {
  const end = run.ended?.data;
  return end?.kind === 'needsHuman' || end?.kind === 'donePartial' ? end.taskIds : [];
}

function neededStop(
  sources: StopSources,
  { taskIds, waits }: Extract<RunEnd, { kind: 'needsHuman' }>,
  words: string,
): Stop {
  const stop = needed(sources, taskIds);
  if (stop === undefined) return { terminalStatus: 'blocked', stopReason: words };
  return { ...stop, stopReason: `${stop.stopReason}${maskSecrets(describeWaits(waits))}` };
}

/** Describes the first task that stopped in this run, else the first one, and the number of others. */
function needed(sources: StopSources, taskIds: readonly string[]): Stop | undefined {
  const waiting = taskIds.filter((id) => needsHuman(statusOf(sources, id)));
  const stoppedNow = new Set(
    sources.run.events.flatMap(({ event, taskId, data }) =>
      event === 'task_status_changed' && needsHuman(data.to) ? [taskId] : [],
    ),
  );
  const first = waiting.find((id) => stoppedNow.has(id)) ?? waiting[0];
  if (first === undefined) return undefined;
  const status = statusOf(sources, first);
  const terminalStatus =
    status === 'PAUSED_FOR_INTERVENTION' || status === 'aborted_stuck' ? status : 'blocked';
  const others = waiting.length - 1;
  const more =
    others === 0 ? '' : ` ${others} more ${others === 1 ? 'task needs' : 'tasks need'} you.`;
  return {
    terminalStatus,
    stopReason: `${first}: ${withFullStop(whyNeeded(sources, first))}${more}`,
  };
}

/** The loop that stopped the task, else the reason of its status. */
function whyNeeded({ store, tasks }: StopSources, taskId: string): string {
  const status = store.getTask(taskId)?.status;
  const statusReason = maskSecrets(store.getTask(taskId)?.statusReason ?? '');
  const report = status === 'blocked' ? undefined : store.latestReport(taskId);
  const reason = maskSecrets(report?.stopReason ?? statusReason);
  const loop = tasks.find(({ id }) => id === taskId)?.loops.at(-1);
  const words = [
    reason === '' ? statusReason : reason,
    ...(report === undefined ? [] : loopWords(report, loop)),
  ];
  const sentences = words.filter((each) => each !== '').map(withFullStop);
  return sentences.length === 0 ? `it is ${status ?? 'gone'}` : [...new Set(sentences)].join(' ');
}

function loopWords(report: FailureAnalysisReport, loop: string | undefined): readonly string[] {
  const inTurn = report.inTurnLoop;
  if (inTurn === undefined || !endsStrategy(inTurn)) return loop === undefined ? [] : [loop];
  const { edge } = inTurn;
  const count =
    edge === undefined
      ? []
      : [
          `Calls ${edge.name.replace('_to_', ' → ')} without progress: ${edge.count}, limit ${edge.limit}.`,
        ];
  return [maskSecrets(describeStagedLoop(inTurn)), ...count];
}

function partly(sources: StopSources, taskIds: readonly string[]): string | undefined {
  const [first, ...others] = taskIds;
  const reason = first === undefined ? '' : sources.store.getTask(first)?.statusReason;
  if (first === undefined || reason === undefined || reason === '') return undefined;
  const more =
    others.length === 0
      ? ''
      : ` ${others.length} more ${others.length === 1 ? 'task is' : 'tasks are'} done only in part.`;
  return `${first} is done only in part: ${withFullStop(maskSecrets(reason))}${more}`;
}

function crashReason(run: RunFacts, error: string | undefined): string {
  const last = run.turns.at(-1);
  const where =
    last !== undefined && hasEnded(last) && last.outcome === 'interrupted'
      ? ` This interrupted turn ${last.number} of ${last.taskId}, which is not counted.`
      : '';
  if (error !== undefined) return `The run failed: ${withFullStop(maskSecrets(error))}${where}`;
  return `Devs was killed during the run, or the computer shut down.${where}`;
}

function statusOf({ store }: StopSources, taskId: string): TaskStatus {
  return store.getTask(taskId)?.status ?? 'pending';
}
