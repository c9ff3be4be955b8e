import { window } from 'vscode';
import { parseAmount } from '../../model/usage/parseAmount';
import { ownAgent } from '../../model/overview/overview';
import { describeSpentSoFar } from '../../reports/usage/describeSpent';
import type { Answer } from '../../ports/answer';
import type { CommandArgument } from '../contributions/commandArgument';
import type { FolderActions } from '../run/folderActions';
import type { FolderApp } from '../folders/folderApp';
import { askForTask } from './askForTask';
import { hintInput } from './hintInput';
import { findingChoices, hasSeveralFindings } from './findingChoices';
import { pickTask } from './taskPicker';
import { sanitizeLabel } from '../text/sanitizeLabel';
import type { TaskOpener } from '../folders/taskOpener';
import type { UserInput } from './userInput';
import { seenIn, type TaskInFolder } from '../folders/taskInFolder';

/** Asks for the missing inputs of an action, then performs it; undefined when the user cancelled. */
export class TaskPrompts {
  constructor(
    private readonly actions: FolderActions,
    private readonly pages: TaskOpener,
    private readonly input: Pick<UserInput, 'pickOne'>,
  ) {}

  async resume(
    tasks: readonly TaskInFolder[],
    argument: CommandArgument = {},
  ): Promise<Answer | undefined> {
    const picked = await pickTask(tasks, {
      placeHolder: 'Resume which task?',
      none: 'No task is waiting for you.',
      takeOnlyOne: true,
    });
    if (picked === undefined) return undefined;
    const { folder, task } = picked;
    const hint = argument.hint ?? (await window.showInputBox(hintInput(task)));
    if (hint === undefined) return undefined;
    // With a hint from the command, or an answer, the agent is not asked for.
    const isAnswer = task.report?.question !== undefined;
    const asksForAgent = argument.agent === undefined && argument.hint === undefined && !isAnswer;
    const agent = asksForAgent ? await askForAgent(picked) : argument.agent;
    if (asksForAgent && agent === undefined) return undefined;
    return this.actions.resume(folder, task.id, {
      ...(hint.trim() === '' ? {} : { hint: hint.trim() }),
      ...(agent === undefined || agent === SAME_AGENT ? {} : { agent }),
    });
  }

  /** Asks for another agent and resumes the first of the tasks with it. */
  async chooseAgent([picked]: readonly TaskInFolder[]): Promise<Answer | undefined> {
    if (picked === undefined) return undefined;
    const { folder, task } = picked;
    const others = otherAgents(picked);
    if (others.length === 0) return { ok: false, message: 'devs.yaml names no other agent.' };
    const choices = others.map((name) => ({ label: sanitizeLabel(name), value: name }));
    const agent = await this.input.pickOne(choices, {
      title: `Another agent for ${task.id}`,
      placeHolder: 'Which agent should take over?',
    });
    return agent === undefined ? undefined : this.actions.resume(folder, task.id, { agent });
  }

  /** Lets a task use more than its budgets allow. */
  async allowMore(
    tasks: readonly TaskInFolder[],
    takeOnlyOne: boolean,
  ): Promise<Answer | undefined> {
    const picked = await pickTask(tasks, {
      placeHolder: 'Which task should get a larger budget?',
      none: 'No task has used up a budget.',
      takeOnlyOne,
    });
    if (picked === undefined) return undefined;
    const { folder, task } = picked;
    const text = await window.showInputBox({
      title: `Allow More: ${sanitizeLabel(task.id)}`,
      prompt:
        `How much more may this task use? Enter US dollars, or tokens such as "2000000 tokens". ${describeSpentSoFar(task.spent)}`.trim(),
      placeHolder: '5',
      ignoreFocusOut: true,
      validateInput: (entered) =>
        entered.trim() === '' || parseAmount(entered) !== undefined
          ? undefined
          : 'Enter US dollars, such as 5 or 0.5, or tokens, such as "2000000 tokens".',
    });
    const allow = text === undefined ? undefined : parseAmount(text);
    return allow && this.actions.resume(folder, task.id, { allow });
  }

  async stopWaiting(
    tasks: readonly TaskInFolder[],
    takeOnlyOne: boolean,
  ): Promise<Answer | undefined> {
    const picked = await pickTask(tasks, {
      placeHolder: 'Which task should stop waiting?',
      none: 'Nothing to do: no task is waiting to be tried again.',
      takeOnlyOne,
    });
    return picked && this.actions.stopWaiting(picked.folder, picked.task.id);
  }

