import type { InputBoxOptions, QuickPickItem, QuickPickOptions } from 'vscode';
import type { Overview } from '../../model/overview/overview';
import type { NewTask } from '../../model/task/newTask';
import { createTaskId } from '../../model/task/taskId';
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

/** Asks for a new task, one thing at a time; undefined when the user cancelled. */
export async function askForTask(
  editor: Asker,
  { agents, verify: usual, tasks }: NewTaskFacts,
): Promise<NewTask | undefined> {
  const asksForAgent = agents.length > 1;
  const steps = 3 + (asksForAgent ? 1 : 0) + (tasks.length > 0 ? 1 : 0);
  let step = 0;
  const look = () => {
    step += 1;
    return { title: `Add a task (${step} of ${steps})`, ignoreFocusOut: true };
  };
  const title = await editor.showInputBox({
    ...look(),
    prompt: 'What is it called?',
    placeHolder: 'Add login',
    validateInput: (text) => (text.trim() === '' ? 'A task needs a title.' : undefined),
  });
  if (title === undefined) return undefined;
  const goal = await editor.showInputBox({
    ...look(),
    prompt: 'What should be done? The agent gets this text.',
    validateInput: (text) => (text.trim() === '' ? 'A task needs a goal.' : undefined),
  });
  if (goal === undefined) return undefined;
  const agent = asksForAgent
    ? await editor.showQuickPick(agentChoices(agents), {
        ...look(),
        placeHolder: 'Which agent works on it?',
      })
    : DEFAULT_AGENT;
  if (agent === undefined) return undefined;
  const verify = await editor.showInputBox({ ...look(), ...verifyInput(usual) });
  if (verify === undefined) return undefined;
  const before =
    tasks.length === 0
      ? []
      : await editor.showQuickPick(taskChoices(tasks), {
          ...look(),
          placeHolder: 'Which tasks must be done before? None is fine.',
          canPickMany: true,
          matchOnDescription: true,
        });
  if (before === undefined) return undefined;
  return {
    id: createTaskId(
      title,
      tasks.map(({ id }) => id),
    ),
    title: title.trim(),
    goal: goal.trim(),
    ...(agent.name !== undefined && { agent: agent.name }),
    ...(verify.trim() !== '' && { verify: verify.trim() }),
    ...(before.length > 0 && { dependsOn: before.map(({ id }) => id) }),
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
        ? `A command that checks the result. ${NO_VERIFY}`
        : 'A command that checks the result; leave it empty for the one of devs.yaml.',
    placeHolder: usual === undefined ? 'npm test -- login' : sanitizeLabel(usual),
  };
}

function taskChoices(
  tasks: NewTaskFacts['tasks'],
): readonly (QuickPickItem & { readonly id: string })[] {
  return tasks.map(({ id, title }) => ({
    label: sanitizeLabel(title),
    ...(title !== id && { description: id }),
    id,
  }));
}
