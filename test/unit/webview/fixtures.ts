import type { FailureAnalysisReport, ReportedTurn } from '../../../src/domain/report';
import type { TaskStatus } from '../../../src/domain/task';
import { applicableInterventions } from '../../../src/domain/taskStatus';
import type { TurnMark } from '../../../src/domain/overview';
import type { ActionState, DashboardView, TaskView } from '../../../src/protocol/dashboardView';

export type ReadyView = Extract<DashboardView, { kind: 'ready' }>;

const START = Date.parse('2026-11-21T21:30:00.000Z');

/** The time `minutes` after the recorded runs began. */
export function at(minutes: number): string {
  return new Date(START + minutes * 60_000).toISOString();
}

function action(enabled: boolean, hint = ''): ActionState {
  return { enabled, hint };
}

/** A pending task with the actions its status allows; `change` replaces what a test is about. */
export function task(id: string, change: Partial<TaskView> = {}): TaskView {
  const status: TaskStatus = change.status ?? 'pending';
  const interventions = applicableInterventions(status);
  const runnable = change.runnable ?? status === 'pending';
  return {
    id,
    title: id.charAt(0).toUpperCase() + id.slice(1).replaceAll('-', ' '),
    goal: `Users can ${id.replaceAll('-', ' ')}.`,
    parent: undefined,
    dependsOn: [],
    agent: 'claude',
    status,
    statusReason: '',
    unverified: false,
    waitingUntil: undefined,
    bestTurn: undefined,
    entropy: 0,
    pivots: 0,
    turns: [],
    turnCount: change.turns?.length ?? 0,
    pivotHistory: [],
    report: undefined,
    hints: [],
    interventions,
    runnable,
    actions: {
      run: action(runnable, 'Runs this task alone.'),
      skip: action(interventions.includes('skip'), 'Takes the task off the list.'),
      resume: action(interventions.includes('resume'), 'Goes on with fresh limits.'),
      retry: action(interventions.includes('retry'), 'Starts the task anew.'),
    },
    ...change,
  };
}

/** A turn that made no progress; `change` replaces what a test is about. */
export function turn(number: number, change: Partial<TurnMark> = {}): TurnMark {
  return {
    number,
    taskId: 'fix-rounding',
    outcome: 'no_progress',
    pivot: false,
    at: at(number),
    durationMs: 12_400,
    reason: 'the same 2 tests fail as before',
    failingTests: 2,
    testsRun: 10,
    failure: 'a1b2c3d4',
    ...change,
  };
}

/** A view with tasks; idle, with two agents. */
export function ready(tasks: readonly TaskView[], change: Partial<ReadyView> = {}): ReadyView {
  const run = change.run ?? 'IDLE';
  return {
    kind: 'ready',
    folder: 'shop',
    run,
    otherHolder: undefined,
    loopThreshold: 3,
    maxPivots: 2,
    agents: ['claude', 'codex'],
    tasks,
    actions: {
      run: action(run !== 'RUNNING', 'Runs every task that can run.'),
      pause: action(run === 'RUNNING', 'Ends the run after the turn that goes on now.'),
      addTask: action(true, 'Adds a task to devs.yaml.'),
    },
    ...change,
  };
}

const LAST_ERROR = `  1) rounding
       rounds half to even:

      AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:

2.67 !== 2.68

      at Context.<anonymous> (test/rounding.test.js:14:12)
      at process.processImmediate (node:internal/timers:491:21)

  2) rounding
       keeps negative zero out:
      AssertionError [ERR_ASSERTION]: -0 !== 0
      at Context.<anonymous> (test/rounding.test.js:21:12)`;

const PAUSED_TURNS: readonly TurnMark[] = [
  turn(1),
  turn(2, { outcome: 'progress', reason: '3 → 2 failing tests: a new best', durationMs: 65_000 }),
  turn(3),
  turn(4, { outcome: 'not_agent', reason: 'rate limited (429); tried again', durationMs: 900 }),
  turn(5),
  turn(6, { reason: 'the same 2 tests fail; strategy failed' }),
  turn(7, { pivot: true, failingTests: 4, reason: '4 tests fail, no new best' }),
  turn(8, { outcome: 'interrupted', reason: 'the window was closed', failingTests: undefined }),
  turn(9, {
    pivot: true,
    reason: 'the reply of an abandoned strategy, and no new workspace state',
  }),
];

function reported(mark: TurnMark): ReportedTurn {
  return {
    number: mark.number,
    at: mark.at,
    taskId: mark.taskId,
    outcome: mark.outcome,
    agentEnd: { kind: 'exit', code: 0 },
    verifyEnd: { kind: 'exit', code: 1 },
    firstLines: 'STRATEGY: multiply by 100, round, divide\nI changed round() in src/rounding.js.',
    responseHash: 'a1b2',
    state: 'c3d4',
    durationMs: mark.durationMs ?? 0,
    pivotDirective: mark.pivot ? 1 : 0,
    reason: mark.reason,
    changedFiles: ['src/rounding.js'],
    newlyFailing: [],
    newlyPassing: [],
  };
}

export const report: FailureAnalysisReport = {
  taskId: 'fix-rounding',
  reason: 'MAX_PIVOTS_EXCEEDED',
  failureCount: 3,
  failedStrategies: [
    'multiply by 100, round, divide',
    'use toFixed(2) and parse the result back into a number',
    'multiply by 100, round, divide (again)',
  ],
  lastError: LAST_ERROR,
  createdAt: at(10),
  turns: PAUSED_TURNS.filter((mark) => mark.outcome === 'no_progress').map(reported),
  advice: [],
};

