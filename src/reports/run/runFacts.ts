import type { EventOf, StoredEvent } from '../../model/events/devsEvent';
import type { Turn } from '../../model/turn/turn';
import type { StoreReader } from '../../ports/store';

/** Facts of one run in the state. */
export interface RunFacts {
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly started: EventOf<'run_started'>;
  /** Absent for a crashed run. */
  readonly ended?: EventOf<'run_ended'>;
  /** Events from its start to its end, oldest first, as far as kept. */
  readonly events: readonly StoredEvent[];
  /** Oldest first, as far as kept. */
  readonly turns: readonly Turn[];
}

type RunStore = Pick<StoreReader, 'listEvents' | 'listTurnSummaries' | 'listTurnsFrom'>;

/** Number of events read first; more for a longer run. */
const FIRST_LIMIT = 1_000;

/** Reads the newest run, or the one that began at `startedAt`; undefined if its start is unknown. */
export function readRun(store: RunStore, startedAt?: string): RunFacts | undefined {
  const events = eventsSince(store, startedAt);
  const [started] = events;
  if (started?.event !== 'run_started') return undefined;
  const end = events.findIndex(
    ({ event }, index) => index > 0 && (event === 'run_ended' || event === 'run_started'),
  );
  const last = events[end];
  const ended = last?.event === 'run_ended' ? last : undefined;
  const own = end === -1 ? events : events.slice(0, ended === undefined ? end : end + 1);
  return {
    startedAt: started.at,
    started,
    ...(ended && { ended }),
    events: own,
    turns: turnsOf(store, own, last?.at),
  };
}

/** Events from the start of the run to the newest, oldest first; empty if the start is not kept. */
function eventsSince(store: RunStore, startedAt: string | undefined): readonly StoredEvent[] {
  for (let limit = FIRST_LIMIT; ; limit *= 4) {
    const newest = store.listEvents(limit);
    const start = newest.findIndex(
      ({ event, at }) => event === 'run_started' && (startedAt ?? at) === at,
    );
    if (start !== -1) return newest.slice(0, start + 1).reverse();
    if (newest.length < limit) return [];
  }
}

/** Selects turns by events and by time, since the events of a long run are not all kept. */
function turnsOf(
  store: RunStore,
  events: readonly StoredEvent[],
  endedAt: string | undefined,
): readonly Turn[] {
  const startedAt = events[0]?.at ?? '';
  const named = new Set(
    events.flatMap(({ event, taskId, data }) =>
      event === 'turn_started' ? [keyOf({ taskId, number: data.turn })] : [],
    ),
  );
  const isOwn = (turn: Pick<Turn, 'taskId' | 'number' | 'startedAt'>): boolean =>
    named.has(keyOf(turn)) ||
    (turn.startedAt >= startedAt && (endedAt === undefined || turn.startedAt <= endedAt));
  const first = store.listTurnSummaries().find(isOwn);
  return first === undefined ? [] : store.listTurnsFrom(first.id).filter(isOwn);
}

function keyOf(turn: Pick<Turn, 'taskId' | 'number'>): string {
  return JSON.stringify([turn.taskId, turn.number]);
}
