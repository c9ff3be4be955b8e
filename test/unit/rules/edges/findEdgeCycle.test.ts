import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findEdgeCycle } from '../../../../src/rules/edges/findEdgeCycle';
import type { TrailHop } from '../../../../src/model/hops/roleMemory';
import { WORKING_ROLES } from '../../../../src/model/hops/roles';

const never = (): boolean => false;

interface Planned {
  readonly to: string;
  readonly request: string;
}

/** Hops of one turn, numbered from 1. */
function trailOf(hops: readonly Planned[], turn = 4): readonly TrailHop[] {
  return hops.map((hop, index) => ({ ...hop, at: `${turn}/${index + 1}` }));
}

const times = <T>(block: readonly T[], count: number): readonly T[] =>
  Array.from({ length: count }, () => block).flat();

const ROUND: readonly Planned[] = [
  { to: 'researcher', request: 'How are dates parsed?' },
  { to: 'coder', request: 'Accept ISO dates' },
];

describe('a cycle over several edges', () => {
  it('is found with its third repeat, and names its way and its hops', () => {
    assert.equal(findEdgeCycle(trailOf(times(ROUND, 3)).slice(0, 5), never), undefined);
    assert.deepEqual(findEdgeCycle(trailOf(times(ROUND, 3)), never), {
      detector: 'edge cycle',
      message:
        'Planner detected loop planner→researcher→coder→planner without progress after 6 hops.',
      hops: [1, 2, 3, 4, 5, 6],
    });
  });

  it('may go over turns: the hops of the newest turn are named', () => {
    const [before, now] = [trailOf(times(ROUND, 2), 4), trailOf(ROUND, 5)];
    assert.deepEqual(findEdgeCycle([...before, ...now], never)?.hops, [1, 2]);
  });

  it('may differ in wording, case and spaces', () => {
    const loud = ROUND.map(({ to, request }) => ({ to, request: ` ${request.toUpperCase()}!` }));
    assert.ok(findEdgeCycle(trailOf([...ROUND, ...loud, ...ROUND]), never));
    const other = ROUND.map(({ to, request }) => ({ to, request: `Once more: ${request}` }));
    const hops = trailOf([...ROUND, ...other, ...ROUND]);
    assert.equal(findEdgeCycle(hops, never), undefined);
    assert.ok(findEdgeCycle(hops, (a, b) => a.includes(b) || b.includes(a)));
  });

  it('is none where only a mark inside of a name is another', () => {
    const [a, b] = ['delete .env', 'delete env'].map((request) => [
      ...[
        { to: 'researcher', request: 'look' },
        { to: 'coder', request },
      ],
    ]);
    assert.ok(findEdgeCycle(trailOf([...a!, ...a!, ...a!]), never));
    assert.equal(findEdgeCycle(trailOf([...a!, ...b!, ...a!]), never), undefined);
  });

  it('is none of one role alone: that is what the limit of its edge is for', () => {
    const alone = { to: 'coder', request: 'again' };
    assert.equal(findEdgeCycle(trailOf(times([alone, alone], 10)), never), undefined);
  });

  it('is none where one request of a round is another one', () => {
    const hops = times(ROUND, 3).map((hop, at) => (at === 2 ? { ...hop, request: 'other' } : hop));
    assert.equal(findEdgeCycle(trailOf(hops), never), undefined);
  });

  it('is none where requests drift away little by little', () => {
    const size = (text: string): number => Number(/\d+/.exec(text)?.[0]);
    const near = (a: string, b: string): boolean => Math.abs(size(a) - size(b)) <= 1;
    const drifting = times(ROUND, 3).map(({ to }, at) => ({
      to,
      request: `size ${Math.floor(at / 2)}`,
    }));
    assert.equal(findEdgeCycle(trailOf(drifting), near), undefined);
  });

  it('is only suspected after two repeats', () => {
    assert.ok(findEdgeCycle(trailOf(times(ROUND, 2)), never, 2));
    assert.equal(findEdgeCycle(trailOf(times(ROUND, 2)), never), undefined);
  });

  it('is looked for with few questions about likeness, however many hops there are', () => {
    let asked = 0;
    const hops = Array.from({ length: 60 }, (_, at) => ({
      to: at % 2 === 0 ? 'coder' : 'verifier',
      request: `request ${at}`,
    }));
    findEdgeCycle(trailOf(hops), () => (asked += 1) > 0);
    const whole = asked;
    asked = 0;
    findEdgeCycle(trailOf(hops), (a) => {
      asked += 1;
      return !a.endsWith('3');
    });
    assert.ok(whole <= 6 && asked <= 84, `${whole}, ${asked}`);
  });
});

describe('cycles in any trail', () => {
  const role = fc.constantFrom<string>(...WORKING_ROLES);
  const block = fc
    .array(role, { minLength: 2, maxLength: 8 })
    .filter((roles) => new Set(roles).size > 1)
    .map((roles) => roles.map((to, at): Planned => ({ to, request: `step ${at}` })));
  const before = fc
    .array(role, { maxLength: 36 })
    .map((roles) => roles.map((to, at): Planned => ({ to, request: `other ${at}` })));

  it('none is found where every request is another one', () => {
    fc.assert(
      fc.property(before, (hops) => {
        assert.equal(findEdgeCycle(trailOf(hops), never), undefined);
      }),
    );
  });

  it('a planted one is found at exactly the end of its third repeat, wherever it begins', () => {
    fc.assert(
      fc.property(before, block, fc.nat(), (others, round, start) => {
        const from = start % round.length;
        const turned = [...round.slice(from), ...round.slice(0, from)];
        const hops = trailOf([...others, ...times(turned, 3)]);
        const found = hops.map((_, at) => findEdgeCycle(hops.slice(0, at + 1), never));
        assert.equal(
          found.findIndex((each) => each !== undefined),
          hops.length - 1,
        );
        const path = ['planner', ...turned.map(({ to }) => to), 'planner'].join('→');
        assert.equal(
          found.at(-1)?.message,
          `Planner detected loop ${path} without progress after ${3 * round.length} hops.`,
        );
        assert.equal(found.at(-1)?.hops.length, 3 * round.length);
      }),
    );
  });

  it('stays found for as long as it goes on', () => {
    fc.assert(
      fc.property(block, fc.integer({ min: 0, max: 20 }), (round, more) => {
        const hops = trailOf(times(round, 7).slice(0, 3 * round.length + more));
        assert.ok(findEdgeCycle(hops.slice(-60), never));
      }),
    );
  });
});
