import type { StoreReader } from '../../../ports/store';
import { UnusableDatabase } from './sql/unusableDatabase';

/** Throws `UnusableDatabase` if a row is invalid: SQLite's check does not cover content. */
export function assertRowsReadable(reader: StoreReader): void {
  try {
    readEverything(reader);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UnusableDatabase('damaged', `It is damaged: ${why}.`, { cause: error });
  }
}

function readEverything(reader: StoreReader): void {
  const tasks = reader.listTasks().map(({ id }) => id);
  const counted = reader.listTurnSummaries().map(({ countsOn }) => countsOn);
  for (const id of new Set([...tasks, ...counted])) {
    reader.listTurns(id);
    reader.countTurns(id);
    reader.listPivots(id);
    reader.getFailures(id);
    reader.latestReport(id);
    reader.listHints(id);
  }
  for (const { id } of reader.listRunningTurns()) reader.getRunningSteps(id);
  reader.listRewinds();
  reader.listEvents(Number.MAX_SAFE_INTEGER);
  reader.listAttempts({});
  reader.listContextEntries({});
  reader.listLessons();
  reader.listNotices();
  reader.listVerifyArtefacts();
  reader.getRunStatus();
}
