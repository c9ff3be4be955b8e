import type { LandingCommit, LandingRecord } from '../../model/landing/landing';
import type { RepositoryChange } from '../../model/workspace/checkpoint';
import type { Turn, TurnEnd } from '../../model/turn/turn';
import type { RewindRecord } from '../../model/workspace/rewindRecord';
import type { Store, StoreReader, TurnSummary } from '../../ports/store';

/** Whose files a history is about. */
export type HistoryPlace =
  | { readonly kind: 'workspace' }
  /** The worktree of a task; `owns` its subtasks too. */
  | {
      readonly kind: 'worktree';
      readonly countsOn: string;
      readonly owns: (taskId: string) => boolean;
    };

/**
 * The state with the history of one place alone, for rewinds there: in a worktree its turns; in the workspace the turns
 * that worked there, and of each other turn its landing, as if it had made that change there.
 */
export function readerOfPlace(store: StoreReader, place: HistoryPlace): StoreReader {
  return { ...store, ...historyOf(store, place) };
}

/** As `readerOfPlace`; rewinds that are added to it are rewinds of the place. */
export function storeOfPlace(store: Store, place: HistoryPlace): Store {
  return {
    ...store,
    ...historyOf(store, place),
    addRewind: (rewind) =>
      store.addRewind(place.kind === 'worktree' ? { ...rewind, worktree: true } : rewind),
  };
}

type History = Pick<
  StoreReader,
  'listTurns' | 'listTurnsFrom' | 'listTurnSummaries' | 'newestTurnId' | 'listRewinds'
>;

function historyOf(store: StoreReader, place: HistoryPlace): History {
  const landings = lazily(() => landingsByTurn(store));
  const here = <Each extends Turn | TurnSummary>(turns: readonly Each[]): readonly Each[] =>
    place.kind === 'worktree'
      ? turns.filter((turn) => turn.worktree === true && turn.countsOn === place.countsOn)
      : turns.flatMap((turn) => inWorkspace(turn, landings) ?? []);
  const isHere = ({ worktree, taskId }: RewindRecord): boolean =>
    place.kind === 'worktree' ? worktree === true && place.owns(taskId) : worktree !== true;
  const ordered = <Each extends Turn | TurnSummary>(turns: readonly Each[]): readonly Each[] =>
    place.kind === 'worktree' ? turns : asLanded(turns, landings);
  return {
    listTurns: (countsOn, limit) => newest(here(store.listTurns(countsOn)), limit),
    listTurnsFrom: (turnId) => {
      if (place.kind === 'worktree') return here(store.listTurnsFrom(turnId));
      const all = store.listTurnSummaries();
      const order = ordered(here(all)).map(({ id }) => id);
      const from = new Set(order.slice(order.indexOf(turnId)));
      const oldest = all.find(({ id }) => from.has(id));
      if (!order.includes(turnId) || oldest === undefined) return here(store.listTurnsFrom(turnId));
      return ordered(here(store.listTurnsFrom(oldest.id)).filter(({ id }) => from.has(id)));
    },
    listTurnSummaries: (of) =>
      of === undefined
        ? ordered(here(store.listTurnSummaries()))
        : newest(here(store.listTurnSummaries({ countsOn: of.countsOn })), of.limit),
    newestTurnId: () => ordered(here(store.listTurnSummaries())).at(-1)?.id,
    listRewinds: () => store.listRewinds().filter(isHere),
  };
}

/**
 * Turns of several tasks in the order in which they changed the workspace: those that landed by their landings, as they may
 * have begun in another order.
 */
function asLanded<Each extends Turn | TurnSummary>(
  turns: readonly Each[],
  landings: () => ReadonlyMap<string, LandingRecord>,
): readonly Each[] {
  const order = new Map([...landings().keys()].map((id, index) => [id, index]));
  const landed = turns
    .filter(({ id }) => order.has(id))
    .sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
  let next = 0;
  return turns.map((turn) => (order.has(turn.id) ? (landed[next++] ?? turn) : turn));
}

function newest<T>(all: readonly T[], limit: number | undefined): readonly T[] {
  return limit === undefined ? all : all.slice(Math.max(0, all.length - limit));
}

/** The turn as one of the workspace; undefined if it changed nothing there. */
function inWorkspace<Each extends Turn | TurnSummary>(
  turn: Each,
  landings: () => ReadonlyMap<string, LandingRecord>,
): Each | undefined {
  if (turn.worktree !== true) return turn;
  const landing = landings().get(turn.id);
  if (landing?.files === undefined) return undefined;
  const { from, after } = landing.files;
  const isWhole = turn.checkpointBefore !== undefined;
  const [before, end] = isWhole
    ? (['checkpointBefore', 'checkpointAfter'] as const)
    : (['fileListBefore', 'fileListAfter'] as const);
  const others = Object.entries(turn).filter(([name]) => !OF_WORKTREE.has(name));
  return {
    ...Object.fromEntries(others),
    [before]: from,
    ...(after !== undefined && { [end]: after }),
    ...(landing.git && { repositoryChange: toRepositoryChange(landing.git) }),
  } as Each;
}

/** What a turn in a worktree knows of the files and the repository there. */
const OF_WORKTREE: ReadonlySet<string> = new Set<keyof Turn | keyof TurnEnd>([
  ...(['checkpointBefore', 'checkpointAfter', 'checkpointLate', 'fileListBefore'] as const),
  ...(['fileListAfter', 'repositoryBefore', 'repositoryChange'] as const),
]);

function toRepositoryChange({ before }: LandingCommit): RepositoryChange {
  return { commits: 1, stashed: 0, ...(before !== '' && { headBefore: before }) };
}

function landingsByTurn(store: StoreReader): ReadonlyMap<string, LandingRecord> {
  return new Map(
    store.listLandings({ status: 'done' }).map((landing) => [landing.turnId, landing]),
  );
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
