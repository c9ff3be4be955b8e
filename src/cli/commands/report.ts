import { needsHuman } from '../../domain/taskStatus';
import type { CommandContext } from '../commandContext';
import { failed, type Outcome } from '../outcome';
import { pauseReportText } from '../presenters/pauseReportText';
import { findTask } from '../readWorkspace';

/** `devs report <task>`: the newest pause report of the task. */
export async function report(context: CommandContext, taskId: string): Promise<Outcome> {
  const task = await findTask(context, taskId);
  if (!task.ok) return task;
  const newest = await context.app.report(taskId);
  const { status } = task.value;
  if (newest === undefined) {
    return failed(`Task "${taskId}" has no pause report: it was never paused (it is ${status}).`);
  }
  const old = `This is an old report, from ${newest.createdAt}: the task is ${status} now.`;
  return {
    ok: true,
    text: pauseReportText(newest, context.style),
    json: newest,
    notes: needsHuman(status) ? [] : [old],
  };
}
