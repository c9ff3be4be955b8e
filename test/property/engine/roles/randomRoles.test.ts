import assert from 'node:assert/strict';
import fc from 'fast-check';
import { EXITS, NEXT_STEPS, WORKING_ROLES, type TaskRoles } from '../../../../src/model/hops/roles';
import { hasEnded } from '../../../../src/model/turn/turn';
import { decide, playRoles, roleConfig, type RoleConfig } from '../../../support/roleScripts';
import {
  failing,
  FAILED,
  PASSED,
  ScriptedRun,
  type ScriptedTurn,
} from '../../../support/scriptedRun';
import { closeMemoryStores } from '../../../support/memoryStore';
import { COUNTS } from '../../../support/scale';

const NAMED = { agent: 'other', instructions: '' };

/** Which roles a task has, and what may be spent on it. */
const graphs = fc.record({
  researcher: fc.boolean(),
  verifier: fc.constantFrom('command', 'agent', 'none'),
  onStuck: fc.constantFrom(...EXITS),
  limits: fc.record({
    plannerToResearcher: fc.integer({ min: 1, max: 4 }),
    plannerToCoder: fc.integer({ min: 1, max: 4 }),
    plannerToVerifier: fc.integer({ min: 1, max: 4 }),
    maxSteps: fc.integer({ min: 1, max: 12 }),
    loopThreshold: fc.integer({ min: 1, max: 3 }),
    maxPivots: fc.integer({ min: 0, max: 2 }),
    maxTurns: fc.integer({ min: 1, max: 8 }),
  }),
});
type Graph = typeof graphs extends fc.Arbitrary<infer T> ? T : never;

function configFor({ researcher, verifier, onStuck, limits }: Graph): RoleConfig {
  const roles: TaskRoles = {
    planner: { instructions: '' },
    coder: NAMED,
    onStuck,
    ...(researcher ? { researcher: NAMED } : {}),
    ...(verifier === 'agent' ? { verifier: NAMED } : {}),
  };
  return { task: { roles }, limits, ...(verifier === 'none' ? { unverified: true as const } : {}) };
}

const texts = fc.constantFrom('', 'look', 'look again', 'write it', 'STRATEGY: x', 'BLOCKED: db');
const planners: fc.Arbitrary<ScriptedTurn> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .record({
        next: fc.constantFrom(...NEXT_STEPS),
        plan: fc.array(texts, { maxLength: 2 }),
        query: texts,
      })
      .map(({ next, plan, query }) => decide(next, { plan, query })),
  },
  {
    weight: 8,
    arbitrary: fc
      .record({ next: fc.constantFrom(...WORKING_ROLES), plan: fc.array(texts, { maxLength: 1 }) })
      .map(({ next, plan }) => decide(next, { plan })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', 'no idea', '{"next": 1}').map((reply) => ({ reply })),
  },
);
const workers: fc.Arbitrary<ScriptedTurn> = fc.record({
  reply: fc.constantFrom('', 'did it', 'found it', 'FAILED: no', 'PASSED: yes', 'DONE: all'),
  edits: fc.dictionary(
    fc.constantFrom('src/a.js', 'src/b.js', 'src/code.js'),
    fc.constantFrom('1', '2'),
    {
      maxKeys: 1,
    },
  ),
});
const verifications = fc.integer({ min: 3, max: 6 });

