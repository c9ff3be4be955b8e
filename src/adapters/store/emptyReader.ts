import type { StoreReader } from '../../ports/store';

/** What there is to read before anything was recorded; needs neither database nor WebAssembly. */
export const EMPTY_READER: StoreReader = {
  getTask: () => undefined,
  listTasks: () => [],
  listTurns: () => [],
  listTurnsFrom: () => [],
  newestTurnId: () => undefined,
  listTurnSummaries: () => [],
  countTurns: () => 0,
  listRunningTurns: () => [],
  listPivots: () => [],
  getFailures: () => undefined,
  isAbandoned: () => false,
  latestReport: () => undefined,
  listHints: () => [],
  getRunStatus: () => 'IDLE',
  listEvents: () => [],
  listTaskEvents: () => [],
  listRewinds: () => [],
  listNotices: () => [],
  listVerifyArtefacts: () => new Set(),
};
