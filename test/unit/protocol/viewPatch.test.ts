import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ViewUpdates } from '../../../src/vscode/dashboard/viewUpdates';
import type { DashboardView, ShownTask } from '../../../src/protocol/dashboardView';
import type { HostMessage } from '../../../src/protocol/messages';
import { applyChange, diffViews, isEmpty, isViewPatch } from '../../../src/protocol/viewPatch';
import { createHostConnection } from '../../../webview/hostConnection';
import { ready, task, turn, type ReadyView } from '../webview/samples';
import { runningSteps, stepTask, suspicion } from '../webview/stepTasks';

/** As it arrives on the other side. */
function posted<T>(message: T): T {
  return JSON.parse(JSON.stringify(message)) as T;
}

const statuses = fc.constantFrom('pending', 'in_progress', 'blocked', 'done', 'skipped');
const line = (id: string, title: string): ShownTask => {
  const { parent, priority, agent, status, statusReason, unverified, turnCount, attempts, loop } =
    task(id);
  const how = { agent, status, statusReason, unverified, turnCount, attempts, loop };
  return { id, title, parent, priority, entropy: 0, ...how };
};
const shownTask = fc
  .record({
    title: fc.constantFrom('Login', 'Invoices'),
    status: statuses,
    turns: fc.nat(3),
    whole: fc.boolean(),
    step: fc.option(fc.nat(3), { nil: undefined }),
  })
  .map(({ title, status, turns, whole, step }) => (id: string): ShownTask => {
    const steps = step === undefined ? undefined : runningSteps({ count: step });
    const marks = Array.from({ length: turns }, (_, index) => turn(index + 1));
    return whole ? task(id, { title, status, turns: marks, steps }) : line(id, title);
  });
const ids = fc.constantFrom('a', 'b', 'c', 'd', '__proto__', 'constructor', '1', '0', 'toString');
const readyView: fc.Arbitrary<DashboardView> = fc
  .record({
    tasks: fc.uniqueArray(fc.tuple(ids, shownTask), { selector: ([id]) => id }),
    run: fc.constantFrom('IDLE', 'RUNNING', 'PAUSED'),
    notices: fc.array(fc.string(), { maxLength: 2 }),
  })
  .map(({ tasks, run, notices }) =>
    ready(
      tasks.map(([id, of]) => of(id)),
      { run, notices },
    ),
  );
const anyView: fc.Arbitrary<DashboardView> = fc.oneof(
  { weight: 6, arbitrary: readyView },
  { weight: 1, arbitrary: fc.constant({ kind: 'empty', folder: 'shop' } as const) },
);

describe('patches of a view', () => {
  it('lead from any view to any other', () => {
    fc.assert(
      fc.property(readyView, readyView, (before, after) => {
        const change = posted(diffViews(before, after)!);
        assert.ok(isViewPatch({ revision: 2, base: 1, ...change }));
        const applied = applyChange(posted(before) as ReadyView, change);
        assert.deepEqual(posted(applied), posted(after));
      }),
    );
  });

  it('hold what differs and nothing else', () => {
    fc.assert(
      fc.property(readyView, (view) => {
        assert.ok(isEmpty(diffViews(view, posted(view))!));
      }),
    );
    const many = Array.from({ length: 50 }, (_, index) => task(`t${index}`));
    const changed = many.map((each) => (each.id === 't7' ? task('t7', { title: 'New' }) : each));
    assert.deepEqual(diffViews(ready(many), ready(changed)), {
      tasks: [changed[7]],
      steps: [],
      removed: [],
    });
    const { order } = diffViews(ready(many), ready(many.toReversed()))!;
    assert.deepEqual(order, many.map(({ id }) => id).toReversed());
  });

  it('name no more of a task than its steps where nothing else differs', () => {
    const others = Array.from({ length: 50 }, (_, index) => task(`t${index}`));
    const steps = runningSteps({ count: 12, suspicion });
    const [before, after] = [stepTask(), stepTask(steps)].map((each) => ready([each, ...others]));
    const change = diffViews(before!, after!)!;
    assert.deepEqual(change, { tasks: [], steps: [{ id: 'fix-rounding', steps }], removed: [] });
    assert.equal(isEmpty(change), false);
    assert.ok(JSON.stringify(change).length < 600);
    const ended = diffViews(after!, ready([{ ...stepTask(), steps: undefined }, ...others]));
    assert.deepEqual(ended?.steps, [{ id: 'fix-rounding' }]);
    const alone = ready([line('fix-rounding', 'Fix rounding')]);
    assert.equal(applyChange(alone, change), undefined);
  });

  it('bring a dashboard to what the host shows, whatever was lost on the way', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(anyView, fc.constantFrom('sent', 'sent', 'sent', 'lost', 'hidden'))),
        async (steps) => {
          const updates = new ViewUpdates();
          let now: DashboardView = ready([]);
          let shown: DashboardView | undefined;
          const answers: HostMessage[] = [];
          const host = createHostConnection({
            post: ({ id }) => {
              const result = updates.wholeView(now);
              answers.push({ type: 'response', id, ok: true, result });
            },
            show: (view) => (shown = view),
            answer: () => undefined,
            showMetrics: () => undefined,
            openTasks: () => [],
            onLost: (error) => assert.fail(String(error)),
          });
          const settle = async (): Promise<void> => {
            for (let next = answers.shift(); next !== undefined; next = answers.shift()) {
              host.receive(posted(next));
              await new Promise(setImmediate);
            }
          };
          for (const [view, how] of [...steps, [ready([task('last')]), 'sent'] as const]) {
            now = view;
            if (how === 'hidden') {
              updates.reset();
              continue;
            }
            const message = updates.nextMessage(view);
            if (how === 'lost' || message === undefined) continue;
            host.receive(posted(message));
            await settle();
            assert.deepEqual(posted(shown), posted(view));
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('are refused when they do not fit', () => {
    const view = ready([task('a'), task('b')]);
    const nothing = { tasks: [], steps: [], removed: [] };
    assert.equal(applyChange(view, { ...nothing, removed: ['c'] }), undefined);
    assert.equal(applyChange(view, { ...nothing, order: ['a'] }), undefined);
    assert.equal(applyChange(view, { ...nothing, order: ['a', 'a'] }), undefined);
    assert.equal(applyChange(view, { ...nothing, order: ['a', 'b', 'c', 'b'] }), undefined);
  });

  it('are told from anything else', () => {
    fc.assert(fc.property(fc.anything(), (value) => assert.equal(isViewPatch(value), false)));
    const good = { revision: 2, base: 1, tasks: [], steps: [], removed: [] };
    assert.equal(isViewPatch(good), true);
    const wrong = [
      { base: 1.5 },
      { tasks: [{}] },
      { steps: [{}] },
      { removed: [1] },
      { order: 'a' },
      { rest: { kind: 'empty' } },
    ];
    for (const part of wrong) assert.equal(isViewPatch({ ...good, ...part }), false);
  });
});