describe('random roles with random agents', () => {
  it('every run ends within the sum of its limits', async () => {
    const agents = fc.record({
      planners: fc.array(planners, { minLength: 1, maxLength: 12 }),
      workers: fc.array(workers, { minLength: 1, maxLength: 6 }),
      failing: fc.array(verifications, { minLength: 1, maxLength: 6 }),
    });
    await fc.assert(
      fc.asyncProperty(graphs, agents, async (graph, played) => {
        const turnOf = (list: readonly ScriptedTurn[], n: number): ScriptedTurn =>
          list[(n - 1) % list.length] ?? {};
        const run = await ScriptedRun.create(
          playRoles({
            planner: (n) => turnOf(played.planners, n),
            researcher: (n) => turnOf(played.workers, n),
            coder: (n) => turnOf(played.workers, n),
            verifier: (n) => turnOf(played.workers, n),
          }),
          roleConfig(configFor(graph)),
        );
        run.verification = (n) => ({
          end: FAILED,
          measurement: failing(played.failing[n % played.failing.length] ?? 5),
        });

        await run.run();

        const { limits } = graph;
        const turns = run.store.listTurns('fix').filter(hasEnded);
        assert.ok(turns.length <= limits.maxTurns);
        for (const { id, hopCount = 0 } of turns) {
          assert.ok(hopCount <= limits.maxSteps, `${hopCount} hops`);
          const calls = run.requests.filter(({ turnId }) => turnId === id).length;
          assert.ok(calls <= 3 * limits.maxSteps + 2, `${calls} calls`);
        }
        const { status } = run.store.getTask('fix') ?? {};
        assert.notEqual(status, 'in_progress');
      }),
      { plugins: [fc.afterEach(closeMemoryStores)], numRuns: COUNTS.roleRuns },
    );
  });

  it('an agent that makes real progress on each hop is never aborted', async () => {
    const ways = fc.array(fc.constantFrom(...WORKING_ROLES), { maxLength: 24 });
    await fc.assert(
      fc.asyncProperty(graphs, ways, async (graph, way) => {
        const path = [...way, 'coder'] as const;
        const limits = { ...graph.limits, maxSteps: path.length, maxPivots: 0 };
        let done = false;
        const run = await ScriptedRun.create(
          playRoles({
            planner: (n) => {
              const next = path[n - 1] ?? 'done';
              done = next === 'done';
              return decide(next, {
                plan: [`the ${next} comes next`],
                query: SUBJECTS[n - 1] ?? '',
              });
            },
            researcher: (n) => ({ reply: `fact ${n} of many` }),
            coder: (n) => ({ edits: { [`src/part${n}.js`]: `${n}` } }),
          }),
          roleConfig(configFor({ ...graph, limits, researcher: true, verifier: 'command' })),
        );
        run.verification = (n) => ({
          end: done ? PASSED : FAILED,
          measurement: failing(done ? 0 : 500 - n, 1_000),
        });

        await run.run();

        const task = run.store.getTask('fix');
        assert.equal(task?.status, 'done', task?.statusReason);
        assert.ok(!run.events.some(({ event }) => event === 'loop_detected'));
      }),
      { plugins: [fc.afterEach(closeMemoryStores)], numRuns: COUNTS.roleRuns },
    );
  });

  it('nor is one that gets on in one file alone, whoever verifies it and whenever', async () => {
    const steps = fc.constantFrom('coder', 'coder', 'researcher', 'verifier', 'done');
    const cases = fc.record({
      way: fc.array(steps, { maxLength: 20 }),
      byAgent: fc.boolean(),
      counts: fc.boolean(),
      limit: fc.integer({ min: 1, max: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ way, byAgent, counts, limit }) => {
        // Where nothing is counted, turns that end with a failure are no progress by the rules of turns.
        const path = [...way.filter((next) => counts || next !== 'done'), 'coder'].flatMap((next) =>
          next === 'coder' ? [next] : [next, 'coder'],
        ) as ('coder' | 'researcher' | 'verifier' | 'done')[];
        const parts = path.filter((next) => next === 'coder').length;
        const run = await ScriptedRun.create(
          playRoles({
            planner: (n) =>
              decide(path[n - 1] ?? 'done', { plan: ['go on'], query: 'what is left?' }),
            coder: (n) => ({ edits: { 'src/code.js': 'x'.repeat(n) } }),
            researcher: () => ({ reply: `${left()} parts are left` }),
            verifier: () => ({ reply: `FAILED: ${left()} parts are missing` }),
          }),
          roleConfig({
            roles: byAgent ? { verifier: NAMED } : {},
            limits: {
              ...{ maxSteps: 100, maxPivots: 0, loopThreshold: 2 },
              ...{ plannerToCoder: limit, plannerToResearcher: limit, plannerToVerifier: limit },
            },
          }),
        );
        const left = (): number =>
          parts - (run.files.get('src/code.js')?.replace('original', '').length ?? 0);
        run.verification = () => ({
          end: left() === 0 ? PASSED : FAILED,
          output: `error: the ${SUBJECTS[left() % SUBJECTS.length]} part is missing ${SUBJECTS[left() >> 4]}`,
          ...(counts && { measurement: failing(left(), 100) }),
        });

        await run.run();

        const task = run.store.getTask('fix');
        assert.equal(task?.status, 'done', task?.statusReason);
        assert.ok(!run.events.some(({ event }) => event === 'gate_triggered'));
      }),
      { plugins: [fc.afterEach(closeMemoryStores)], numRuns: COUNTS.roleRuns },
    );
  });
});

/** Questions that have nothing to do with each other. */
const SUBJECTS = [
  'rounding',
  'dates',
  'logging',
  'caching',
  'parsing',
  'printing',
  'sorting',
  'locks',
  'queues',
  'colours',
  'fonts',
  'tokens',
  'routes',
  'menus',
  'mails',
  'files',
  'zones',
  'units',
  'taxes',
  'carts',
  'stock',
  'users',
  'roles',
  'hooks',
  'pages',
];
