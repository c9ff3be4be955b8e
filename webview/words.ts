import type { TaskLoop } from '../src/model/task/provingAttempt';
import { nameDecider, withoutReasoning } from '../src/reports/judge/describeJudged';
import { asksHuman, isWaiting } from '../src/model/overview/overview';
import { isTaskView, type ShownTask, type TaskView } from '../src/protocol/dashboardView';
import { isRunActive, type RunActivity } from '../src/model/overview/runActivity';
import type { TaskStatus } from '../src/model/task/task';
import { describeStatus } from '../src/reports/run/statusWords';
import { OUTCOME_WORDS } from '../src/reports/task/outcomeWords';
import { STATUS_NAMES } from '../src/model/task/statusNames';
import { describeHolder, type LeaseHolder } from '../src/model/workspace/leaseHolder';
import { nameNumbers } from '../src/text/list';
import type { PicturedTurn } from './turnPicture';
import { describeDuration } from '../src/text/describeDuration';
import { clockTime } from '../src/text/time';

/** Group of a task in the list. */
export type Group = 'needsYou' | 'open' | 'finished';

interface StatusWords {
  readonly word: string;
  readonly group: Group;
  /** Announcement for a task that reaches this status and waits for the user. */
  readonly announcement?: string;
}

/** Label, group and announcement of each status. */
export const STATUS_WORDS: Readonly<Record<TaskStatus, StatusWords>> = {
  pending: { word: STATUS_NAMES.pending, group: 'open' },
  in_progress: { word: STATUS_NAMES.in_progress, group: 'open' },
  blocked: { word: STATUS_NAMES.blocked, group: 'needsYou', announcement: 'is blocked' },
  done: { word: STATUS_NAMES.done, group: 'finished' },
  done_partial: { word: STATUS_NAMES.done_partial, group: 'finished' },
  skipped: { word: STATUS_NAMES.skipped, group: 'finished' },
  aborted_stuck: {
    word: STATUS_NAMES.aborted_stuck,
    group: 'needsYou',
    announcement: 'was aborted as stuck',
  },
  PAUSED_FOR_INTERVENTION: {
    word: STATUS_NAMES.PAUSED_FOR_INTERVENTION,
    group: 'needsYou',
    announcement: 'is paused',
  },
};

/** Group of a task: one whose agent asks for a permission or an answer needs the user, too. */
export function groupOf(task: ShownTask): Group {
  return isAsking(task) ? 'needsYou' : STATUS_WORDS[task.status].group;
}

/** Status of a task whose agent asks for a permission or an answer. */
export const ASKS_YOU = 'Asks you';

/** The status of a task in a word or two. */
export function statusOf(task: TaskView, run: RunActivity): string {
  if (isWaiting(task)) return 'Waiting';
  return isAsking(task) ? ASKS_YOU : describeStatus(task, run);
}

/** Whether the agent of a running task asks for a permission or an answer. */
export function isAsking(task: ShownTask): task is TaskView {
  return isTaskView(task) && asksHuman(task);
}

/** Describes a turn on one line, for tooltips and screen readers. */
export function describeTurn(turn: PicturedTurn): string {
  const facts = [OUTCOME_WORDS[turn.outcome]];
  if (turn.pivot) facts.push('a fresh start (pivot)');
  if (turn.durationMs !== undefined) facts.push(describeDuration(turn.durationMs));
  facts.push(...describeTests(turn));
  if (turn.judged?.kind === 'decided') facts.push(`decided by ${nameDecider(turn)}`);
  const why = withoutReasoning(turn.reason, turn.judged);
  const reason = why === '' ? '' : ` — ${why}`;
  return `Turn ${turn.number}: ${facts.join(', ')}${reason}`;
}

/** Describes the tests of a turn: counts, the earlier turn with the same failure, best so far. */
function describeTests({ failing, testsRun, sameAs, best }: PicturedTurn): string[] {
  const facts: string[] = [];
  if (failing !== undefined) {
    const noun = (testsRun ?? failing) === 1 ? 'test' : 'tests';
    facts.push(
      testsRun === undefined
        ? `${failing} failing ${noun}`
        : `${failing} of ${testsRun} ${noun} failing`,
    );
  }
  if (sameAs !== undefined) facts.push(`same failure as turn ${sameAs}`);
  if (best) facts.push('best so far');
  return facts;
}

/** Describes a task's priority and number of attempts; '' for ordinary ones. */
export function describeScheduling({
  priority,
  attempts,
}: {
  priority: number;
  attempts: number;
}): string {
  return [
    ...(priority === 0 ? [] : [`priority ${priority}`]),
    ...(attempts < 2 ? [] : [`${attempts} attempts`]),
  ].join(' · ');
}

/** Labels of loops over attempts, by type. */
export const LOOP_WORDS: Readonly<Record<TaskLoop['loopType'], string>> = {
  completed_task_revisit: 'Task attempted again although already done',
  blocked_task_spin: 'Task blocked repeatedly for the same reason',
  no_progress_repeat: 'Attempts without progress',
  cross_task_cycle: 'Several tasks alternate without progress',
};

/** Describes the attempts that prove a loop: "Seen in attempts 4, 7 and 9". */
export function describeLoopProof({ evidence, level }: TaskLoop): string {
  const seen = level === 'stuck' ? 'Seen' : 'Maybe a loop: seen';
  return evidence.length === 0 ? '' : `${seen} in ${nameNumbers('attempt', evidence)}`;
}

/** Describes the other lease holder: "Running in a terminal since 22:31". */
export function describeUse(holder: LeaseHolder, run: RunActivity): string {
  const verb = isRunActive(run) ? 'Running' : 'In use';
  return `${verb} in ${describeHolder(holder, 'window')} since ${clockTime(holder.since, new Date())}`;
}
