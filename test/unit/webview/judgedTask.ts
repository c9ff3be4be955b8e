import type { JudgedTurn } from '../../../src/model/judge/judgedTurn';
import type { TurnMark } from '../../../src/model/overview/overview';
import type { TaskView } from '../../../src/protocol/dashboardView';
import { decided, JUDGE_NAME, saying, undecided } from '../../support/judgedSamples';
import { report } from './pausedTask';
import { task, turn, uncounted } from './samples';

/** The reason of a turn that the judge was asked about, as the engine writes it. */
export function judgedReason(judged: JudgedTurn): string {
  const start = 'verification failed: exit code 1; nothing could be measured';
  if (judged.kind === 'undecided') return start;
  const { reasoning, isRegressive, noProgress } = judged.verdict;
  if (!isRegressive && !noProgress) return `The judge (${JUDGE_NAME}) sees progress: ${reasoning}`;
  const sees = isRegressive ? 'the task moving away from goal' : 'no progress';
  return `${start}. The judge (${JUDGE_NAME}) sees ${sees}: ${reasoning}`;
}

const MOVES_AWAY =
  'Moving away from goal: attempt 3 rounded the lines right, and attempt 4 took that back and now also breaks the total. None of the changed files concerns the tax rate that the goal asks for.';

const JUDGED: readonly (JudgedTurn | undefined)[] = [
  undefined,
  decided(),
  saying(
    { reasoning: 'The lines are rounded half to even now; only the total is wrong still.' },
    { cost: { calls: 2, durationMs: 4_400, inputTokens: 2_310, outputTokens: 95, usd: 0.0011 } },
  ),
  saying({ isRegressive: true, noProgress: true, reasoning: MOVES_AWAY }),
  decided({ since: 2, cost: { calls: 0, durationMs: 0 } }),
  undecided(),
  undecided({
    why: 'budget',
    cost: { calls: 0, durationMs: 0 },
    detail: 'its calls for this task are used up (judge.maxCalls)',
  }),
];

const TURNS: readonly TurnMark[] = JUDGED.map((judged, index) =>
  turn(index + 1, {
    ...uncounted,
    outcome: index === 2 ? 'progress' : 'no_progress',
    reason: judged === undefined ? 'the first turn is the baseline' : judgedReason(judged),
    pivot: index === 5,
    ...(judged && { judged }),
  }),
);

export const JUDGE_COST = {
  ...{ calls: 7, durationMs: 70_600 },
  ...{ inputTokens: 4_718, outputTokens: 255, usd: 0.0023 },
};

/** Paused; the judge was asked about most of its turns. */
export const judgedTask: TaskView = task('fix-rounding', {
  status: 'PAUSED_FOR_INTERVENTION',
  statusReason: '3 strategies failed',
  entropy: 3,
  pivots: 2,
  turns: TURNS,
  judge: JUDGE_COST,
  report: {
    ...report,
    advice: [
      'The judge sees the task moving away from goal in turn 4. Go back to how the files were before turn 4 before you resume.',
    ],
    turns: TURNS.map((mark, index) => ({
      ...report.turns[0]!,
      ...{ number: mark.number, at: mark.at, outcome: mark.outcome, reason: mark.reason },
      pivotDirective: mark.pivot ? 1 : 0,
      ...(JUDGED[index] && { judged: JUDGED[index] }),
    })),
  },
});

/** Its turn runs, and the judge is asked about it. */
export const askingJudge: TaskView = task('add-taxes', {
  status: 'in_progress',
  entropy: 1,
  turns: [
    ...TURNS.slice(0, 2),
    turn(3, { ...uncounted, outcome: 'running', durationMs: undefined, reason: '' }),
  ],
  judge: { calls: 2, durationMs: 3_100, inputTokens: 1_204, outputTokens: 80 },
  asking: true,
});