  async accept(tasks: readonly TaskInFolder[], takeOnlyOne: boolean): Promise<Answer | undefined> {
    const picked = await pickTask(tasks, {
      placeHolder: 'Accept which task?',
      none: 'Nothing to accept: no task is waiting for you to review its change or its doubtful tests.',
      takeOnlyOne,
    });
    return picked && this.actions.accept(picked.folder, picked.task.id, seenIn(picked));
  }

  async skip(tasks: readonly TaskInFolder[], takeOnlyOne: boolean): Promise<Answer | undefined> {
    const picked = await pickTask(tasks, {
      placeHolder: 'Skip which task?',
      none: 'No task can be skipped.',
      takeOnlyOne,
    });
    return picked && this.actions.skip(picked.folder, picked.task.id);
  }

  async retry(tasks: readonly TaskInFolder[], takeOnlyOne: boolean): Promise<Answer | undefined> {
    const picked = await pickTask(tasks, {
      placeHolder: 'Restart which task?',
      none: 'Nothing to restart: no task is finished or skipped.',
      takeOnlyOne,
    });
    return picked && this.actions.retry(picked.folder, picked.task.id);
  }

  async notALoop(
    tasks: readonly TaskInFolder[],
    takeOnlyOne: boolean,
  ): Promise<Answer | undefined> {
    const picked = await pickTask(tasks, {
      placeHolder: 'Which task was not in a loop?',
      none: 'Nothing to do: Devs has not stopped any task because of a loop.',
      takeOnlyOne,
    });
    if (picked === undefined) return undefined;
    const { folder, task } = picked;
    if (!hasSeveralFindings(task)) return await this.actions.notALoop(folder, task.id);
    const options = { title: 'This Was Not a Loop', placeHolder: 'Which of these was not a loop?' };
    const chosen = await this.input.pickOne(findingChoices(task), options);
    if (chosen === undefined) return undefined;
    const turn = chosen.kind === 'turn' ? chosen.turn : undefined;
    return await this.actions.notALoop(folder, task.id, turn);
  }

  async run(tasks: readonly TaskInFolder[], takeOnlyOne: boolean): Promise<Answer | undefined> {
    const picked = await pickTask(tasks, {
      placeHolder: 'Run which task?',
      none: 'No task can run now.',
      takeOnlyOne,
    });
    return picked && this.actions.run(picked.folder, [picked.task.id]);
  }

  async showReport(tasks: readonly TaskInFolder[]): Promise<Answer | undefined> {
    const picked = await pickTask(tasks, {
      placeHolder: 'Show the report of which task?',
      none: 'No task is paused or blocked. "Devs: Show Run Report…" shows the reports of runs.',
      takeOnlyOne: true,
    });
    return picked && this.pages.open(picked.folder, picked.task.id, 'report');
  }

  /** Opens the page of a task. */
  async open(tasks: readonly TaskInFolder[], takeOnlyOne: boolean): Promise<Answer | undefined> {
    const picked = await pickTask(tasks, {
      placeHolder: 'Open which task?',
      none: 'devs.yaml has no tasks yet.',
      takeOnlyOne,
    });
    return picked && this.pages.open(picked.folder, picked.task.id);
  }

  async addTask(folder: FolderApp): Promise<Answer | undefined> {
    const find = (text: string) => folder.app.findTasks({ text });
    const asked = await askForTask(window, await folder.refresh(), find);
    if (asked === undefined || 'message' in asked) return asked;
    const { ok, message } = await this.actions.addTasks(folder, asked.tasks);
    return { ok, message: ok ? [message, ...asked.notes].join(' ') : message };
  }
}

/** The task's current agent. */
const SAME_AGENT = '';

function otherAgents({ folder, task }: TaskInFolder): readonly string[] {
  return (folder.overview?.agents ?? []).filter((name) => name !== ownAgent(task));
}

/** The agent to continue with; asks only if there is another, undefined when the user cancelled. */
async function askForAgent({ folder, task }: TaskInFolder): Promise<string | undefined> {
  const others = otherAgents({ folder, task });
  if (others.length === 0) return SAME_AGENT;
  const choices = [
    { label: ownAgent(task), description: 'as before', agent: SAME_AGENT },
    ...others.map((name) => ({ label: name, agent: name })),
  ];
  const picked = await window.showQuickPick(choices, {
    title: `Resume ${task.id}`,
    placeHolder: 'Which agent should continue?',
    ignoreFocusOut: true,
  });
  return picked?.agent;
}
