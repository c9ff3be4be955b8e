import type { ConfigProblem } from '../../../src/model/config/config';
import type { TurnMark } from '../../../src/model/overview/overview';
import type { TaskStatus } from '../../../src/model/task/task';
import type { DashboardView, TaskView } from '../../../src/protocol/dashboardView';
import { abortedTask, askingTask, restingHops, roleTask } from './hopTasks';
import { askingJudge, judgedTask } from './judgedTask';
import { oldReport, pausedTask } from './pausedTask';
import { rewoundTask } from './rewoundTask';
import { action, at, ready, task, turn, uncounted } from './samples';

/** The time on the clock when the recorded views are shown. */
export const NOW = at(63);

const runningTurns = [
  turn(1),
  turn(2, {
    at: at(62),
    outcome: 'running',
    durationMs: undefined,
    reason: '',
    ...uncounted,
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
    turns: [
      turn(1),
      turn(2, {
        ...uncounted,
        outcome: 'success',
        reason: 'verified: 10 tests pass',
        failingTests: 0,
        testsRun: 10,
      }),
    ],
    bestTurn: 2,
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
        bestTurn: 49,
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
      testsRun: 120,
      failingTests: index === 36 ? 11 : 12 + ((index * 7) % 31),
      failure: `f${(index * index) % 7}`,
      ...(index === 59 || index % 11 === 5 ? uncounted : {}),
    }),
  );
}

/** Failing tests 5, 4, 5, 4, 5, 4, 5: progress once, a loop afterwards. */
const seesaw: readonly TurnMark[] = [5, 4, 5, 4, 5, 4, 5].map((failingTests, index) =>
  turn(index + 1, {
    failingTests,
    failure: `f${failingTests}`,
    outcome: index === 1 ? 'progress' : 'no_progress',
    pivot: index >= 5,
    reason: `${10 - failingTests} passed, ${failingTests} failed`,
  }),
);

/** Outages, no counts anywhere: one task waits, one is blocked with a long remedy. */
const interruptedFromOutside: readonly TaskView[] = [
  task('fix-rounding', {
    status: 'in_progress',
    statusReason: 'rate limited: 429 Too Many Requests, the service asks for 5 minutes of patience',
    waitingUntil: at(66.5),
    entropy: 1,
    turns: [turn(1), turn(2, { ...uncounted, outcome: 'not_agent', reason: 'rate limited (429)' })],
  }),
  task('translate-the-handbook', {
    turns: [1, 2, 3].map((number) =>
      turn(number, {
        ...uncounted,
        failure: number === 2 ? 'other' : 'same',
        reason: 'no tests: progress cannot be measured',
      }),
    ),
  }),
  task('publish-the-package', {
    status: 'blocked',
    statusReason:
      'The package registry refused the credentials (401 Unauthorized).\n\nLog in with `npm login`, or set NPM_TOKEN in the environment that Devs is started from, then resume. ' +
      'What the program said: ' +
      'npm error code E401 npm error 401 Unauthorized - PUT https://registry.example/@shop%2fprices - authentication required '.repeat(
        6,
      ),
    turns: [turn(1, { ...uncounted, outcome: 'not_agent', reason: 'authentication failed' })],
  }),
];

const PROBLEMS: readonly ConfigProblem[] = [
  {
    source: 'devs.yaml',
    line: 4,
    column: 3,
    message: 'Unknown key "comand". Did you mean "command"?',
  },
  {
    source: 'devs.yaml',
    line: 12,
    message: 'Task "add-login" depends on "add-user", which is no task. Did you mean "add-users"?',
  },
  { source: 'DEVS_MAX_PIVOTS', message: '"many" is no whole number from 0 to 100.' },
];

