import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { carryOut } from '../../../src/engine/rewind/rewinding';
import { createLoopDetection } from '../../../src/engine/state/loopDetection';
import { COUNTS } from '../../support/scale';
import { limitsOf, steppingClock } from '../../support/scriptedRun';
import { removeTemplates } from './support/template';
import { Workbench } from './support/workbench';

const PATHS = ['src/a.js', 'src/b.js', 'new/c.js'] as const;

/** What happens next: somebody writes (or deletes) a file, or the strategy fails. */
type Step =
  | { readonly what: 'agent' | 'user'; readonly path: number; readonly deletes: boolean }
  | { readonly what: 'pivot' };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constantFrom('agent' as const, 'user' as const),
      path: fc.nat({ max: PATHS.length - 1 }),
      deletes: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ what: 'pivot' as const }) },
);

/** A real workspace of task A, with who wrote what last. */
class Bench {
  private number = 0;
  private readonly clock = { ...steppingClock(), newId: randomUUID };
  readonly start = new Map<string, string | undefined>();
  /** Paths at which a user's content, or an edit on top of one, stands. */
  readonly users = new Set<string>();
  /** Whoever deleted a path first: the same content belongs to its first author. */
  private readonly deletedByUser = new Map<string, boolean>();

  constructor(readonly workbench: Workbench) {
    for (const path of PATHS) this.start.set(path, this.read(path));
  }

  read(path: string): string | undefined {
    const at = join(this.workbench.root, path);
    return existsSync(at) ? readFileSync(at, 'utf8') : undefined;
  }

  private write(path: string, who: string, deletes: boolean): void {
    const at = join(this.workbench.root, path);
    if (deletes) {
      rmSync(at, { force: true });
      return;
    }
    mkdirSync(dirname(at), { recursive: true });
    writeFileSync(at, `${who} ${(this.number += 1)}: ${'words '.repeat(this.number)}`);
  }

  byUser(path: string, deletes: boolean): void {
    const before = this.read(path);
    this.write(path, 'user', deletes);
    if (this.read(path) !== before) this.note(path, true);
  }

  private note(path: string, byUser: boolean): void {
    const content = this.read(path);
    const first = this.deletedByUser.get(path) ?? byUser;
    if (content === undefined) this.deletedByUser.set(path, first);
    const isUsers = content === undefined ? first : byUser;
    if (content !== this.start.get(path) && isUsers) this.users.add(path);
    else this.users.delete(path);
  }

  async byAgent(path: string, deletes: boolean): Promise<void> {
    const before = this.read(path);
    await this.workbench.turn('A', () => this.write(path, 'agent', deletes));
    if (this.read(path) !== before) this.note(path, this.users.has(path));
  }

  /** The strategy fails; Devs returns the files before the next turn, which changes none. */
  async pivot(): Promise<ReadonlyMap<string, string | undefined>> {
    const { store } = this.workbench;
    const limits = limitsOf({ maxPivots: 100 });
    createLoopDetection(store, limits, this.clock).issuePivotDirective('A');
    store.setPivotFiles('A', { kind: 'due' });
    const seen = new Map<string, string | undefined>();
    await this.workbench.turn('A', () => {
      for (const path of PATHS) seen.set(path, this.read(path));
    });
    return seen;
  }

  contents(): ReadonlyMap<string, string | undefined> {
    return new Map(PATHS.map((path) => [path, this.read(path)]));
  }
}

async function opened(): Promise<Bench> {
  const bench = new Bench(await Workbench.open('git', { onPivot: 'start' }));
  await bench.workbench.turn('A', () => undefined);
  return bench;
}

describe('files that return at a pivot, on disk', function () {
  this.timeout(0);
  after(removeTemplates);

  it('never take away what a user wrote, and take back all else that the agent did', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 3, maxLength: 9 }), async (steps) => {
        const bench = await opened();
        try {
          for (const step of [...steps, { what: 'pivot' as const }]) {
            if (step.what === 'user') bench.byUser(PATHS[step.path] ?? '', step.deletes);
            if (step.what === 'agent') await bench.byAgent(PATHS[step.path] ?? '', step.deletes);
            if (step.what !== 'pivot') continue;
            const before = bench.contents();
            const seen = await bench.pivot();
            for (const path of PATHS) {
              const expected = bench.users.has(path) ? before : bench.start;
              assert.equal(seen.get(path), expected.get(path), path);
            }
          }
        } finally {
          bench.workbench.close();
        }
      }),
      { numRuns: COUNTS.pivotHistories, seed: 1 },
    );
  });

  it('are neither the user’s nor the agent’s work for a later rewind and redo', async () => {
    const bench = await opened();
    try {
      await bench.byAgent('src/a.js', false);
      await bench.byAgent('new/c.js', false);
      const abandoned = bench.contents();
      await bench.pivot();
      assert.deepEqual(bench.contents(), bench.start);
      const redone = await carryOut(bench.workbench.tools(), { kind: 'redo', taskId: 'A' });
      assert.ok(redone.ok, redone.message);
      assert.deepEqual(redone.done.kept, []);
      assert.deepEqual(bench.contents(), abandoned);
      const toStart = { kind: 'rewind', taskId: 'A', toTurn: 0 } as const;
      const rewound = await carryOut(bench.workbench.tools(), toStart);
      assert.ok(rewound.ok, rewound.message);
      assert.deepEqual(rewound.done.kept, []);
      assert.deepEqual(bench.contents(), bench.start);
    } finally {
      bench.workbench.close();
    }
  });
});
