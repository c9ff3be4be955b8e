import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { Overview } from '../../../src/model/overview/overview';
import { createDashboardView } from '../../../src/vscode/dashboard/dashboardModel';
import {
  MAX_WAITING_CARDS,
  isTaskView,
  MAX_LINE_REASON,
  MAX_CARDS,
  type DashboardView,
  type TaskView,
} from '../../../src/protocol/dashboardView';
import { WAITS_TO_LAND } from '../../support/landingTask';
import { askedQuestion } from '../../support/askedSamples';
import { questionTask } from './asking';
import { mark, overview, self, task, terminal, thisWindow } from './overviews';

type ReadyView = Extract<DashboardView, { kind: 'ready' }>;
type CardView = Omit<ReadyView, 'tasks'> & { readonly tasks: readonly TaskView[] };

function view(
  change: Partial<Overview>,
  runningHere = false,
  open: ReadonlySet<string> = new Set(),
): DashboardView {
  return createDashboardView({
    folder: 'shop',
    overview: overview(change),
    self,
    runningHere,
    open,
  });
}

/** With few tasks, all of which are whole. */
function ready(change: Partial<Overview>, runningHere = false): CardView {
  const found = view(change, runningHere);
  if (found.kind !== 'ready') throw new Error(`the view is ${found.kind}`);
  const tasks = found.tasks.map((each) => {
    if (!isTaskView(each)) throw new Error(`${each.id} is a line`);
    return each;
  });
  return { ...found, tasks };
}

const problem = { source: 'devs.yaml', line: 3, message: 'Unknown key.' };

