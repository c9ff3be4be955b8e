import assert from 'node:assert/strict';
import type { Hop } from '../../../../src/model/hops/hop';
import type { LeaseHolder } from '../../../../src/model/workspace/leaseHolder';
import { MAX_SHOWN_HOPS, type TaskOverview } from '../../../../src/model/overview/overview';
import type { RoleMemory } from '../../../../src/model/hops/roleMemory';
import { NO_HOPS, type Edge, type TaskRoles } from '../../../../src/model/hops/roles';
import { buildOverview } from '../../../../src/engine/overview/buildOverview';
import type { Store, StoreReader } from '../../../../src/ports/store';
import { createMemoryStore } from '../../../support/memoryStore';
import { configOf, taskOf } from '../../../support/scriptedRun';
import { TURN_END, turnStart } from '../../platform/state/database/samples';

const ROLES: TaskRoles = {
  planner: { instructions: '' },
  researcher: { instructions: '' },
  coder: { instructions: '' },
  onStuck: 'snitch',
};
const HOLDER: LeaseHolder = { pid: 1, who: 'terminal', host: 'mill', since: '2026-01-01' };

function edgeHop(number: number, to: string, count: number, change: Partial<Hop> = {}): Hop {
  const name = `planner_to_${to}` as Edge;
  return {
    number,
    kind: 'edge',
    from: 'planner',
    to,
    reason: 'next',
    request: `step ${number}`,
    outcome: 'answered',
    answer: 'done',
    startedAt: '2026-01-01T00:00:00.000Z',
    edge: { name, count, limit: 5 },
    transcript: '',
    ...change,
  };
}

function asked(number: number, from: string, to: string, sameAs: readonly string[] = []): Hop {
  const { edge, ...hop } = edgeHop(number, to, 1);
  assert.ok(edge);
  return { ...hop, kind: 'request', from, ...(sameAs.length === 0 ? {} : { sameAs }) };
}

function memory(strategy: number, planner_to_coder: number): RoleMemory {
  return {
    strategy,
    loopCounters: { ...NO_HOPS, planner_to_coder },
    observed: {
      lastQuery: '',
      queries: [],
      researchResults: [],
      ...{ fileChanges: [], state: '', states: [], failures: [], bests: 0 },
    },
    research: [],
    researchQuality: { lastQuery: '', attemptCount: 0, reasons: '' },
    trail: [],
  };
}

