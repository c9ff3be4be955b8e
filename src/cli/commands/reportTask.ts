import { statusWord } from '../../model/task/statusNames';
import { selectHuman } from '../../model/run/intervention';
import type { Overview, TaskOverview } from '../../model/overview/overview';
import { needsHuman } from '../../model/task/taskStatus';
import type { NextStep } from '../../reports/task/nextStep';
import type { CommandContext } from './shared/commandContext';
import { failed, type Outcome } from '../terminal/outcome';
import { historyLines, interventionJson } from '../render/historyText';
import { pauseReportText } from '../render/pauseReportText';
import { taskSteps } from '../render/nextSteps';
import { findOne, readWorkspace } from './shared/readWorkspace';

/** `devs report <task>`: the newest report of the task, paused or blocked, and what humans did to it. */
export async function reportTask(context: CommandContext, taskId: string): Promise<Outcome> {
  const overview = await readWorkspace(context);
  if (!overview.ok) return overview;
  const task = findOne(overview.value, taskId);
  if (!task.ok) return task;
  const newest = await context.app.report(taskId);
  const { status, history } = task.value;
  const byHumans = historyLines(selectHuman(history), context.host.date());
  if (newest === undefined) {
    return failed(
      `Task "${taskId}" has no report: it has not needed you so far (it is ${statusWord(status)}). ` +
        `\`devs status ${taskId}\` shows its turns and attempts.`,
    );
  }
  const isBlocked = newest.terminalStatus === 'blocked';
  // The task is still in the pause or block that the report is about.
  const isStanding = needsHuman(status) && (status === 'blocked') === isBlocked;
  const issue = await context.app.issueFile(taskId);
  const run = await context.app.runReport({ taskId });
  const where = `Its newest run: \`devs report --run ${run.ok ? run.report.id : ''}\`.`;
  const old = `This is an old report, from ${newest.createdAt}: the task is ${statusWord(status)} now.`;
  return {
    ok: true,
    text: pauseReportText(newest, context.style, {
      history: byHumans,
      ...(issue === undefined ? {} : { issue }),
      ...(isStanding && !isBlocked ? {} : { steps: otherSteps(task.value, overview.value) }),
    }),
    json: {
      ...newest,
      ...(issue === undefined ? {} : { issue }),
      history: history.map(interventionJson),
    },
    notes: [...(isStanding ? [] : [old]), ...(run.ok ? [where] : [])],
  };
}

/** What can be done now, besides reading this report. */
function otherSteps(task: TaskOverview, overview: Overview): readonly NextStep[] {
  return taskSteps(task, overview).filter(({ command }) => command !== `devs report ${task.id}`);
}
