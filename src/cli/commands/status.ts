import type { NextStep } from '../../reports/task/nextStep';
import {
  isWaiting,
  type Overview,
  type TaskOverview,
  type TurnMark,
} from '../../model/overview/overview';
import type { CommandContext } from './shared/commandContext';
import type { Outcome } from '../terminal/outcome';
import { isLiveTerminal } from '../terminal/style';
import { TerminalScreen } from '../terminal/terminalScreen';
import { diskUseLine, usesDisk } from '../render/diskUseLine';
import { nextSteps, taskSteps } from '../render/nextSteps';
import { statusText } from '../render/statusText';
import { describeReason, statusesOf, type Statuses } from '../render/taskRemark';
import { taskText } from '../render/taskText';
import { pivotJson } from '../render/pivotsText';
import { interventionJson } from '../render/historyText';
import { findOne, readWorkspace } from './shared/readWorkspace';
import { canRewindTo } from '../render/parseRewindTarget';

/** `devs status [task]`: every task and who holds the workspace, or one task with turns and history. */
export async function status(
  context: CommandContext,
  taskId: string | undefined,
): Promise<Outcome> {
  const overview = await readWorkspace(context);
  if (!overview.ok) return overview;
  if (taskId === undefined) return await statusOfAll(context, overview.value);
  const found = findOne(overview.value, taskId);
  return found.ok ? statusOfTask(context, overview.value, found.value) : found;
}

async function statusOfAll(context: CommandContext, overview: Overview): Promise<Outcome> {
  const { stream } = context.output;
  const use = await context.app.diskUse();
  const live = isLiveTerminal(stream, context.host.environment);
  return {
    ok: true,
    text: `${statusText(overview, {
      style: context.style,
      columns: live ? new TerminalScreen(context.output).columns : undefined,
      now: context.host.date(),
    })}${usesDisk(use) ? `\n${context.style.dim(diskUseLine(use))}\n` : ''}`,
    json: { ...statusJson(overview, context), ...(await context.app.status()), diskUse: use },
  };
}

function statusOfTask(context: CommandContext, overview: Overview, task: TaskOverview): Outcome {
  const { style, host } = context;
  const { tasks } = overview;
  return {
    ok: true,
    text: taskText(task, overview, { style, now: host.date() }),
    json: {
      ...headJson(overview, context),
      task: {
        ...taskJson(task, statusesOf(tasks)),
        turnList: task.turns.map((turn) => turnJson(turn, canRewindTo(turn, task, tasks))),
        hops: task.hops === undefined ? null : { ...task.hops, current: task.hops.current ?? null },
        question: task.report?.question ?? null,
        history: task.history.map(interventionJson),
        pivotHistory: task.pivotHistory.map(pivotJson),
      },
      next: taskSteps(task, overview).map(stepJson),
    },
  };
}

function statusJson(overview: Overview, context: CommandContext): object {
  const { limits, agents, tasks } = overview;
  const statuses = statusesOf(tasks);
  return {
    ...headJson(overview, context),
    limits,
    agents,
    tasks: tasks.map((task) => taskJson(task, statuses)),
    next: nextSteps(overview).map(stepJson),
  };
}

function headJson({ run, holder, notices }: Overview, context: CommandContext): object {
  const { workspaceDir: workspace, app } = context;
  return { workspace, stateDir: app.stateDir, run, holder: holder ?? null, notices };
}

function stepJson({ command, does }: NextStep): object {
  return { command, does };
}

function turnJson(turn: TurnMark, canRewindTo: boolean): object {
  const { number, taskId, outcome, pivot, at, durationMs = null, reason } = turn;
  const { failingTests = null, testsRun = null, failure = null } = turn;
  const counts = { failingTests, testsRun, failure };
  const judged = turn.judged ?? null;
  const advice = turn.proof?.advice ?? null;
  const rest = { ...counts, judged, canRewindTo, advice };
  const agent = turn.agent === undefined ? {} : { agent: turn.agent };
  return { number, taskId, ...agent, outcome, pivot, at, durationMs, reason, ...rest };
}

function taskJson(task: TaskOverview, statuses: Statuses): object {
  const { id, title, status, unverified, agent, dependsOn, entropy, pivots, hints } = task;
  return {
    id,
    title,
    status,
    reason: describeReason(task, statuses),
    unverified,
    agent,
    parent: task.parent ?? null,
    link: task.link ?? null,
    dependsOn,
    priority: task.priority,
    attempts: task.attempts,
    loop: task.loop ?? null,
    authority: task.authority ?? null,
    entropy,
    loopThreshold: task.loopThreshold,
    thresholdReason: task.thresholdReason ?? null,
    prediction: task.prediction ?? null,
    pivots,
    turns: task.turnCount,
    ownTurns: task.family?.ownTurns ?? task.turnCount,
    countsOn: task.family?.countsOn ?? id,
    bestTurn: task.bestTurn ?? null,
    waitingUntil: isWaiting(task) ? task.waitingUntil : null,
    hints,
    interventions: task.interventions,
    runnable: task.runnable,
    judge: task.judge ?? null,
    debugger: task.debugger ?? null,
    steps: task.steps ?? null,
    worktree: task.worktree ?? null,
    branch: task.branch ?? null,
    landing: task.landing ?? null,
    hasReport: task.report !== undefined,
    review: task.review ?? null,
  };
}