describe('what happens inside the turns of a task, in its overview', () => {
  let store: Store;
  beforeEach(async () => {
    store = await createMemoryStore();
    store.upsertTask('a', 'a');
  });
  afterEach(() => store.close());

  const ended = (number: number, hops: readonly Hop[]): void => {
    store.startTurn(turnStart('a', number));
    const { hops: sample, hopCount, ...end } = TURN_END;
    assert.ok(sample && hopCount);
    store.endTurn(`a-${number}`, hops.length === 0 ? end : { ...end, hops, hopCount: hops.length });
  };
  const running = (number: number, hops: readonly Hop[]): void => {
    store.startTurn(turnStart('a', number));
    for (const hop of hops) store.putHop(`a-${number}`, hop);
    store.setRunStatus('RUNNING');
  };
  const overviewOf = (
    change: { roles?: TaskRoles; verify?: false; holder?: LeaseHolder; reader?: StoreReader } = {},
  ): TaskOverview => {
    const { holder, reader = store, roles } = change;
    const { verify, ...plain } = taskOf({ id: 'a', ...(roles === undefined ? {} : { roles }) });
    assert.ok(verify);
    const config = configOf({ tasks: [change.verify === false ? plain : { ...plain, verify }] });
    const sources = { holder };
    const { tasks } = buildOverview({
      config: { kind: 'ok', config },
      store: reader,
      ...sources,
    });
    assert.ok(tasks[0]);
    return tasks[0];
  };

  it('is absent where nothing does, and then no turn is read', () => {
    for (let number = 1; number <= 4; number += 1) ended(number, []);
    const refused = (): never => assert.fail('a turn was read');
    const reader: StoreReader = { ...store, listTurns: refused, listHops: refused };
    assert.equal(overviewOf({ roles: ROLES, reader }).hops, undefined);
  });

  it('is read of the tasks at work or in need of you and of those worked on last, of no more than 100', () => {
    const ids = Array.from({ length: 300 }, (_, at) => `t${at}`);
    for (const [at, id] of ids.entries()) {
      store.upsertTask(id, id);
      const startedAt = `2026-01-01T00:${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}.000Z`;
      store.startTurn({ ...turnStart(id, 1), startedAt });
      store.endTurn(`${id}-1`, TURN_END);
    }
    store.updateTask('t3', { status: 'PAUSED_FOR_INTERVENTION' });
    let reads = 0;
    const listTurns: Store['listTurns'] = (...of) => {
      reads += 1;
      return store.listTurns(...of);
    };
    const config = configOf({ tasks: ids.map((id) => taskOf({ id })) });
    const { tasks } = buildOverview({
      config: { kind: 'ok', config },
      store: { ...store, listTurns },
      holder: undefined,
    });
    assert.equal(reads, 100);
    const shown = tasks.flatMap(({ id, hops }) => (hops === undefined ? [] : [id]));
    assert.deepEqual(shown, ['t3', ...ids.slice(-99)]);
  });

  it('counts the edges that the task has as its roles remember them, with the limits of devs.yaml', () => {
    ended(1, [edgeHop(1, 'coder', 1), edgeHop(2, 'coder', 2)]);
    store.updateTask('a', { roleMemory: memory(1, 2), strategyNumber: 1 });
    const hops = overviewOf({ roles: ROLES, verify: false }).hops;
    assert.deepEqual(hops?.edges, [
      { edge: 'planner_to_researcher', count: 0, limit: 5, total: 0 },
      { edge: 'planner_to_coder', count: 2, limit: 5, total: 2 },
    ]);
    assert.deepEqual(hops.steps, { count: 2, limit: 30 });
    assert.deepEqual(
      overviewOf({ roles: ROLES }).hops?.edges.map(({ edge }) => edge),
      ['planner_to_researcher', 'planner_to_coder', 'planner_to_verifier'],
    );
  });

  it('counts nothing of a strategy that was given up', () => {
    ended(1, [edgeHop(1, 'coder', 1)]);
    store.updateTask('a', { roleMemory: memory(1, 1), strategyNumber: 2 });
    const coder = overviewOf({ roles: ROLES }).hops?.edges.find(
      ({ edge }) => edge === 'planner_to_coder',
    );
    assert.deepEqual(coder, { edge: 'planner_to_coder', count: 0, limit: 5, total: 1 });
  });

  it('lets the newest hop of the running turn win, and says who works right now', () => {
    ended(1, [edgeHop(1, 'coder', 1)]);
    store.updateTask('a', { roleMemory: memory(1, 1), strategyNumber: 1, status: 'in_progress' });
    const atWork = { outcome: 'running', answer: '' } as const;
    running(2, [edgeHop(1, 'coder', 2), edgeHop(2, 'coder', 3, atWork)]);
    const hops = overviewOf({ roles: ROLES, holder: HOLDER }).hops;
    assert.equal(hops?.edges[1]?.count, 3);
    assert.equal(hops.edges[1].total, 3);
    assert.equal(hops.current?.number, 2);
    assert.deepEqual(
      hops.newest.map(({ turn, number }) => `${turn}.${number}`),
      ['1.1', '2.1', '2.2'],
    );
    assert.equal(hops.steps.count, 2);
  });

  it('says that nobody works where the run was killed', () => {
    store.updateTask('a', { status: 'in_progress' });
    running(1, [edgeHop(1, 'coder', 1, { outcome: 'running' })]);
    const hops = overviewOf({ roles: ROLES }).hops;
    assert.equal(hops?.current, undefined);
    assert.equal(hops?.newest.length, 1);
  });

  it('sums up requests between agents, those that had been made before too', () => {
    ended(1, [asked(1, 'backend', 'security')]);
    ended(2, [asked(1, 'backend', 'security', ['1/1']), asked(2, 'security', 'backend')]);
    const hops = overviewOf().hops;
    assert.deepEqual(hops?.requests, [
      { from: 'backend', to: 'security', total: 2, repeated: 1 },
      { from: 'security', to: 'backend', total: 1, repeated: 0 },
    ]);
    assert.deepEqual(hops.edges, []);
  });

  it('reads the last three turns at most, lists the newest hops, and cuts long texts', () => {
    const many = Array.from({ length: 20 }, (_, index) => edgeHop(index + 1, 'coder', 1));
    const long = edgeHop(1, 'coder', 1, { request: 'x'.repeat(1_000), answer: 'y'.repeat(1_000) });
    for (const [number, hops] of [[long], many, many, [...many, long]].entries()) {
      ended(number + 1, hops);
    }
    const reads: (number | undefined)[] = [];
    const listTurns: StoreReader['listTurns'] = (countsOn, limit) => {
      reads.push(limit);
      return store.listTurns(countsOn, limit);
    };
    const hops = overviewOf({ roles: ROLES, reader: { ...store, listTurns } }).hops;
    assert.deepEqual(reads, [3]);
    assert.equal(hops?.newest.length, MAX_SHOWN_HOPS);
    assert.deepEqual(
      [hops.newest.at(-1)?.request.length, hops.newest.at(-1)?.answer.length],
      [300, 300],
    );
    assert.equal(hops.edges[1]?.total, 61);
  });
});
