import type { InputBoxOptions, QuickPickItem, QuickPickOptions } from 'vscode';
import type { Overview } from '../../model/overview/overview';
import type { FoundAnswer } from '../../app/api/answers';
import type { KnownTask } from '../../model/task/foundTasks';
import type { NewTask, SharedTaskParts } from '../../model/task/newTask';
import { isSourceName } from '../../model/task/readSource';
import { createTaskId } from '../../model/task/taskId';
import type { Answer } from '../../ports/answer';
import { NO_VERIFY } from '../../reports/task/noVerify';
import { sanitizeLabel } from '../text/sanitizeLabel';

/** The editor's input boxes and lists, as far as they are used here. */
export interface Asker {
  showInputBox(options: InputBoxOptions): Thenable<string | undefined>;
  showQuickPick<T extends QuickPickItem>(
    items: readonly T[],
    options: QuickPickOptions & { readonly canPickMany: true },
  ): Thenable<readonly T[] | undefined>;
  showQuickPick<T extends QuickPickItem>(
    items: readonly T[],
    options: QuickPickOptions,
  ): Thenable<T | undefined>;
}

/** What a new task is asked about: the existing tasks, the agents and the verify command of `devs.yaml`. */
export type NewTaskFacts = Pick<Overview, 'agents' | 'verify' | 'tasks'>;

/** What a human entered: new tasks with what is to be known of them, or why there are none. */
export type AskedTasks =
  | { readonly tasks: readonly NewTask[]; readonly notes: readonly string[] }
  | Answer;

/** Finds the tasks that an entered text names. */
type FindTasks = (text: string) => Promise<FoundAnswer>;

/**
 * Asks for a new task, one thing at a time; where its title names a source, such as `github:#12`, for the tasks that are
 * found there. Undefined when the user cancelled.
 */
export async function askForTask(
  editor: Asker,
  facts: NewTaskFacts,
  find: FindTasks,
): Promise<AskedTasks | undefined> {
  const { agents, tasks } = facts;
  const asksForAgent = agents.length > 1;
  const steps = 3 + (asksForAgent ? 1 : 0) + (tasks.length > 0 ? 1 : 0);
  const title = await editor.showInputBox({
    ...{ title: `Add a task (1 of ${steps})`, ignoreFocusOut: true },
    prompt: 'Enter a title for the task, or name a source of tasks, such as github:#12 or TODO.md',
    placeHolder: 'Add login',
    validateInput: (text) => (text.trim() === '' ? 'A task needs a title.' : undefined),
  });
  if (title === undefined) return undefined;
  if (isSourceName(title.trim())) return await askForFound(editor, facts, await find(title));
  const task = await askForOne(editor, facts, { title, look: counting('Add a task', 2, steps) });
  return task && { tasks: [task], notes: [] };
}

/** The look of each box: which step it is. */
type Look = () => { readonly title: string; readonly ignoreFocusOut: true };

function counting(what: string, first: number, steps: number): Look {
  let step = first - 1;
  return () => {
    step += 1;
    return { title: `${what} (${step} of ${steps})`, ignoreFocusOut: true };
  };
}

async function askForOne(
  editor: Asker,
  { agents, verify: usual, tasks }: NewTaskFacts,
  { title, look }: { readonly title: string; readonly look: Look },
): Promise<NewTask | undefined> {
  const goal = await editor.showInputBox({
    ...look(),
    prompt: 'What should be done? The agent gets this text.',
    validateInput: (text) => (text.trim() === '' ? 'A task needs a goal.' : undefined),
  });
  if (goal === undefined) return undefined;
  const shared = await askForShared(editor, { agents, usual, look });
  if (shared === undefined) return undefined;
  const before =
    tasks.length === 0
      ? []
      : await editor.showQuickPick(taskChoices(tasks), {
          ...look(),
          placeHolder: 'Which tasks must be done first? You can leave all of them unselected.',
          canPickMany: true,
          matchOnDescription: true,
        });
  if (before === undefined) return undefined;
  const taken = tasks.map(({ id }) => id);
  return {
    ...{ id: createTaskId(title, taken), title: title.trim(), goal: goal.trim() },
    ...shared,
    ...(before.length > 0 && { dependsOn: before.map(({ id }) => id) }),
  };
}

/** Asks which of the found tasks are wanted, and what they share. */
async function askForFound(
  editor: Asker,
  { agents, verify: usual }: NewTaskFacts,
  found: FoundAnswer,
): Promise<AskedTasks | undefined> {
  if (!found.ok || found.tasks.length === 0)
    return { ok: found.ok, message: [found.message, ...(found.ok ? found.notes : [])].join(' ') };
  const look = counting('Add tasks', 2, agents.length > 1 ? 4 : 3);
  const choices = taskChoices(found.tasks).map((choice) => ({ ...choice, picked: true }));
  const wanted = await editor.showQuickPick(choices, {
    ...look(),
    placeHolder: `Which tasks do you want to add? ${found.message}`,
    canPickMany: true,
  });
  if (wanted === undefined || wanted.length === 0) return undefined;
  const shared = await askForShared(editor, { agents, usual, look });
  if (shared === undefined) return undefined;
  const ids = new Set(wanted.map(({ id }) => id));
  const tasks = found.tasks.filter(({ id }) => ids.has(id));
  return { tasks: tasks.map((task) => ({ ...task, ...shared })), notes: found.notes };
}

/** Asks for the agent, where there are several, and for the verify command. */
async function askForShared(
  editor: Asker,
  {
    agents,
    usual,
    look,
  }: Pick<NewTaskFacts, 'agents'> & { readonly usual: string | undefined; readonly look: Look },
): Promise<SharedTaskParts | undefined> {
  const agent =
    agents.length > 1
      ? await editor.showQuickPick(agentChoices(agents), {
          ...look(),
          placeHolder: 'Which agent should do the work?',
        })
      : DEFAULT_AGENT;
  if (agent === undefined) return undefined;
  const verify = await editor.showInputBox({ ...look(), ...verifyInput(usual) });
  if (verify === undefined) return undefined;
  return {
    ...(agent.name !== undefined && { agent: agent.name }),
    ...(verify.trim() !== '' && { verify: verify.trim() }),
  };
}

interface AgentChoice extends QuickPickItem {
  /** Absent for the default. */
  readonly name?: string;
}

const DEFAULT_AGENT: AgentChoice = { label: '' };

function agentChoices([first = '', ...others]: readonly string[]): readonly AgentChoice[] {
  return [
    { label: sanitizeLabel(first), description: 'default' },
    ...others.map((name) => ({ label: sanitizeLabel(name), name })),
  ];
}

function verifyInput(usual: string | undefined): InputBoxOptions {
  return {
    prompt:
      usual === undefined
        ? `Enter a command that checks the result. ${NO_VERIFY}`
        : 'Enter a command that checks the result, or leave the box empty to use the verify command of devs.yaml.',
    placeHolder: usual === undefined ? 'npm test -- login' : sanitizeLabel(usual),
  };
}

function taskChoices(
  tasks: readonly KnownTask[],
): readonly (QuickPickItem & { readonly id: string })[] {
  return tasks.map(({ id, title }) => ({
    label: sanitizeLabel(title),
    ...(title !== id && { description: id }),
    id,
  }));
}
