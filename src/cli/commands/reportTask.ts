import { selectHuman } from '../../model/run/intervention';
import { needsHuman } from '../../model/task/taskStatus';
import type { CommandContext } from './shared/commandContext';
import { failed, type Outcome } from '../terminal/outcome';
import { historyLines, interventionJson } from '../render/historyText';
import { blockReport } from '../../reports/task/blockReport';
import { blockReportText } from '../render/blockReportText';
import { pauseReportText } from '../render/pauseReportText';
import { findTask } from './shared/readWorkspace';

/** `devs reportTask <task>`: the newest pause reportTask of the task, or why it is blocked, and what humans did to it. */
export async function reportTask(context: CommandContext, taskId: string): Promise<Outcome> {
  const task = await findTask(context, taskId);
  if (!task.ok) return task;
  const newest = await context.app.report(taskId);
  const { status, history } = task.value;
  const byHumans = historyLines(selectHuman(history), context.host.date());
  const block = newest === undefined ? blockReport(task.value) : undefined;
  if (block !== undefined) {
    return {
      ok: true,
      text: blockReportText(block, context.style, byHumans),
      json: { ...block, history: history.map(interventionJson) },
    };
  }
  if (newest === undefined) {
    return failed(
      `Task "${taskId}" has no pause report: it was never paused (it is ${status}). ` +
        `\`devs status ${taskId}\` shows its turns.`,
    );
  }
  const issue = await context.app.issueFile(taskId);
  const run = await context.app.runReport({ taskId });
  const where = `Its run: \`devs report --run ${run.ok ? run.report.id : ''}\`.`;
  const old = `This is an old report, from ${newest.createdAt}: the task is ${status} now.`;
  return {
    ok: true,
    text: pauseReportText(newest, context.style, {
      history: byHumans,
      ...(issue === undefined ? {} : { issue }),
    }),
    json: {
      ...newest,
      ...(issue === undefined ? {} : { issue }),
      history: history.map(interventionJson),
    },
    notes: [...(needsHuman(status) ? [] : [old]), ...(run.ok ? [where] : [])],
  };
}
