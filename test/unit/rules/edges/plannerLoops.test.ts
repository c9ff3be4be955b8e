import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  checkEdge,
  createEdgeGuard,
  toEdgeLimits,
  type SeenBeforeHop,
} from '../../../../src/rules/edges/edgeGuard';
import { countHop, resetEdges } from '../../../../src/rules/edges/loopCounters';
import { parseDecision } from '../../../../src/rules/roles/parseDecision';
import {
  EDGES,
  edgeTo,
  NO_HOPS,
  WORKING_ROLES,
  type Edge,
  type WorkingRole,
} from '../../../../src/model/hops/roles';

const LIMITS = toEdgeLimits({ plannerToResearcher: 5, plannerToCoder: 5, plannerToVerifier: 3 });
const MOST_HOPS = 100;

const decides = (next: string): string => JSON.stringify({ next, reason: 'need to assess' });

/** A planner's replies, one after the other, as a program that uses the guard follows them. */
function run(reply: (hop: number) => string, seen: (hop: number) => SeenBeforeHop = () => ({})) {
  const guard = createEdgeGuard();
  for (let hop = 1; hop <= MOST_HOPS; hop += 1) {
    const parsed = parseDecision(reply(hop));
    assert.ok(parsed.ok);
    const { next, reason } = parsed.decision;
    if (!WORKING_ROLES.some((role) => role === next)) return { hop, next, reason };
    const { verdict, counters } = guard.hop(next as WorkingRole, seen(hop));
    if (verdict.kind === 'stuck') return { hop, next: 'snitch', reason: verdict.message, counters };
  }
  return { hop: MOST_HOPS, next: 'still running', reason: '' };
}

describe('a planner that routes into a loop', () => {
  it('comes to the snitch instead of the researcher at the sixth hop without progress', () => {
    assert.deepEqual(
      run(() => decides('researcher')),
      {
        hop: 6,
        next: 'snitch',
        reason: 'Planner detected loop planner→researcher without progress after 6 hops.',
        counters: { planner_to_researcher: 6, planner_to_coder: 0, planner_to_verifier: 0 },
      },
    );
  });

  it('comes to it at the sixth hop to the coder and at the fourth to the verifier', () => {
    const coder = run(() => decides('coder'));
    assert.equal(coder.hop, 6);
    assert.match(
      coder.reason,
      /^Planner detected loop planner→coder without progress after 6 hops\.$/,
    );
    const verifier = run(() => decides('verifier'));
    assert.equal(verifier.hop, 4);
    assert.match(verifier.reason, /loop planner→verifier without progress after 4 hops\.$/);
  });

  it('comes to it however its hops are mixed', () => {
    const roles = ['coder', 'researcher', 'verifier'];
    const { hop, next } = run((at) => decides(roles[at % 3] ?? ''));
    assert.equal(next, 'snitch');
    assert.equal(hop, 11);
  });

  it('does not when research goes on to bring something new', () => {
    const seen = (hop: number) => ({ query: 'the same', results: [`result ${hop}`] });
    assert.equal(run(() => decides('researcher'), seen).next, 'still running');
  });

  it('does not care how often the researcher was tried: attemptCount is no progress', () => {
    const seen = (hop: number): SeenBeforeHop => {
      const attempt = { query: 'where?', attemptCount: hop };
      return attempt;
    };
    // The first query is new.
    assert.equal(run(() => decides('researcher'), seen).hop, 6);
  });

  it('may decide for itself that it is done', () => {
    const { hop, next } = run((at) => decides(at < 3 ? 'coder' : 'done'));
    assert.deepEqual([hop, next], [3, 'done']);
  });
});

