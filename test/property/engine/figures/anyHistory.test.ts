import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { MetricSet, Metrics } from '../../../../src/model/report/metricSet';
import { History } from '../../../unit/reports/metrics/histories';

type Step =
  | { readonly do: 'turn'; readonly outcome: 'success' | 'progress' | 'no_progress' | 'not_agent' }
  | { readonly do: 'proof'; readonly level: 'stuck' | 'suspect' }
  | { readonly do: 'gate' }
  | { readonly do: 'human'; readonly what: string }
  | { readonly do: 'recovery'; readonly action: string };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('turn' as const),
    outcome: fc.constantFrom('success', 'progress', 'no_progress', 'no_progress', 'not_agent'),
  }),
  fc.record({ do: fc.constant('proof' as const), level: fc.constantFrom('stuck', 'suspect') }),
  fc.record({ do: fc.constant('gate' as const) }),
  fc.record({
    do: fc.constant('human' as const),
    what: fc.constantFrom('resume', 'notALoop', 'skip', 'rewind', 'redo', 'pause', 'retry'),
  }),
  fc.record({
    do: fc.constant('recovery' as const),
    action: fc.constantFrom('force_next', 'unblock_authority', 'escalate'),
  }),
);

/** Of each task its agent, the hour at which it begins, and what happened to it; steps of 1 to 900 minutes. */
const told = fc.array(
  fc.record({
    agent: fc.constantFrom('claude', 'codex'),
    hour: fc.nat(100),
    steps: fc.array(fc.tuple(step, fc.integer({ min: 1, max: 900 })), { maxLength: 25 }),
  }),
  { maxLength: 5 },
);
type Told = typeof told extends fc.Arbitrary<infer T> ? T : never;

function historyOf(
  tasks: Told,
  order: readonly number[] = tasks.map((_, index) => index),
): History {
  const all = new History();
  all.maxTurns = 20;
  for (const index of order) {
    const task = tasks[index];
    if (task !== undefined) all.and(oneTask(`task-${index}`, task));
  }
  return all;
}

function oneTask(name: string, { agent, hour, steps }: Told[number]): History {
  const history = new History(hour * 60, agent);
  for (const [each, minutes] of steps) {
    if (each.do === 'turn') history.turn(name, each.outcome);
    if (each.do === 'proof') history.proof(name, { level: each.level });
    if (each.do === 'gate') history.gate(name);
    if (each.do === 'human') history.human(name, each.what);
    if (each.do === 'recovery') {
      const facts = { action: each.action, loop_type: 'no_progress_repeat' };
      history.event('loop_recovery', name, facts);
    }
    history.wait(minutes);
  }
  return history;
}

const ADDED = [
  ...['turns', 'loops', 'gates', 'falseAlarms', 'resolvedGates'],
  ...['turnsAfterProof', 'msAfterProof', 'savedTurns', 'savedMs'],
] as readonly (keyof MetricSet)[];

function figuresIn({ all, agents, days }: Metrics): readonly MetricSet[] {
  return [all, ...agents.map(({ figures }) => figures), ...days.map(({ figures }) => figures)];
}

describe('figures of any history', () => {
  it('have rates within 0 and 1, and no count above what it is a part of', () => {
    fc.assert(
      fc.property(told, (tasks) => {
        for (const each of figuresIn(historyOf(tasks).metrics())) {
          for (const rate of [each.loopRate, each.gateRate, each.falseAlarmRate]) {
            assert.ok(rate === undefined || (rate >= 0 && rate <= 1), String(rate));
          }
          assert.ok(each.loopingTasks <= Math.min(each.tasks, each.loops));
          assert.ok(each.turnsAfterProof <= each.turns);
          assert.ok(
            each.resolvedGates <= each.gates &&
              each.falseAlarms <= each.resolvedGates + each.forced,
          );
          assert.ok((each.resolutionMs ?? 0) >= 0 && each.savedTurns >= 0);
          const proved = Object.values(each.patterns).reduce((sum, count) => sum + count, 0);
          assert.equal(proved, each.loops);
        }
      }),
    );
  });

  it('are the sum of their days, and of their agents', () => {
    fc.assert(
      fc.property(told, (tasks) => {
        const { all, days, agents } = historyOf(tasks).metrics();
        // What is done about visits is no single agent's.
        const recovered = tasks.some(({ steps }) => steps.some(([each]) => each.do === 'recovery'));
        for (const parts of recovered ? [days] : [days, agents]) {
          for (const name of ADDED) {
            const sum = parts.reduce((total, { figures }) => total + Number(figures[name]), 0);
            assert.equal(sum, all[name], name);
          }
        }
      }),
    );
  });

  it('do not depend on the order in which unrelated tasks are told', () => {
    fc.assert(
      fc.property(told, fc.array(fc.nat()), (tasks, seed) => {
        const order = tasks
          .map((_, index) => index)
          .sort((a, b) => (seed[a] ?? a) - (seed[b] ?? b) || a - b);
        assert.deepEqual(historyOf(tasks, order).metrics(), historyOf(tasks).metrics());
      }),
    );
  });

  it('are those of the single days where they are counted from a day on', () => {
    fc.assert(
      fc.property(told, fc.integer({ min: 1, max: 9 }), (tasks, day) => {
        const since = `2026-01-0${day}`;
        const history = historyOf(tasks);
        assert.deepEqual(
          history.metrics(since).days,
          history.metrics().days.filter((each) => each.day >= since),
        );
      }),
    );
  });

  it('read events with anything beside their facts', () => {
    const others = fc.dictionary(
      fc.string().map((name) => `other ${name}`),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(fc.array(others), (data) => {
        const history = new History().turn('a');
        for (const each of data) {
          history.event('loop_detected', 'a', each);
          history.event('gate_triggered', 'a', { ...each, reason: 'MAX_PIVOTS_EXCEEDED' });
          history.event('loop_recovery', 'a', each);
          history.event('intervention', 'a', each);
        }
        assert.equal(history.metrics().all.gates, data.length);
      }),
    );
  });
});
