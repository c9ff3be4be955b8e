import type { RunReportAnswer } from '../../app/api/answers';
import type { RunReport, RunReportTask } from '../../model/run/runReport';
import { describeAnsweredCalls } from '../../reports/permissions/describeAnsweredCalls';
import { statusWord } from '../../model/task/statusNames';
import { selectHuman } from '../../model/run/intervention';
import type { Overview, TaskOverview } from '../../model/overview/overview';
import { needsHuman } from '../../model/task/taskStatus';
import type { NextStep } from '../../reports/task/nextStep';
import type { CommandContext } from './shared/commandContext';
import { failed, type Outcome } from '../terminal/outcome';
import { historyLines, interventionJson } from '../render/historyText';
import { permissionLines } from '../render/permissionsText';
import { runTaskText } from '../render/runReportText';
import { pauseReportText } from '../render/pauseReportText';
import { taskSteps } from '../render/nextSteps';
import { findOne, readWorkspace } from './shared/readWorkspace';

/**
 * `devs report <task>`: the newest report of the task, paused or blocked, and what humans did to it; without one, what a
 * run's report tells of it.
 */
export async function reportTask(context: CommandContext, taskId: string): Promise<Outcome> {
  const overview = await readWorkspace(context);
  if (!overview.ok) return overview;
  const task = findOne(overview.value, taskId);
  if (!task.ok) return task;
  const newest = await context.app.report(taskId);
  const { status, history } = task.value;
  const byHumans = historyLines(selectHuman(history), context.host.date());
  const run = await context.app.runReport({ taskId });
  if (newest === undefined) return reportOfRun(context, task.value, run);
  const isBlocked = newest.terminalStatus === 'blocked';
  // The task is still in the pause or block that the report is about.
  const isStanding = needsHuman(status) && (status === 'blocked') === isBlocked;
  const issue = await context.app.issueFile(taskId);
  const permissions = run.ok ? permissionsIn(run.report, taskId) : undefined;
  const where = `Report of the newest run: \`devs report --run ${run.ok ? run.report.id : ''}\`.`;
  const old = `This is an old report, from ${newest.createdAt}: the task is ${statusWord(status)} now.`;
  return {
    ok: true,
    text: pauseReportText(newest, context.style, {
      history: byHumans,
      permissions: permissionLines(describeAnsweredCalls(permissions), context.style),
      ...(issue === undefined ? {} : { issue }),
      ...(isStanding && !isBlocked ? {} : { steps: otherSteps(task.value, overview.value) }),
    }),
    json: {
      ...newest,
      ...(issue === undefined ? {} : { issue }),
      history: history.map(interventionJson),
      ...(permissions && { permissions }),
    },
    notes: [...(isStanding ? [] : [old]), ...(run.ok ? [where] : [])],
  };
}

/** Of a task that has not needed anybody: its part of the report of the newest run that worked on it. */
function reportOfRun(
  { style, host }: CommandContext,
  { id, status }: TaskOverview,
  run: RunReportAnswer,
): Outcome {
  const task = run.ok ? run.report.tasks.find((each) => each.id === id) : undefined;
  if (!run.ok || task === undefined)
    return failed(
      `Task "${id}" has no report, because it has not needed you so far (it is ${statusWord(status)}). ` +
        `\`devs status ${id}\` shows its turns and attempts.`,
    );
  const { report, files } = run;
  return {
    ok: true,
    text: runTaskText(report, id, { files, style, now: host.date() }),
    json: {
      ...{ run: report.id, ...task },
      turns: report.turns.filter(({ taskId }) => taskId === id),
    },
  };
}

function permissionsIn({ tasks }: RunReport, taskId: string): RunReportTask['permissions'] {
  return tasks.find(({ id }) => id === taskId)?.permissions;
}

/** What can be done now, besides reading this report. */
function otherSteps(task: TaskOverview, overview: Overview): readonly NextStep[] {
  return taskSteps(task, overview).filter(({ command }) => command !== `devs report ${task.id}`);
}
