import { isWaiting, type Overview, type TaskOverview } from '../../domain/overview';
import type { CommandContext } from '../commandContext';
import type { Outcome } from '../outcome';
import { isLiveTerminal } from '../output/style';
import { TerminalScreen } from '../output/terminalScreen';
import { nextSteps } from '../presenters/nextSteps';
import { reasonOf, statusText } from '../presenters/statusText';
import { readWorkspace } from '../readWorkspace';

/** `devs status`: every task, who holds the workspace, and what can be done next. */
export async function status(context: CommandContext): Promise<Outcome> {
  const overview = await readWorkspace(context);
  if (!overview.ok) return overview;
  const { stream } = context.output;
  const live = isLiveTerminal(stream, context.world.environment);
  return {
    ok: true,
    text: statusText(overview.value, {
      style: context.style,
      columns: live ? new TerminalScreen(context.output).columns : undefined,
      now: context.world.date(),
    }),
    json: statusJson(overview.value, context),
  };
}

function statusJson(overview: Overview, { workspaceDir, app }: CommandContext): unknown {
  const { run, limits, agents, tasks } = overview;
  return {
    workspace: workspaceDir,
    stateDir: app.stateDir,
    run,
    holder: overview.holder ?? null,
    limits,
    agents,
    tasks: tasks.map((task) => taskJson(task, tasks)),
    next: nextSteps(overview).map(({ command, does }) => ({ command, does })),
  };
}

function taskJson(task: TaskOverview, tasks: readonly TaskOverview[]): unknown {
  const { id, title, status, unverified, agent, dependsOn, entropy, pivots, hints } = task;
  return {
    id,
    title,
    status,
    reason: reasonOf(task, tasks),
    unverified,
    agent,
    parent: task.parent ?? null,
    dependsOn,
    entropy,
    pivots,
    turns: task.turnCount,
    bestTurn: task.bestTurn ?? null,
    waitingUntil: isWaiting(task) ? task.waitingUntil : null,
    hints,
    interventions: task.interventions,
    runnable: task.runnable,
    hasReport: task.report !== undefined,
  };
}
