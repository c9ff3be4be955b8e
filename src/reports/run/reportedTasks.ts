import { describeDebuggerCall } from '../debugger/describeDebuggerCall';
import { listSome } from '../../text/list';
import { withFullStop } from '../../text/sentence';
import { mapTexts } from '../../text/mapTexts';
import { maskSecrets } from '../../text/maskSecrets';
import type { DevsConfig } from '../../model/config/config';
import type { InterventionRecord } from '../../model/run/intervention';
import { isNamed, type StoredEvent } from '../../model/events/devsEvent';
import type { RunReportTask } from '../../model/run/runReport';
import type { TaskRecord } from '../../model/task/task';
import { needsHuman } from '../../model/task/taskStatus';
import { hasEnded } from '../../model/turn/turn';
import { tallyAnswered } from '../../rules/permissions/tallyAnswered';
import type { StoreReader } from '../../ports/store';
import { describePivotFiles } from '../rewind/describePivotFiles';
import { toHistoryRecord } from '../task/toHistoryRecord';
import type { RunFacts } from './runFacts';

export interface TaskSources {
  readonly run: RunFacts;
  readonly store: Pick<StoreReader, 'listTasks' | 'latestReport'>;
  /** Undefined if `devs.yaml` is unusable. */
  readonly config: DevsConfig | undefined;
  /** Tasks named by the run's end, touched or not. */
  readonly named: readonly string[];
}

/** Lists the affected tasks in the order of `devs.yaml`, removed ones last. */
export function reportedTasks(sources: TaskSources): readonly RunReportTask[] {
  const touched = new Set([...touchedBy(sources.run), ...sources.named]);
  const ofTask = eventsByTask(sources.run.events);
  return inOrder(sources)
    .filter(({ id }) => touched.has(id))
    .map((task) => reportedTask(task, ofTask.get(task.id) ?? [], sources));
}

/** Tasks with turns on them or counting on them, interventions, status changes, proved loops. */
function touchedBy({ turns, events }: RunFacts): readonly string[] {
  const named = events.flatMap(({ taskId, event }) =>
    taskId !== undefined && event !== 'lesson_recorded' && event !== 'authority_withdrawn'
      ? [taskId]
      : [],
  );
  return [...turns.flatMap(({ taskId, countsOn }) => [taskId, countsOn]), ...named];
}

function eventsByTask(events: readonly StoredEvent[]): ReadonlyMap<string, readonly StoredEvent[]> {
  const found = new Map<string, StoredEvent[]>();
  for (const event of events) {
    if (event.taskId === undefined) continue;
    const own = found.get(event.taskId);
    if (own === undefined) found.set(event.taskId, [event]);
    else own.push(event);
  }
  return found;
}

function inOrder({ store, config }: TaskSources): readonly TaskRecord[] {
  const known = new Map(store.listTasks().map((task) => [task.id, task]));
  const configured = (config?.tasks ?? []).flatMap(({ id }) => known.get(id) ?? []);
  return [...new Set([...configured, ...known.values()])];
}

function reportedTask(
  { id, title, status, statusReason }: TaskRecord,
  events: readonly StoredEvent[],
  { store, run }: TaskSources,
): RunReportTask {
  const paused = needsHuman(status) ? store.latestReport(id) : undefined;
  const question =
    paused !== undefined && paused.createdAt >= run.startedAt ? paused.question : undefined;
  const stays = events.flatMap(filesAsTheyAre);
  return {
    id,
    title: maskSecrets(title),
    status,
    statusReason: maskSecrets(statusReason),
    loops: loopsOf(events),
    pivots: events.filter(({ event }) => event === 'pivot_issued').length,
    interventions: events.flatMap(interventionOf),
    ...(stays.length > 0 && { filesAtPivots: stays }),
    ...debuggerCallsOf(events),
    ...permissionsOf(id, run),
    ...(question === undefined ? {} : { question: maskSecrets(question) }),
  };
}

function permissionsOf(id: string, { turns }: RunFacts): Pick<RunReportTask, 'permissions'> {
  const own = turns.filter(({ taskId }) => taskId === id).filter(hasEnded);
  const permissions = tallyAnswered(own.flatMap(({ answered = [] }) => answered));
  return permissions.length === 0 ? {} : { permissions: mapTexts(permissions, maskSecrets) };
}

/** Messages of proved loops. */
function loopsOf(events: readonly StoredEvent[]): readonly string[] {
  const messages = events.flatMap((event) => {
    if (event.event !== 'loop_detected') return [];
    const { level, message } = event.data;
    return level === 'stuck' && message !== '' ? [maskSecrets(message)] : [];
  });
  return [...new Set(messages)];
}

/** Pivots of the run at which the files were not returned. */
function filesAsTheyAre(event: StoredEvent): readonly string[] {
  if (event.event !== 'pivot_files' || event.data.kind !== 'asTheyAre') return [];
  return [
    maskSecrets(`At fresh start ${event.data.pivotCount}, the ${describePivotFiles(event.data)}`),
  ];
}

function debuggerCallsOf(events: readonly StoredEvent[]): Pick<RunReportTask, 'debugger'> {
  const calls = events.flatMap((event) => {
    if (event.event !== 'debugger_asked') return [];
    const { data } = event;
    const { turn, diagnosis = '', undone_files: undone = [] } = data;
    const files =
      undone.length === 0
        ? ''
        : ` It changed files; Devs undid that: ${listSome(undone, MAX_FILES)}.`;
    const summary = `After turn ${turn}, ${withFullStop(describeDebuggerCall(data))}${files}`;
    return [{ summary: maskSecrets(summary), diagnosis: maskSecrets(diagnosis) }];
  });
  return calls.length === 0 ? {} : { debugger: calls };
}

const MAX_FILES = 5;

function interventionOf(event: StoredEvent): readonly InterventionRecord[] {
  if (!isNamed(event, ['intervention', 'pivot_files'])) return [];
  const record = toHistoryRecord(event);
  if (record === undefined) return [];
  return [{ ...record, detail: maskSecrets(record.detail) }];
}
