import assert from 'node:assert/strict';
import type { TaskView } from '../../src/protocol/dashboardView';
import { pauseCauses } from '../unit/webview/pauseCauses';
import { ready, task, turn, uncounted, type ReadyView } from '../unit/webview/samples';
import { runningSteps } from '../unit/webview/stepTasks';
import { useDashboard } from './useDashboard';

/** What VS Code leaves for a view in a window of 800 pixels. */
const SIDE_BAR = { width: 350, height: 700 };

/** A task in its first turn, in a worktree. */
function beginner(id: string, change: Partial<TaskView> = {}): TaskView {
  const first = { ...uncounted, outcome: 'running', durationMs: undefined, reason: '' } as const;
  return task(id, {
    ...{ status: 'in_progress', worktree: `/state/${id}`, turns: [turn(1, first)] },
    steps: runningSteps({ turn: 1 }),
    ...change,
  });
}

function atWork(tasks: readonly TaskView[]): ReadyView {
  const several = tasks.length > 1 && { atWork: tasks.length };
  const progress = { task: 1, of: tasks.length, ended: 0, ...several };
  return ready(tasks, { run: 'RUNNING', progress });
}

describe('tasks that are at work at the same time, in the dashboard', function () {
  this.timeout(60_000);
  const { open, card } = useDashboard(SIDE_BAR);
  const four = ['greeting', 'cart', 'vat', 'help'].map((id) => beginner(id));

  it('show at a glance what each of four does', async () => {
    const shown = await open(atWork(four));
    for (const { id } of four) {
      const step = await card(shown, id).locator('.step-now').boundingBox();
      assert.ok(step !== null && step.y + step.height <= SIDE_BAR.height, `${id} has no step`);
    }
  });

  it('have counters as soon as these say something, and each when it works alone', async () => {
    const [first, ...others] = four as [TaskView, ...TaskView[]];
    const shown = await open(atWork(four));
    const counters = card(shown, first.id).locator('.counters');
    assert.equal(await counters.count(), 0);
    await shown.patch(atWork([{ ...first, entropy: 1 }, ...others]));
    await counters.getByText('1 of 3').waitFor();
    await shown.patch(atWork([first]));
    await counters.getByText('0 of 3').waitFor();
  });

  it('say what to do about a conflict, beside the decision', async () => {
    const conflict = pauseCauses.find(({ id }) => id === 'conflict') ?? assert.fail();
    const shown = await open(ready([conflict], { run: 'PAUSED' }));
    const decision = card(shown, 'conflict').locator('.needs-you');
    await decision.getByText('Its change conflicts with the workspace in src/total.js').waitFor();
    await decision
      .getByText(
        'Resume the task: its agent then resolves the conflict in the worktree of the task.',
      )
      .waitFor();
  });
});