/** One recorded view for each thing the dashboard can be asked to show. */
export const fixtures = {
  noFolder: { kind: 'noFolder' },
  untrusted: { kind: 'untrusted' },
  empty: { kind: 'empty', folder: 'shop' },
  invalid: {
    kind: 'invalid',
    folder: 'shop',
    problems: PROBLEMS,
  },
  broken: {
    kind: 'broken',
    folder: 'shop',
    message:
      'devs.db was written by a newer Devs (schema 7, this one knows 1). Update the extension, or set DEVS_STATE_DIR to another folder.',
  },
  worktree: {
    kind: 'worktree',
    folder: 'fix-rounding',
    taskId: 'fix-rounding',
    workspaceDir: '/home/me/shop',
  },
  noTasks: ready([], {
    actions: {
      run: action(false, 'There are no tasks yet: add one first.'),
      pause: action(false),
      addTask: action(true),
    },
  }),
  idle: ready([task('fix-rounding'), ...others]),
  reported: ready([task('fix-rounding'), ...others], { runReport: '2026-11-21T21-30-00-123' }),
  running: ready([runningTask, ...others], { run: 'RUNNING' }),
  stopping: ready([runningTask, ...others], {
    run: 'STOPPING',
    progress: { task: 2, of: 4, ended: 1, turn: 2, since: at(62) },
    actions: {
      run: action(false, 'A run is active.'),
      pause: action(false, 'The run is already stopping.'),
      keepGoing: action(true, 'Cancels the pause: the run continues after the current turn.'),
      addTask: action(true, 'Adds a task to devs.yaml.'),
    },
  }),
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
            ...uncounted,
          }),
        ],
        pivotHistory: [
          {
            id: 'p1',
            taskId: 'fix-rounding',
            pivotCount: 1,
            entropyCountAtTrigger: 3,
            triggeredAt: at(3),
            files: {
              ...{ kind: 'returned', toTurn: 2, changed: 3, keptCount: 1 },
              kept: ['src/a.js: you edited it since'],
            },
          },
        ],
      }),
      ...others,
    ],
    { run: 'RUNNING' },
  ),
  paused: ready([...others, pausedTask], { run: 'PAUSED' }),
  brokenConfig: ready([...others, pausedTask], {
    run: 'PAUSED',
    problems: PROBLEMS.slice(0, 2),
    actions: {
      run: action(false, 'devs.yaml has problems: fix them first.'),
      pause: action(false, 'No run is active.'),
      addTask: action(false, 'devs.yaml has problems: fix them first.'),
    },
  }),
  rewound: ready(
    [rewoundTask, { ...rewoundTask, id: 'add-users', status: 'done' }, ...others.slice(1)],
    {
      run: 'PAUSED',
      notices: [
        'A rewind of fix-rounding was interrupted. Devs completes the rewind at the next command that changes something.',
        'devs.db was damaged and is set aside as devs.db.damaged-2026-11-21T21-30-00. The state of 21:28 is used: what came after it is lost.',
      ],
    },
  ),
  seesaw: ready([
    task('fix-rounding', {
      status: 'in_progress',
      entropy: 2,
      pivots: 1,
      bestTurn: 2,
      turns: seesaw,
    }),
    { ...pausedTask, id: 'paused-long-ago', report: oldReport() },
    ...others,
  ]),
  waiting: ready(interruptedFromOutside, { run: 'RUNNING' }),
  roles: ready([roleTask, { ...others[0]!, hops: restingHops() }, ...others.slice(1)], {
    run: 'RUNNING',
  }),
  aborted: ready([abortedTask, ...others], { run: 'PAUSED' }),
  judged: ready([judgedTask, askingJudge], { run: 'PAUSED' }),
  asking: ready([askingTask, ...others], { run: 'PAUSED' }),
  allDone: ready(
    others.map((each) =>
      task(each.id, {
        status: 'done',
        turns: [turn(1, { ...uncounted, outcome: 'success', reason: 'verified' })],
      }),
    ),
    {
      actions: {
        run: action(false, 'Every task is done or skipped.'),
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
