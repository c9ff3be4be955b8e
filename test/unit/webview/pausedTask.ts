import type { FailureSignature } from '../../../src/model/failure/failure';
import type { TurnMark } from '../../../src/model/overview/overview';
import type { FailureAnalysisReport, ReportedTurn } from '../../../src/model/report/pauseReport';
import type { TaskView } from '../../../src/protocol/dashboardView';
import { at, task, turn, uncounted } from './samples';

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
  turn(1, { failingTests: 3, failure: 'sum', reason: 'baseline: 7 passed, 3 failed' }),
  turn(2, { outcome: 'progress', reason: '3 → 2 failing tests: a new best', durationMs: 65_000 }),
  turn(3),
  turn(4, {
    ...uncounted,
    outcome: 'not_agent',
    reason: 'rate limited (429); tried again',
    durationMs: 900,
  }),
  turn(5),
  turn(6, { reason: 'the same 2 tests fail; strategy failed' }),
  turn(7, { pivot: true, failingTests: 4, failure: 'syntax', reason: '4 tests fail, no new best' }),
  turn(8, { ...uncounted, outcome: 'interrupted', reason: 'the window was closed' }),
  turn(9, {
    pivot: true,
    reason: 'the reply of an abandoned strategy, and no new workspace state',
  }),
];

/** The failure that the paused task is stuck at. */
const SIGNATURE: FailureSignature = {
  exactHash: 'e1',
  hash: 'a1b2c3d4',
  exactMessage:
    'AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:\n\n2.67 !== 2.68',
  errorType: 'assertion',
  location: { file: 'src/rounding.js', line: 14, function: 'roundTo' },
  contextHash: 'c1',
  failingTests: ['rounding keeps negative zero out', 'rounding rounds half to even'],
};

function reported(mark: TurnMark): ReportedTurn {
  const { failingTests: failed, testsRun, failure } = mark;
  const known = failed !== undefined && testsRun !== undefined && failure !== undefined;
  return {
    ...(known
      ? {
          measurement: { passed: testsRun - failed, failed, skipped: 0 },
          failure: { ...SIGNATURE, hash: failure },
        }
      : {}),
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
    newlyFailing: mark.number === 7 ? ['invoice adds up', 'invoice is printed'] : [],
    newlyPassing: mark.number === 9 ? ['invoice adds up', 'invoice is printed'] : [],
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
  turns: PAUSED_TURNS.map(reported),
  failure: { signature: SIGNATURE, turns: [2, 3, 5, 6, 9], exact: true },
  best: { number: 2, measurement: { passed: 8, failed: 2, skipped: 0 } },
  advice: [
    'Turn 2 was the best so far and the last two turns were worse: going back to it may help.',
    'The failing line has not changed since turn 2: a hint about the rule it should follow may help.',
  ],
};

/** The same as an earlier version filed it: what came later is not known. */
export function oldReport(): FailureAnalysisReport {
  const plain = Object.entries(report).filter(([key]) => key !== 'failure' && key !== 'best');
  const turns = PAUSED_TURNS.map((mark) => ({
    ...reported({ ...mark, ...uncounted }),
    changedFiles: [],
    newlyFailing: [],
    newlyPassing: [],
  }));
  return { ...(Object.fromEntries(plain) as FailureAnalysisReport), advice: [], turns };
}

export const pausedTask: TaskView = task('fix-rounding', {
  status: 'PAUSED_FOR_INTERVENTION',
  statusReason: '3 strategies failed',
  entropy: 3,
  pivots: 2,
  bestTurn: 2,
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
