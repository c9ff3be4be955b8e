import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createEdgeGuard, type EdgeGuard } from '../../../../src/rules/edges/edgeGuard';
import type { EdgeGuardState } from '../../../../src/rules/edges/edgeGuardState';
import type { WorkingRole } from '../../../../src/model/hops/roles';
import { bundleEdgeGuard, type EdgeGuardBundle } from '../../../support/edgeGuardBundle';

const SEEN = { query: 'where?', results: ['there'], changedPaths: ['a.ts'], state: 's1', bests: 1 };

/** The guard as it is after its state was written down and read again. */
function reopened(guard: EdgeGuard): EdgeGuard {
  return createEdgeGuard({ state: JSON.parse(JSON.stringify(guard.state())) as EdgeGuardState });
}

describe('an edge guard', () => {
  it('goes on where it was after its state was written down and read again', () => {
    const whole = createEdgeGuard();
    let broken = createEdgeGuard();
    const roles = ['researcher', 'coder', 'coder', 'verifier'] as const;
    for (let hop = 0; hop < 20; hop += 1) {
      const role = roles[hop % 4] ?? 'coder';
      const failed = { passed: false, failure: `failure ${hop % 3}` };
      const seen = hop === 0 ? {} : { ...SEEN, testResults: failed, request: `request ${hop % 4}` };
      broken = reopened(broken);
      assert.deepEqual(broken.hop(role, seen), whole.hop(role, seen));
      assert.deepEqual(broken.loopCounters, whole.loopCounters);
    }
    assert.equal(whole.hop('coder', {}).verdict.kind, 'stuck');
  });

  it('can be asked without anything seen', () => {
    const guard = createEdgeGuard();
    guard.hop('coder');
    assert.equal(guard.hop('coder').counters.planner_to_coder, 2);
  });

  it('keeps its counters to itself', () => {
    const guard = createEdgeGuard({ limits: { planner_to_coder: 1 } });
    for (const counters of [guard.hop('coder').counters, guard.loopCounters]) {
      Object.assign(counters, { planner_to_coder: -100 });
    }
    assert.equal(guard.hop('coder').verdict.kind, 'stuck');
  });

  it('has a state that can be read again whatever a measurement counts', () => {
    for (const bests of [Number.NaN, 0.5, Infinity, -1]) {
      const guard = createEdgeGuard();
      guard.hop('coder', { bests });
      assert.equal(reopened(guard).hop('coder', { bests: 1 }).counters.planner_to_coder, 1);
    }
  });

  it('refuses a state that is none', () => {
    const state = createEdgeGuard().state();
    const wrong: readonly unknown[] = [
      ...[null, 1, 'x', [], {}, { ...state, hops: -1 }, { ...state, trail: [{}] }],
      { ...state, loopCounters: { planner_to_coder: 1 } },
      { ...state, loopCounters: { ...state.loopCounters, planner_to_coder: '1' } },
      { ...state, observed: { ...state.observed, states: [1] } },
      { ...state, observed: { ...state.observed, queries: undefined } },
      { ...state, observed: { ...state.observed, researchResults: null } },
    ];
    for (const each of wrong) {
      assert.throws(() => createEdgeGuard({ state: each as EdgeGuardState }), TypeError);
    }
    assert.deepEqual(createEdgeGuard({ state }).loopCounters, state.loopCounters);
  });

  it('refuses a limit below 1 and a role that it does not know', () => {
    for (const planner_to_coder of [0, -1, 1.5, Number.NaN, Infinity]) {
      assert.throws(() => createEdgeGuard({ limits: { planner_to_coder } }), {
        name: 'RangeError',
        message: `The limit of planner_to_coder is ${planner_to_coder}; it must be a whole number from 1.`,
      });
    }
    const guard = createEdgeGuard();
    assert.throws(() => guard.hop('reviewer' as WorkingRole, {}), {
      name: 'RangeError',
      message: 'There is no role "reviewer"; there are researcher, coder, verifier.',
    });
    assert.equal(guard.hop('coder', {}).verdict.count, 1);
  });

  it('takes the limits that it is given and keeps the others', () => {
    const guard = createEdgeGuard({ limits: { planner_to_coder: 1 } });
    assert.equal(guard.hop('coder', {}).verdict.kind, 'open');
    assert.equal(guard.hop('coder', {}).verdict.kind, 'stuck');
    assert.equal(guard.hop('verifier', {}).verdict.limit, 3);
  });

  it('compares queries as it is told to', () => {
    const guard = createEdgeGuard({ sameQuery: (a, b) => a.length === b.length });
    const why = (query: string) => guard.hop('researcher', { query }).progress.why;
    assert.deepEqual(['one', 'two', 'three', 'seven'].map(why), [
      'a new query',
      '',
      'a new query',
      '',
    ]);
  });

  it('tells long queries apart by their ends', () => {
    const guard = createEdgeGuard({ sameQuery: () => false });
    const long = 'x'.repeat(100_000);
    const why = (query: string) => guard.hop('researcher', { query }).progress.why;
    assert.deepEqual([`${long}a`, `${long}b`, `${long}a`].map(why), [
      'a new query',
      'a new query',
      '',
    ]);
  });

  it('tells long requests apart by their ends: a plan of which a step is done is another one', () => {
    const plan = 'a step; '.repeat(1_000);
    const cycles = (ends: readonly string[]) => {
      const guard = createEdgeGuard({ sameQuery: () => false });
      return ends.map((end, hop) => {
        const role = hop % 2 === 0 ? 'coder' : 'researcher';
        return guard.hop(role, { request: `${plan}${end}` }).cycle !== undefined;
      });
    };
    assert.deepEqual(cycles(['1', '1', '2', '2', '3', '3']), Array(6).fill(false));
    assert.equal(cycles(['1', '2', '1', '2', '1', '2']).at(-1), true);
  });

  it('stays small whatever it sees', () => {
    const guard = createEdgeGuard({ sameQuery: () => false });
    for (let hop = 0; hop < 300; hop += 1) {
      guard.hop('researcher', {
        query: `${hop}`.repeat(10_000),
        changedPaths: Array.from({ length: 30 }, (_, at) => `src/${hop}/${at}.ts`),
        state: `state ${hop}`.repeat(1_000),
        testResults: { passed: false, failure: `${hop}`.repeat(10_000) },
        request: 'r'.repeat(100_000),
      });
    }
    assert.ok(JSON.stringify(guard.state()).length < 120_000);
  });
});

describe('the bundle of the edge guard', () => {
  let bundle: EdgeGuardBundle;
  before(async () => (bundle = await bundleEdgeGuard()));
  after(() => bundle.remove());

  it('is made of the model, the rules, texts and one package', () => {
    const others = bundle.inputs.filter((path) => !/^src\/(?:model|rules|text)\//.test(path));
    assert.deepEqual(others, ['node_modules/stemmer/index.js']);
  });

  it('works in a program that has nothing else', () => {
    const program = `
      const { createEdgeGuard } = require('./edgeGuard.js');
      const guard = createEdgeGuard({ limits: { planner_to_verifier: 1 } });
      guard.hop('verifier', {});
      const state = JSON.parse(JSON.stringify(guard.state()));
      const { verdict } = createEdgeGuard({ limits: { planner_to_verifier: 1 }, state }).hop('verifier', {});
      console.log(verdict.message);`;
    const printed = execFileSync(process.execPath, ['-e', program], {
      cwd: bundle.folder,
      env: {},
    });
    assert.equal(
      printed.toString(),
      'Planner detected loop planner→verifier without progress after 2 hops.\n',
    );
  });
});
