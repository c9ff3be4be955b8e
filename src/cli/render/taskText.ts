import { describeAgent } from '../../reports/task/describeAgent';
import { describeThreshold } from '../../reports/task/describeThresholds';
import { describeTaskDebugger } from '../../reports/debugger/describeTaskDebugger';
import {
  describeSpent,
  describeSpentShortly,
  hasKnownSpending,
} from '../../reports/usage/describeSpent';
import { describeSpending } from '../../model/judge/judgeCost';
import { explainTurns, type ExplainedTurn } from '../../reports/judge/describeJudged';
import type { Overview, TaskOverview, TurnMark } from '../../model/overview/overview';
import { isCountedFurther } from '../../model/task/taskStatus';
import { describeEntropy, describePivots } from '../../reports/task/counterWords';
import type { LandedBranch } from '../../model/landing/landing';
import { printable, printableLine, printablePath } from '../terminal/printable';
import type { Style } from '../terminal/style';
import { alignColumns, type Cell } from '../terminal/table';
import { describeTurnCount } from '../../reports/task/describeTurnCount';
import { describeAttempts } from '../../reports/task/describeAttempts';
import { OUTCOME_WORDS } from '../../reports/task/outcomeWords';
import { provingAttemptLines } from './attemptsText';
import { canRewindTo } from './parseRewindTarget';
import { historyLines } from './historyText';
import { hopsLines } from './hopsText';
import { pivotLines } from './pivotsText';
import { taskSteps } from './nextSteps';
import { noticeLines, paintedStatus, stepLines } from './statusText';
import { describeRemark, statusesOf } from './taskRemark';
import { compactDuration } from '../../text/describeDuration';
import { titled } from './titled';
import { planLines, waitingLines } from './waitingText';

export interface TaskTextOptions {
  readonly style: Style;
  readonly now: Date;
}

/** Output of `devs status <task>`: state, turns, history, next commands. */
export function taskText(task: TaskOverview, overview: Overview, options: TaskTextOptions): string {
  const { style, now } = options;
  const steps = taskSteps(task, overview);
  const lines = [
    ...noticeLines(overview, style),
    ...waitingLines([task], { style, now, inFull: true }),
    ...headLines(task, overview, options),
    ...titled('Plan of the agent', planLines(task.steps?.plan, style), style),
    ...titled('Question', questionLines(task), style),
    ...provingAttemptLines(task.loop && describeAttempts(task.loop), style),
    ...titled('Turns', turnLines(task, overview, style), style),
    ...titled('Advice on the last loop', loopAdviceLines(task), style),
    ...titled(
      'Inside the turns',
      task.hops === undefined ? [] : hopsLines(task.hops, style),
      style,
    ),
    ...titled('Fresh starts (pivots)', pivotLines(task.pivotHistory, now), style),
    ...titled('History', historyLines(task.history, now), style),
    ...titled('Next', stepLines(steps, style), style),
  ];
  return `${lines.join('\n')}\n`;
}

function headLines(
  task: TaskOverview,
  { limits, tasks }: Overview,
  { style, now }: TaskTextOptions,
): readonly string[] {
  const id = printableLine(task.id);
  const title = printableLine(task.title);
  const remark = describeRemark(task, statusesOf(tasks), now);
  const counts = [
    `agent ${printableLine(describeAgent(task, now))}`,
    ...(isCountedFurther(task.status)
      ? [describeEntropy(task), describePivots({ ...task, maxPivots: limits.maxPivots })]
      : []),
    printableLine(describeTurnCount(task)),
    ...(task.attempts > 0 ? [`attempts ${task.attempts}`] : []),
    ...(task.priority === 0 ? [] : [`priority ${task.priority}`]),
    ...(task.spent === undefined ? [] : [`spent ${describeSpent(task.spent)}`]),
    ...(task.judge === undefined || task.judge.calls === 0
      ? []
      : [`judge ${describeSpending(task.judge)}`]),
  ];
  return [
    `${style.bold(id)}${title === id || title === '' ? '' : ` — ${title}`}`,
    `${paintedStatus(task, style)}${remark === '' ? '' : `: ${remark}`}`,
    style.dim(counts.join('  ')),
    ...(task.link === undefined ? [] : [`from ${task.link}`]),
    ...(task.worktree === undefined ? [] : [`worktree ${printablePath(task.worktree)}`]),
    ...(task.branch === undefined ? [] : [branchLine(task.branch)]),
    ...(task.thresholdReason === undefined
      ? []
      : [style.dim(printableLine(describeThreshold(task.thresholdReason)))]),
    ...attemptLines(task, style),
    ...(task.debugger === undefined ? [] : [printableLine(describeTaskDebugger(task.debugger))]),
  ];
}

