import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { loadSqlJs } from '../../../../../src/platform/state/database/loadSqlJs';
import { SqlDatabase } from '../../../../../src/platform/state/database/sqlDatabase';
import { EVENT_NAMES, readEvent } from '../../../../../src/model/events/devsEvent';
import { structuredEvent } from '../../../../../src/model/events/structuredEvent';
import { buildMetrics } from '../../../../../src/reports/metrics/buildMetrics';
import { readFacts } from '../../../../../src/engine/overview/overviewFacts';
import { readRun } from '../../../../../src/reports/run/runFacts';
import type { Store } from '../../../../../src/ports/store';
import { createKeptStore, WASM_FILE } from '../../../../support/memoryStore';
import { eventOf } from '../../../../support/sampleEvents';

const AT = '2026-01-01T00:00:00.000Z';

interface RecordedEvent {
  readonly at: string;
  readonly event: string;
  readonly taskId?: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Events as runs of this version recorded them: every shape of their facts. */
const RECORDED: readonly RecordedEvent[] = readFileSync(
  join(__dirname, '../../../../fixtures/events/recorded.jsonl'),
  'utf8',
)
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as RecordedEvent);

type SqlRow = readonly [
  at: string | Uint8Array,
  event: string | Uint8Array,
  taskId: string | null,
  data: string | Uint8Array,
];

/** A store in whose file these rows were written by something else than Devs. */
async function storeWith(rows: readonly SqlRow[]): Promise<Store> {
  const kept = await createKeptStore();
  kept.store.upsertTask('a', 'a');
  const db = new SqlDatabase(await loadSqlJs(WASM_FILE), kept.bytes());
  for (const row of rows) {
    db.run('INSERT INTO events (at, event, task_id, data) VALUES (?, ?, ?, ?)', [...row]);
  }
  const bytes = db.bytes();
  db.close();
  kept.store.close();
  return (await createKeptStore(bytes)).store;
}

describe('events that the state holds', () => {
  it('are read as they were recorded, every kind of them', async () => {
    assert.deepEqual(
      new Set(RECORDED.map(({ event }) => event)),
      new Set(EVENT_NAMES),
      'the fixture has every event',
    );
    const store = await storeWith(
      RECORDED.map(({ at, event, taskId, data }) => {
        return [at, event, taskId ?? null, JSON.stringify(data)] as const;
      }),
    );
    assert.deepEqual(store.listEvents(9_999).toReversed(), RECORDED);
    for (const name of EVENT_NAMES) {
      const expected = RECORDED.filter(({ event }) => event === name);
      assert.deepEqual(store.listEventsNamed([name]), expected);
    }
    store.close();
  });

  it('of earlier versions get the facts that came later', () => {
    const read = (name: string, data: unknown) => {
      const event = readEvent({ at: AT, name, taskId: 'a', data });
      assert.notEqual(event.event, 'unknown', name);
      return event.data;
    };
    const paused = { from: 'in_progress', to: 'PAUSED_FOR_INTERVENTION' };
    assert.deepEqual(read('task_status_changed', paused), { ...paused, reason: '' });
    const skip = { what: 'skip', who: 'window', from: 'pending', to: 'skipped' };
    assert.deepEqual(read('intervention', skip), { ...skip, detail: '' });
    const gate = { reason: 'MAX_PIVOTS_EXCEEDED', failureCount: 3 };
    assert.deepEqual(read('gate_triggered', gate), {
      ...gate,
      ...{ agent_id: '', loop_count: 0, failure_history: [] },
      trigger_reason: 'MAX_PIVOTS_EXCEEDED',
    });
    const loop = { detector: 'entropy', evidence: [1, 2, 3], message: 'm', loop_count: 3 };
    assert.deepEqual(read('loop_detected', loop), {
      ...loop,
      ...{ kind: 'turn_after_turn', level: 'stuck', agent_id: '', error_signature: '' },
      ...{ is_exact_match: false, orchestrator_reasoning: 'm' },
    });
    const { agent, ...ended } = eventOf('turn_ended').data;
    assert.deepEqual([agent, read('turn_ended', ended)], ['claude', { ...ended, agent: '' }]);
  });

  it('that no version wrote are kept as unknown, and stop nobody who reads the others', async () => {
    const bytes = new Uint8Array([0xff, 0x00]);
    const hostile: readonly SqlRow[] = [
      ['', 'gate_triggered', 'a', '{}'],
      [AT, 'gate_triggered', null, JSON.stringify(eventOf('gate_triggered').data)],
      [AT, 'no_such_event', 'a', '{"x":1}'],
      [AT, 'toString', 'a', '{}'],
      [AT, '__proto__', 'a', '{}'],
      [AT, 'intervention', 'a', '{"what":"resume","from":"pending","to":"flying","detail":[]}'],
      [AT, 'loop_detected', 'a', '{"loopType":{},"evidence":"1,2"}'],
      [AT, 'run_started', null, '{"tasks":"all"}'],
      [AT, 'run_ended', null, '{"kind":"exploded"}'],
      [AT, 'turn_started', 'a', '[]'],
      [AT, 'turn_ended', 'a', 'null'],
      [AT, 'pivot_issued', 'a', 'no JSON {'],
      [bytes, bytes, 'a', bytes],
    ];
    const store = await storeWith([...hostile, [AT, 'run_started', null, '{"tasks":[]}']]);
    const [newest, ...others] = store.listEvents(99);
    assert.equal(newest?.event, 'run_started');
    assert.deepEqual(
      others.map(({ event }) => event),
      hostile.map(() => 'unknown'),
    );
    assert.deepEqual(
      others.find(({ data }) => data instanceof Object && 'x' in data),
      {
        ...{ at: AT, event: 'unknown', name: 'no_such_event', taskId: 'a', data: { x: 1 } },
      },
    );
    assert.deepEqual(store.listTaskEvents('a', 'intervention', 9), []);
    assert.equal(store.listEventsNamed(['run_started']).length, 1);
    assert.deepEqual(store.listNotices(), []);
    assert.equal(readFacts(store).loops.size, 0);
    assert.equal(buildMetrics({ store, maxTurns: 0 }).all.gates, 0);
    assert.equal(readRun(store)?.startedAt, AT);
    store.close();
  });

  it('are unknown or can be told, whatever JSON stands in their facts', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...EVENT_NAMES),
        fc.dictionary(
          fc.constantFrom('level', 'evidence', 'loopType', 'reason', 'what', 'kind', 'turn', 'x'),
          fc.jsonValue(),
        ),
        (name, changes) => {
          const sample = eventOf(name);
          const data = { ...sample.data, ...changes };
          const event = readEvent({ ...sample, name, data });
          if (event.event === 'unknown') assert.deepEqual(event.data, data);
          else assert.doesNotThrow(() => JSON.stringify(structuredEvent(event)));
        },
      ),
    );
  });
});
