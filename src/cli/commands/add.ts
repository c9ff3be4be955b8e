import type { FoundAnswer } from '../../app/api/answers';
import type { NewTask, SharedTaskParts } from '../../model/task/newTask';
import { removeInvisible } from '../../text/invisible';
import type { CommandContext } from './shared/commandContext';
import { addedText } from '../render/addedText';
import { failed, type Outcome } from '../terminal/outcome';

/** Options of `devs add`. */
export interface AddOptions {
  readonly goal?: string;
  readonly id?: string;
  readonly from?: readonly string[];
  readonly agent?: string;
  readonly verify?: string;
  readonly dependsOn?: readonly string[];
  readonly dryRun?: boolean;
}

/** `devs add <title>`, `devs add --from <source>`: adds tasks to `devs.yaml`, all or none. */
export async function add(
  context: CommandContext,
  title: string | undefined,
  options: AddOptions,
): Promise<Outcome> {
  const found = await collectTasks(context, title, options);
  if (!found.ok) return failed(found.message);
  const { agent, verify, dependsOn, dryRun = false } = options;
  const shared: SharedTaskParts = {
    ...(agent !== undefined && { agent }),
    ...(verify !== undefined && { verify }),
    ...(dependsOn !== undefined && { dependsOn }),
  };
  const tasks = found.tasks.map((task) => ({ ...task, ...shared }));
  const answer = tasks.length > 0 ? await context.app.addTasks(tasks, { dryRun }) : undefined;
  if (answer?.ok === false) return failed(answer.message);
  const { there, notes } = found;
  const writes = answer !== undefined && !dryRun;
  const { message } = writes ? answer : found;
  return {
    ok: true,
    text: addedText({ ...{ tasks, there, notes, message }, isDone: writes }, context.style),
    json: { ok: true, dryRun, tasks, there, notes, message },
  };
}

async function collectTasks(
  context: CommandContext,
  title: string | undefined,
  { from, goal, id }: AddOptions,
): Promise<FoundAnswer> {
  if (from === undefined) return await oneTask(context, title, { goal, id });
  if (title !== undefined || goal !== undefined || id !== undefined)
    return refuse('--from names the tasks: omit the title, --goal and --id.');
  return await context.app.findTasks({ from, ...folderOf(context) });
}

async function oneTask(
  context: CommandContext,
  title = '',
  { goal, id }: { readonly goal: string | undefined; readonly id: string | undefined },
): Promise<FoundAnswer> {
  if (removeInvisible(title).trim() === '')
    return refuse(
      'Give the task a title, as in `devs add "Add login"`, or name a source of tasks with --from.',
    );
  if (id === undefined) return await context.app.findTasks({ title, goal: goal ?? title });
  const task: NewTask = { id, title, goal: goal ?? title };
  return { ok: true, tasks: [task], there: [], notes: [], message: '1 new task.' };
}

function refuse(message: string): FoundAnswer & { readonly ok: false } {
  return { ok: false, message };
}

/** Files are named as seen from the current folder; from the workspace where that is gone. */
function folderOf({ host }: CommandContext): { readonly folder?: string } {
  try {
    return { folder: host.cwd() };
  } catch {
    return {};
  }
}