export const pausedTask: TaskView = task('fix-rounding', {
  status: 'PAUSED_FOR_INTERVENTION',
  statusReason: '3 strategies failed',
  entropy: 3,
  pivots: 2,
  turns: PAUSED_TURNS,
  pivotHistory: [
    {
      id: 'p1',
      taskId: 'fix-rounding',
      pivotCount: 1,
      entropyCountAtTrigger: 3,
      triggeredAt: at(6),
    },
    {
      id: 'p2',
      taskId: 'fix-rounding',
      pivotCount: 2,
      entropyCountAtTrigger: 1,
      triggeredAt: at(8),
    },
  ],
  report,
  hints: ['The tests want banker’s rounding.'],
});

/** The time on the clock when the recorded views are shown. */
export const NOW = at(63);

const runningTurns = [
  turn(1),
  turn(2, {
    at: at(62),
    outcome: 'running',
    durationMs: undefined,
    reason: '',
    failingTests: undefined,
  }),
];

export const runningTask: TaskView = task('fix-rounding', {
  status: 'in_progress',
  entropy: 1,
  turns: runningTurns,
});

const others: readonly TaskView[] = [
  task('add-users', {
    status: 'done',
    turns: [turn(1), turn(2, { outcome: 'success', reason: 'verified: 41 tests pass' })],
  }),
  task('add-login', { dependsOn: ['add-users'] }),
  task('write-the-release-notes-for-everybody', {
    dependsOn: ['fix-rounding'],
    statusReason: 'waits for Fix rounding',
    runnable: false,
  }),
];

function many(): readonly TaskView[] {
  const statuses: readonly TaskStatus[] = [
    'done',
    'done',
    'skipped',
    'done_partial',
    'pending',
    'pending',
  ];
  return Array.from({ length: 40 }, (_, index) => {
    if (index === 17) return { ...pausedTask, id: 'task-17' };
    if (index === 18)
      return task('task-18', {
        status: 'blocked',
        statusReason: 'The agent is not logged in. Run "claude login", then resume.',
      });
    if (index === 19)
      return {
        ...runningTask,
        id: 'task-19',
        turns: longHistory(),
        turnCount: 72,
        entropy: 2,
        pivots: 1,
      };
    if (index === 20) return task('task-20', { parent: 'task-19' });
    return task(`task-${index}`, { status: statuses[index % 6]!, unverified: index === 6 });
  });
}

function longHistory(): readonly TurnMark[] {
  return Array.from({ length: 60 }, (_, index) =>
    turn(index + 13, {
      at: at(index + 3),
      outcome: index === 59 ? 'running' : index % 7 === 0 ? 'progress' : 'no_progress',
      pivot: index % 9 === 8,
    }),
  );
}

/** One recorded view for each thing the dashboard can be asked to show. */
export const fixtures = {
  noFolder: { kind: 'noFolder' },
  untrusted: { kind: 'untrusted' },
  empty: { kind: 'empty', folder: 'shop' },
  invalid: {
    kind: 'invalid',
    folder: 'shop',
    problems: [
      {
        source: 'devs.yaml',
        line: 4,
        column: 3,
        message: 'Unknown key "comand". Did you mean "command"?',
      },
      {
        source: 'devs.yaml',
        line: 12,
        message:
          'Task "add-login" depends on "add-user", which is no task. Did you mean "add-users"?',
      },
      { source: 'DEVS_MAX_PIVOTS', message: '"many" is no whole number from 0 to 100.' },
    ],
  },
  broken: {
    kind: 'broken',
    folder: 'shop',
    message:
      'devs.db was written by a newer Devs (schema 7, this one knows 1). Update the extension, or set DEVS_STATE_DIR to another folder.',
  },
  noTasks: ready([], {
    actions: {
      run: action(false, 'There is no task yet: add one first.'),
      pause: action(false),
      addTask: action(true),
    },
  }),
  idle: ready([task('fix-rounding'), ...others]),
  running: ready([runningTask, ...others], { run: 'RUNNING' }),
  afterPivot: ready(
    [
      task('fix-rounding', {
        status: 'in_progress',
        pivots: 1,
        entropy: 0,
        turns: [
          turn(1),
          turn(2),
          turn(3),
          turn(4, {
            at: at(62),
            outcome: 'running',
            pivot: true,
            durationMs: undefined,
            reason: '',
            failingTests: undefined,
          }),
        ],
        pivotHistory: [
          {
            id: 'p1',
            taskId: 'fix-rounding',
            pivotCount: 1,
            entropyCountAtTrigger: 3,
            triggeredAt: at(3),
          },
        ],
      }),
      ...others,
    ],
    { run: 'RUNNING' },
  ),
  paused: ready([...others, pausedTask], { run: 'PAUSED' }),
  allDone: ready(
    others.map((each) =>
      task(each.id, {
        status: 'done',
        turns: [turn(1, { outcome: 'success', reason: 'verified' })],
      }),
    ),
    {
      actions: {
        run: action(false, 'Every task is finished.'),
        pause: action(false),
        addTask: action(true),
      },
    },
  ),
  many: ready(many(), { run: 'RUNNING' }),
  otherHolder: ready([runningTask, ...others], {
    run: 'RUNNING',
    otherHolder: { pid: 1234, who: 'terminal', host: 'laptop', since: at(62) },
  }),
} satisfies Record<string, DashboardView>;
