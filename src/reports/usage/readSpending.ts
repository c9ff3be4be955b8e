import { addCall, NO_SPENDING, type Spending, type SpentCall } from '../../model/usage/spending';
import type { LastingEvent } from '../../model/events/lastingEvents';
import type { StoreReader } from '../../ports/store';

/** What all calls of agents used so far, the running ones included. */
export interface SpendingIndex {
  readonly all: Spending;
  /** By task; a task without a call has no entry. */
  readonly tasks: ReadonlyMap<string, Spending>;
  /** Of one turn, debuggers after it included; `number` as in `TurnStart`. */
  ofTurn(taskId: string, number: number): Spending | undefined;
  /** Of the calls that ended from one time to another (ISO 8601, UTC); without an end also of the running ones. */
  within(from: string, to?: string, tasks?: ReadonlySet<string>): Spending;
  /** These calls from a time on, the running ones included; without `tasks` of all. */
  list(from: string, tasks?: ReadonlySet<string>): readonly SpentEntry[];
}

/** One call of an agent. */
export interface SpentEntry {
  /** '' while it runs. */
  readonly at: string;
  readonly taskId: string;
  readonly turn: number;
  readonly agent: string;
  readonly usage: SpentCall;
}

interface Sums {
  readonly entries: readonly SpentEntry[];
  readonly all: Spending;
  readonly tasks: ReadonlyMap<string, Spending>;
  readonly turns: ReadonlyMap<string, Spending>;
}

/** Sums of lists of events that did not change since: a view is built every second. */
const known = new WeakMap<readonly LastingEvent[], Sums>();

/** Reads what was recorded and what running agents said so far. */
export function readSpending(
  store: Pick<StoreReader, 'listLastingEvents' | 'listRunningCalls'>,
): SpendingIndex {
  const events = store.listLastingEvents();
  const recorded = known.get(events) ?? sumUp(events.flatMap(toEntry), NOTHING);
  known.set(events, recorded);
  const running = store
    .listRunningCalls()
    .map(({ taskId, usage }) => ({ at: '', taskId, turn: usage.turn, agent: usage.agent, usage }));
  const sums = running.length === 0 ? recorded : sumUp(running, recorded);
  return {
    all: sums.all,
    tasks: sums.tasks,
    ofTurn: (taskId, number) => sums.turns.get(turnKey(taskId, number)),
    within: (from, to, of) => {
      const calls = select(sums.entries, { from, to, tasks: of });
      return calls.reduce((sum, { usage }) => addCall(sum, usage), NO_SPENDING);
    },
    list: (from, of) => select(sums.entries, { from, tasks: of }),
  };
}

const NOTHING: Sums = { entries: [], all: NO_SPENDING, tasks: new Map(), turns: new Map() };

interface Selection {
  readonly from: string;
  readonly to?: string | undefined;
  readonly tasks?: ReadonlySet<string> | undefined;
}

function select(
  entries: readonly SpentEntry[],
  { from, to, tasks }: Selection,
): readonly SpentEntry[] {
  return entries.filter(({ at, taskId }) => {
    if (tasks?.has(taskId) === false) return false;
    return at === '' ? to === undefined : at >= from && (to === undefined || at <= to);
  });
}

function toEntry(event: LastingEvent): readonly SpentEntry[] {
  if (event.event !== 'usage_reported') return [];
  const { at, taskId, data } = event;
  return [{ at, taskId, turn: data.turn, agent: data.agent, usage: data }];
}

function sumUp(added: readonly SpentEntry[], before: Sums): Sums {
  const tasks = new Map(before.tasks);
  const turns = new Map(before.turns);
  let { all } = before;
  for (const { taskId, turn, usage } of added) {
    all = addCall(all, usage);
    addTo(tasks, taskId, usage);
    addTo(turns, turnKey(taskId, turn), usage);
  }
  return { entries: [...before.entries, ...added], all, tasks, turns };
}

function addTo(sums: Map<string, Spending>, key: string, usage: SpentCall): void {
  sums.set(key, addCall(sums.get(key) ?? NO_SPENDING, usage));
}

function turnKey(taskId: string, number: number): string {
  return `${taskId}/${number}`;
}