function branchLine({ name, pullRequest }: LandedBranch): string {
  const made = pullRequest === undefined ? '' : `, pull request ${printableLine(pullRequest)}`;
  return `branch ${printableLine(name)}${made}`;
}

/** Loops over its attempts and inside its last turn, and the authority of its agent. */
function attemptLines(
  { loop, authority, lastLoop }: TaskOverview,
  style: Style,
): readonly string[] {
  const sure = loop?.level === 'stuck' ? 'Loop' : 'Maybe a loop';
  return [
    ...(loop === undefined ? [] : [style.yellow(`${sure}: ${printableLine(loop.message)}`)]),
    ...(lastLoop === undefined ? [] : [style.yellow(printableLine(lastLoop))]),
    ...(authority === undefined
      ? []
      : [`The agent may work around: ${authority.map(printableLine).join('; ')}`]),
  ];
}

/** What a human can do about the loop that ended the last turn. */
function loopAdviceLines({ turns }: TaskOverview): readonly string[] {
  const advice = turns.at(-1)?.proof?.advice;
  return advice === undefined ? [] : [printableLine(advice)];
}

/** The planner's question to the user, in its words. */
function questionLines({ report }: TaskOverview): readonly string[] {
  return report?.question === undefined ? [] : printable(report.question).trim().split('\n');
}

function turnLines(task: TaskOverview, { tasks }: Overview, style: Style): readonly string[] {
  const { turns, turnCount } = task;
  if (turns.length === 0) return [];
  const explained = explainTurns(turns);
  const by = explained.some(({ decider }) => decider !== undefined) ? ['BY'] : [];
  const agent = turns.some((turn) => turn.agent !== undefined) ? ['AGENT'] : [];
  const spent = turns.some(hasKnownSpending) ? ['SPENT'] : [];
  const shows = { tasks, hasAgent: agent.length > 0, hasSpent: spent.length > 0 };
  const head = ['TURN', ...agent, 'OUTCOME', 'TIME', ...spent, 'REWIND TO', ...by, 'REASON'].map(
    (text) => ({
      text,
      paint: style.dim,
    }),
  );
  const older = turnCount - turns.length;
  return [
    ...alignColumns([head, ...explained.map((turn) => turnCells(turn, task, shows))]),
    ...(older > 0 ? [`… ${older} older`] : []),
  ];
}

/** Which columns the table of turns has. */
interface ShownCells {
  readonly tasks: readonly TaskOverview[];
  readonly hasAgent: boolean;
  readonly hasSpent: boolean;
}

function turnCells(
  turn: TurnMark & ExplainedTurn,
  task: TaskOverview,
  { tasks, hasAgent, hasSpent }: ShownCells,
): readonly Cell[] {
  const where = turn.taskId === task.id ? '' : ` on ${printableLine(turn.taskId)}`;
  return [
    { text: `${turn.number}${where}` },
    ...(hasAgent ? [{ text: printableLine(turn.agent ?? '') }] : []),
    { text: `${OUTCOME_WORDS[turn.outcome]}${turn.pivot ? ' ↻' : ''}` },
    { text: turn.durationMs === undefined ? '' : compactDuration(turn.durationMs) },
    ...(hasSpent ? [{ text: describeSpentShortly(turn.spent) }] : []),
    { text: canRewindTo(turn, task, tasks) ? 'yes' : 'no' },
    ...(turn.decider === undefined ? [] : [{ text: turn.decider }]),
    { text: printableLine(turn.reason) },
  ];
}
