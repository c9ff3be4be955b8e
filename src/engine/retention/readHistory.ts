import type { ContextEntry } from '../../model/task/contextEntry';
import type { TaskRecord } from '../../model/task/task';
import type { StateFiles } from '../../ports/stateFiles';
import type { StoreReader, TurnSummary } from '../../ports/store';
import type {
  KeptContextEntry,
  KeptHistory,
  KeptTask,
  KeptTurn,
} from '../../rules/retention/keptHistory';

export type HistoryReader = Pick<
  StoreReader,
  | 'listTasks'
  | 'listTurnSummaries'
  | 'listRewinds'
  | 'listLandings'
  | 'listTaskEvents'
  | 'listAttemptTimes'
  | 'listContextEntries'
>;

/** Everything that retention decides about, from store and disk. */
export async function readHistory(
  store: HistoryReader,
  files: Pick<StateFiles, 'listTranscripts'>,
): Promise<KeptHistory> {
  // Files first: the turn of each of them is in the store by then.
  const transcripts = await files.listTranscripts();
  return {
    tasks: store.listTasks().map((task) => keptTask(store, task)),
    turns: listKeptTurns(store),
    rewinds: store.listRewinds(),
    transcripts: transcripts.map(({ name, turnId, bytes, at }) => {
      return { name, turnId, bytes, modifiedAt: at };
    }),
    attempts: store.listAttemptTimes(),
    contextEntries: store.listContextEntries({}).map(keptEntry),
  };
}

function keptTask(store: HistoryReader, task: TaskRecord): KeptTask {
  const { id, status, hidden, firstTurn, bestTurn, attemptsBefore } = task;
  const [newest] = store.listTaskEvents(id, 'intervention', 1);
  return {
    ...{ id, status, hidden, firstTurn, bestTurn, attemptsBefore },
    ...(newest === undefined ? {} : { touchedAt: newest.at }),
  };
}

function keptEntry({ id, taskId, timestamp, closed }: ContextEntry): KeptContextEntry {
  return { id, taskId, timestamp, ...(closed === undefined ? {} : { closedAt: closed.at }) };
}

/** All turns, with the checkpoints of their landings. */
export function listKeptTurns(
  store: Pick<HistoryReader, 'listTurnSummaries' | 'listLandings'>,
): readonly KeptTurn[] {
  const landings = new Map(
    store.listLandings().flatMap(({ turnId, files }) => {
      if (files === undefined) return [];
      const { from, to, after } = files;
      return [[turnId, [from, to, ...(after === undefined ? [] : [after])]] as const];
    }),
  );
  return store.listTurnSummaries().map((turn) => {
    const landing = landings.get(turn.id);
    return { ...keptTurn(turn), ...(landing && { landing }) };
  });
}

function keptTurn(turn: TurnSummary): KeptTurn {
  const ended = new Date(Date.parse(turn.startedAt) + (turn.durationMs ?? 0));
  return Number.isNaN(ended.getTime()) ? turn : { ...turn, endedAt: ended.toISOString() };
}