describe('the dashboard model', () => {
  it('is empty where there is no devs.yaml', () => {
    deepEqual(view({ config: { kind: 'missing' } }), { kind: 'empty', folder: 'shop' });
  });

  it('shows what is wrong in a devs.yaml that was never valid', () => {
    deepEqual(view({ config: { kind: 'invalid', problems: [problem] }, tasks: [] }), {
      kind: 'invalid',
      folder: 'shop',
      problems: [problem],
    });
  });

  it('keeps the last valid tasks while devs.yaml is wrong: nothing can be run, all else works', () => {
    const paused = task('b', {
      status: 'PAUSED_FOR_INTERVENTION',
      interventions: ['resume', 'skip'],
    });
    const change = {
      config: { kind: 'invalid', problems: [problem] },
      tasks: [task('a', { runnable: true }), paused],
    } as const;
    const shown = ready(change);
    deepEqual(shown.problems, [problem]);
    const fix = { enabled: false, hint: 'devs.yaml has problems: fix them first.' };
    deepEqual(shown.actions.run, fix);
    deepEqual(shown.actions.addTask, fix);
    deepEqual(shown.tasks[0]?.actions.run, fix);
    const { skip, resume } = shown.tasks.find(({ id }) => id === 'b')!.actions;
    deepEqual([skip.enabled, resume.enabled], [true, true]);
    ok(ready({ ...change, run: 'RUNNING', holder: thisWindow }, true).actions.pause.enabled);
    equal(ready({}).problems, undefined);
  });

  it('says which task’s turn the judge is asked about, while that runs here', () => {
    const tasks = [task('a', { status: 'in_progress' }), task('b', { status: 'pending' })];
    const asking = (...judged: readonly string[]): readonly unknown[] => {
      const askingJudge = new Set(judged);
      const input = {
        folder: 'shop',
        overview: overview({ tasks }),
        self,
        open: new Set<string>(),
      };
      const found = createDashboardView({ ...input, runningHere: true, askingJudge });
      return found.kind === 'ready'
        ? found.tasks.map((each) => isTaskView(each) && each.asking)
        : [];
    };
    deepEqual(asking('a'), [true, undefined]);
    deepEqual(asking('b'), [undefined, undefined]);
    deepEqual(asking(), [undefined, undefined]);
  });

  it('says when the state cannot be read, whatever else is wrong', () => {
    const change = { stateProblem: 'devs.db is newer.', config: { kind: 'missing' } } as const;
    deepEqual(view(change), { kind: 'broken', folder: 'shop', message: 'devs.db is newer.' });
  });

  it('says whose worktree the folder is', () => {
    const worktreeOf = { taskId: 'fix', workspaceDir: '/home/me/shop' };
    deepEqual(view({ stateProblem: 'This folder is …', worktreeOf }), {
      ...{ kind: 'worktree', folder: 'shop' },
      ...worktreeOf,
    });
  });

  it('names the holder of the lease only when it is somebody else', () => {
    equal(ready({ holder: thisWindow }).otherHolder, undefined);
    equal(ready({ holder: terminal }).otherHolder, terminal);
    const sameNumberElsewhere = { ...thisWindow, host: 'there' };
    equal(ready({ holder: sameNumberElsewhere }).otherHolder, sameNumberElsewhere);
  });

  it('names the command that verifies a task without its own, if there is one', () => {
    equal(ready({ verify: 'npm test' }).verify, 'npm test');
    equal('verify' in ready({}), false);
  });

  it('offers Run when a task can run and nobody runs', () => {
    const { actions } = ready({ tasks: [task('a')] });
    equal(actions.run.enabled, true);
    equal(actions.pause.enabled, false);
    equal(actions.addTask.enabled, true);
  });

  it('offers Pause and no Run while this window runs', () => {
    const { actions, tasks } = ready(
      { tasks: [task('a')], run: 'RUNNING', holder: thisWindow },
      true,
    );
    deepEqual(actions.run, { enabled: false, hint: 'A run is active.' });
    equal(actions.pause.enabled, true);
    equal(tasks[0]?.actions.run.enabled, false);
  });

  it('says how far the run is, and nothing of that without one', () => {
    const old = mark(1, { at: '2026-11-21T20:00:00.000Z' });
    const turns = [old, mark(2), mark(3, { at: '2026-11-21T21:33:00.000Z', outcome: 'running' })];
    const tasks = [
      task('a', { status: 'done' }),
      task('b', { status: 'blocked' }),
      task('c', { status: 'in_progress', turns }),
      task('d'),
    ];
    deepEqual(ready({ tasks, run: 'RUNNING', holder: thisWindow }, true).progress, {
      ...{ task: 3, of: 4, ended: 1, turn: 3 },
      since: '2026-11-21T21:30:00.000Z',
    });
    equal(ready({ tasks, run: 'RUNNING' }).progress, undefined);
  });

  it('offers Pause and says where the run goes on when a terminal runs', () => {
    const { actions } = ready({ tasks: [task('a')], run: 'RUNNING', holder: terminal });
    deepEqual(actions.run, { enabled: false, hint: 'A run is active in a terminal.' });
    equal(actions.pause.enabled, true);
  });

  it('does not take somebody who holds the lease for a moment for a run', () => {
    const { actions } = ready({ tasks: [task('a')], run: 'IDLE', holder: terminal });
    equal(actions.run.enabled, true);
    equal(actions.pause.enabled, false);
  });

  it('says why nothing can run', () => {
    const hint = (tasks: Overview['tasks']): string => ready({ tasks }).actions.run.hint;
    match(hint([]), /add one/);
    match(hint([task('a', { status: 'done' })]), /^Every task is done or skipped/);
    match(hint([task('a', { status: 'PAUSED_FOR_INTERVENTION' })]), /1 task needs you/);
    match(
      hint([task('a', { status: 'blocked' }), task('b', { status: 'blocked' })]),
      /2 tasks need you/,
    );
    match(hint([task('a', { status: 'skipped' }), task('b', { runnable: false })]), /skipped/);
  });

  it('offers each task exactly what its status allows', () => {
    const { tasks } = ready({
      tasks: [
        task('waits', { runnable: false }),
        task('paused', { status: 'PAUSED_FOR_INTERVENTION' }),
        task('done', { status: 'done' }),
      ],
    });
    const offered = tasks.map(({ id, actions }) => [
      id,
      ...Object.entries(actions).flatMap(([name, { enabled }]) => (enabled ? [name] : [])),
    ]);
    deepEqual(offered, [
      ['waits', 'skip'],
      ['paused', 'skip', 'resume', 'notALoop'],
      ['done', 'retry'],
    ]);
  });

  it('says what an action does in words that need no glossary', () => {
    const interventions = [
      'skip',
      'resume',
      'retry',
      'accept',
      'notALoop',
      'rewind',
      'redo',
    ] as const;
    const [found] = ready({ tasks: [task('a', { runnable: true, interventions })] }).tasks;
    ok(found);
    const hints = Object.values(found.actions).map(({ hint }) => hint);
    ok(hints.some((hint) => /failed turns count from 0 again/.test(hint)));
    deepEqual(
      hints.filter((hint) => /counter|entropy|pivot|was none/i.test(hint)),
      [],
    );
  });

  it('says why an action is not offered', () => {
    const [found] = ready({ tasks: [task('a', { status: 'done' })] }).tasks;
    equal(found?.actions.skip.hint, 'It is already done.');
    match(found.actions.resume.hint, /"retry" restarts it/);
    match(found.actions.run.hint, /"Retry" starts it again/);
  });

  it('offers Rewind and Redo where there is something to go back to, whatever the status', () => {
    const change = { status: 'done', interventions: ['rewind', 'redo', 'retry'] } as const;
    const [found, fresh] = ready({ tasks: [task('a', change), task('b')] }).tasks;
    deepEqual([found?.actions.rewind.enabled, found?.actions.redo.enabled], [true, true]);
    match(fresh?.actions.rewind.hint ?? '', /no checkpoint to restore/);
    match(fresh?.actions.redo.hint ?? '', /no rewind to undo/);
  });

  it('offers neither while an agent may be at work in the workspace, whoever runs it', () => {
    const tasks = [task('a', { interventions: ['rewind', 'redo'] })];
    const hints = (view: CardView) => [
      view.tasks[0]?.actions.rewind,
      view.tasks[0]?.actions.redo.enabled,
    ];
    deepEqual(hints(ready({ tasks, run: 'RUNNING', holder: thisWindow }, true)), [
      { enabled: false, hint: 'A run is active. Pause the run first.' },
      false,
    ]);
    const elsewhere = 'A run is active in a terminal. Pause the run first.';
    deepEqual(hints(ready({ tasks, run: 'RUNNING', holder: terminal })), [
      { enabled: false, hint: elsewhere },
      false,
    ]);
  });

  it('hands on the questions of agents that wait, and no answer', () => {
    const answered = askedQuestion({ outcome: 'answered', answer: 'up' });
    const waiting = askedQuestion({ id: '2' });
    const tasks = [questionTask('a', answered, waiting), questionTask('b', answered)];
    const shown = ready({ tasks }).tasks.map(({ steps }) => steps?.questions);
    deepEqual(shown, [[waiting], []]);
  });

  it('hands on what a human should know of the state', () => {
    deepEqual(ready({ notices: ['It was damaged.'] }).notices, ['It was damaged.']);
  });

  it('knows of each turn what it can be compared with, and whether it can be gone back to', () => {
    const turns = [mark(1), mark(2, { checkpoint: false }), mark(3), mark(4)];
    deepEqual(ready({ tasks: [task('a', { turns, turnCount: 4 })] }).tasks[0]?.checkpoints, [
      { turn: 1, before: 0, goBack: true },
      { turn: 3, before: 1, goBack: true },
      { turn: 4, before: 3, goBack: false },
    ]);
  });

  it('goes back to turns that a subtask or its own subtasks had, never to those of its siblings', () => {
    const turns = [
      mark(7, { taskId: 'whole' }),
      mark(8, { taskId: 'part' }),
      mark(9, { taskId: 'other' }),
      mark(10, { taskId: 'piece' }),
    ];
    const { tasks } = ready({
      tasks: [
        task('whole', { turns, turnCount: 10 }),
        task('part', { parent: 'whole', turns, turnCount: 10 }),
        task('other', { parent: 'whole', turns, turnCount: 10 }),
        task('piece', { parent: 'part', turns, turnCount: 10 }),
      ],
    });
    const numbers = tasks.map(({ checkpoints }) => checkpoints.map(({ turn }) => turn));
    deepEqual(numbers, [[7, 8, 9, 10], [8, 10], [9], [10]]);
    equal(tasks[0]?.checkpoints[0]?.before, 6);
  });

  describe('of many tasks', () => {
    const long = `one\n two ${'x'.repeat(MAX_LINE_REASON)}`;
    const tasks = Array.from({ length: MAX_CARDS + 10 }, (_, index) =>
      task(`t${index}`, {
        goal: 'A long text. '.repeat(100),
        statusReason: index === 9 ? long : '',
        status: index < 6 ? 'PAUSED_FOR_INTERVENTION' : index === 8 ? 'in_progress' : 'done',
      }),
    );
    const shown = (open: readonly string[] = []): ReadyView['tasks'] =>
      (view({ tasks }, true, new Set(open)) as ReadyView).tasks;
    const whole = (open: readonly string[] = []): readonly string[] =>
      shown(open)
        .filter(isTaskView)
        .map(({ id }) => id);

    it('has whole only those at work, the first that need you, and those opened', () => {
      equal(MAX_WAITING_CARDS, 3);
      deepEqual(whole(), ['t0', 't1', 't2', 't8']);
      deepEqual(whole(['t20', 'gone']), ['t0', 't1', 't2', 't8', 't20']);
    });

    it('says on a line that its work waits to land', () => {
      const waiting = { ...tasks[9]!, status: 'in_progress', landing: WAITS_TO_LAND } as const;
      const all = tasks.map((each, index) => (index === 9 ? waiting : each));
      equal((view({ tasks: all }) as ReadyView).tasks[9]?.landing, WAITS_TO_LAND);
    });

    it('has all in their order, the others as a line without their texts', () => {
      deepEqual(
        shown().map(({ id }) => id),
        tasks.map(({ id }) => id),
      );
      const line = shown()[9]!;
      equal(line.statusReason.length, MAX_LINE_REASON);
      match(line.statusReason, /^one two x/);
      equal(JSON.stringify(line).includes('A long text'), false);
    });

    it('has all whole while there are no more than fit', () => {
      const few = view({ tasks: tasks.slice(0, MAX_CARDS) }) as ReadyView;
      equal(few.tasks.every(isTaskView), true);
    });
  });
});
