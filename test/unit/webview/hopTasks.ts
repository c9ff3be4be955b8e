import assert from 'node:assert/strict';
import type { FailureAnalysisReport } from '../../../src/model/report/pauseReport';
import type { Edge } from '../../../src/model/hops/roles';
import type { TaskView } from '../../../src/protocol/dashboardView';
import type { TurnHop } from '../../../src/reports/hops/describeHop';
import type { TaskHops } from '../../../src/model/overview/overview';
import { report } from './pausedTask';
import { at, task, turn, uncounted } from './samples';

const QUERIES = [
  'Where is the price of an invoice rounded?',
  'Which callers of roundTo depend on its sign for half cents?',
];

/** A step of turn 2 from the planner; `change` replaces what a test is about. */
export function edgeHop(number: number, to: string, change: Partial<TurnHop> = {}): TurnHop {
  return {
    number,
    turn: 2,
    kind: 'edge',
    from: 'planner',
    to,
    agent: 'claude',
    reason: 'the cause is not known yet',
    request: QUERIES[number % 2] ?? '',
    outcome: 'answered',
    answer: 'src/round.js rounds with Math.round.',
    startedAt: at(61),
    durationMs: 21_000,
    edge: { name: `planner_to_${to}` as Edge, count: number, limit: 5 },
    transcript: '',
    ...change,
  };
}

/** A request of one agent to another in turn 2. */
export function requestHop(number: number, change: Partial<TurnHop> = {}): TurnHop {
  const { edge, ...hop } = edgeHop(number, 'security');
  assert.ok(edge);
  const request = 'Can you review this authentication code?';
  return { ...hop, kind: 'request', from: 'backend', reason: '', request, ...change };
}

/** A step that is at work: it has taken no time yet. */
function atWork({ durationMs, ...hop }: TurnHop): TurnHop {
  assert.ok(durationMs);
  return { ...hop, outcome: 'running', answer: '' };
}

const NEWEST: readonly TurnHop[] = [
  edgeHop(1, 'researcher', {
    turn: 1,
    edge: { name: 'planner_to_researcher', count: 1, limit: 5 },
  }),
  edgeHop(2, 'coder', {
    turn: 1,
    request: 'Round half to even in src/round.js, and keep negative zero out of the totals.',
    edge: { name: 'planner_to_coder', count: 1, limit: 5 },
    progress: '2 files changed for the first time',
  }),
  edgeHop(1, 'verifier', {
    request: 'npm test',
    outcome: 'failed',
    edge: { name: 'planner_to_verifier', count: 2, limit: 3 },
  }),
  edgeHop(2, 'researcher', {
    outcome: 'repeated',
    sameAs: ['1/1'],
    durationMs: 100,
    edge: { name: 'planner_to_researcher', count: 5, limit: 5 },
  }),
  requestHop(3, { sameAs: ['1/4'] }),
  atWork(
    edgeHop(4, 'coder', {
      request: 'Fix the rounding of cents in src/round.js',
      edge: { name: 'planner_to_coder', count: 2, limit: 5 },
    }),
  ),
];

/** Roles at work, an edge at each level, and a request that repeats. */
export function taskHops(change: Partial<TaskHops> = {}): TaskHops {
  return {
    edges: [
      { edge: 'planner_to_researcher', count: 5, limit: 5, total: 6 },
      { edge: 'planner_to_coder', count: 2, limit: 5, total: 4 },
      { edge: 'planner_to_verifier', count: 2, limit: 3, total: 2 },
    ],
    requests: [{ from: 'backend', to: 'security', total: 3, repeated: 2 }],
    current: NEWEST.at(-1),
    newest: NEWEST,
    steps: { count: 4, limit: 30 },
    ...change,
  };
}

/** Nobody works any more: what ran was cut off. */
export function restingHops(): TaskHops {
  return taskHops({ current: undefined });
}

const TURNS = [
  turn(1),
  turn(2, { ...uncounted, at: at(62), outcome: 'running', durationMs: undefined, reason: '' }),
];

/** A task whose coder works for its planner. */
export const roleTask: TaskView = task('fix-rounding', {
  status: 'in_progress',
  entropy: 1,
  turns: TURNS,
  hops: taskHops(),
});

const PROOF = [1, 2, 3, 4, 5].map((number) =>
  edgeHop(number, 'researcher', number > 1 ? { outcome: 'repeated', sameAs: ['1'] } : {}),
);

/** The report of a task whose planner asked the researcher the same again and again. */
export const edgeReport: FailureAnalysisReport = {
  ...report,
  reason: 'MAX_LOOP_EDGE',
  terminalStatus: 'aborted_stuck',
  stopReason: 'Planner detected loop planner→researcher without progress after 6 hops.',
  failureCount: 1,
  failedStrategies: ['find out where the price is rounded'],
  turns: report.turns.slice(0, 2),
  inTurnLoop: {
    detector: 'edge limit',
    message: 'Planner detected loop planner→researcher without progress after 6 hops.',
    edge: { name: 'planner_to_researcher', count: 6, limit: 5 },
    hops: [1, 2, 3, 4, 5],
  },
  hops: PROOF,
};

/** Stopped at the limit of an edge. */
export const abortedTask: TaskView = task('fix-rounding', {
  status: 'aborted_stuck',
  statusReason: edgeReport.stopReason ?? '',
  entropy: 1,
  turns: [turn(1), turn(2)],
  report: edgeReport,
  hops: { ...restingHops(), newest: PROOF },
});

/** What a planner asks: two paragraphs, and nothing that may become markup. */
export const QUESTION =
  'Should prices be rounded half to even, or half away from zero?\n\n' +
  'The tests in test/rounding.test.js and the invoice in docs/invoice.md disagree: 2.675 is 2.68 in one and 2.67 in the other.';

/** Paused because its planner asks the human. */
export const askingTask: TaskView = {
  ...abortedTask,
  ...task('fix-rounding', {
    status: 'PAUSED_FOR_INTERVENTION',
    turns: [turn(1), turn(2)],
    interventions: ['skip', 'resume', 'rewind'],
  }),
  statusReason: 'The planner asks: Should prices be rounded half to even?',
  hops: { ...restingHops(), newest: NEWEST.slice(0, 4) },
  report: {
    ...edgeReport,
    reason: 'QUESTION',
    terminalStatus: 'PAUSED_FOR_INTERVENTION',
    stopReason: 'The tests and the invoice disagree about half cents.',
    question: QUESTION,
  },
};