describe('the counters of the edges', () => {
  it('count a hop along its edge only', () => {
    const counters = countHop(countHop(NO_HOPS, 'planner_to_coder'), 'planner_to_coder');
    assert.deepEqual(counters, { ...NO_HOPS, planner_to_coder: 2 });
    assert.deepEqual(NO_HOPS.planner_to_coder, 0);
  });

  it('begin anew on the edges that progress was seen on', () => {
    const counters = { planner_to_researcher: 3, planner_to_coder: 2, planner_to_verifier: 1 };
    const reset = resetEdges(counters, ['planner_to_researcher', 'planner_to_verifier']);
    assert.deepEqual(reset, { ...NO_HOPS, planner_to_coder: 2 });
    assert.deepEqual(resetEdges(counters, []), counters);
  });

  it('may reach their limit, and no more', () => {
    const at = (planner_to_verifier: number) =>
      checkEdge({ ...NO_HOPS, planner_to_verifier }, 'planner_to_verifier', LIMITS);
    const edge = 'planner_to_verifier';
    assert.deepEqual(at(3), { kind: 'open', edge, count: 3, limit: 3 });
    assert.deepEqual(at(4), {
      ...{ kind: 'stuck', edge, count: 4, limit: 3 },
      message: 'Planner detected loop planner→verifier without progress after 4 hops.',
    });
  });
});

describe('the edge guard, whatever the planner does', () => {
  const role = fc.constantFrom(...WORKING_ROLES);
  const limit = fc.integer({ min: 1, max: 12 });
  const limits = fc.record({
    ...{ planner_to_researcher: limit, planner_to_coder: limit, planner_to_verifier: limit },
  });

  /** Something new on an edge, different for each number. */
  const news = (next: WorkingRole, number: number): SeenBeforeHop => {
    switch (next) {
      case 'researcher':
        return { query: `module${number}.ts?`, results: [`answer ${number}`] };
      case 'coder':
        return { changedPaths: [`src/file${number}.ts`] };
      case 'verifier':
        return { testResults: { passed: false, failure: `failure ${number}` } };
    }
  };

  it('never stops one that gets on with each hop', () => {
    fc.assert(
      fc.property(fc.array(role, { maxLength: 60 }), limits, (hops, given) => {
        const guard = createEdgeGuard({ limits: given });
        hops.forEach((next, at) => {
          const before = hops[at - 1];
          const seen = before === undefined ? {} : news(before, at);
          assert.equal(guard.hop(next, seen).verdict.kind, 'open');
        });
      }),
      { numRuns: 100 },
    );
  });

  it('stops one that gets nowhere at exactly one hop more than the limit of an edge', () => {
    fc.assert(
      fc.property(fc.array(role, { maxLength: 60 }), limits, (hops, given) => {
        const guard = createEdgeGuard({ limits: given });
        const taken = new Map<Edge, number>();
        for (const next of hops) {
          const edge = edgeTo(next);
          const count = (taken.get(edge) ?? 0) + 1;
          taken.set(edge, count);
          const { verdict } = guard.hop(next, { changedPaths: [], results: [], bests: 0 });
          assert.equal(verdict.kind, count > given[edge] ? 'stuck' : 'open');
          assert.equal(verdict.count, count);
        }
      }),
    );
  });

  it('counts on each edge the hops since something new was seen there', () => {
    const step = fc.record({
      next: role,
      fresh: fc.subarray([...WORKING_ROLES]),
      best: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const guard = createEdgeGuard();
        let expected = { ...NO_HOPS };
        let bests = 0;
        steps.forEach(({ next, fresh, best }, at) => {
          bests += best ? 1 : 0;
          const seen = fresh.map((each) => news(each, at)).reduce((a, b) => ({ ...a, ...b }), {});
          const reset = best ? EDGES : fresh.map(edgeTo);
          expected = countHop(resetEdges(expected, reset), edgeTo(next));
          assert.deepEqual(guard.hop(next, { ...seen, bests }).counters, expected);
          assert.deepEqual(guard.loopCounters, expected);
        });
      }),
      { numRuns: 50 },
    );
  });
});
