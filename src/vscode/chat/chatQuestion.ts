import { needsHuman } from '../../model/task/taskStatus';
import type { ChatTask } from './chatAnswer';
import { namedTasks, taskAtStart } from './namedTasks';

/** The commands of the participant, as package.json contributes them. */
export const CHAT_COMMANDS = ['status', 'why', 'resume', 'lessons'] as const;
type ChatCommand = (typeof CHAT_COMMANDS)[number];

/** What the user typed; `command` is absent for plain words. */
export interface ChatPrompt {
  readonly command: string | undefined;
  readonly prompt: string;
}

/** What the user wants. */
export type ChatQuestion =
  | { readonly kind: 'status' }
  | { readonly kind: 'tasks'; readonly tasks: readonly ChatTask[] }
  | { readonly kind: 'why'; readonly task: ChatTask }
  | { readonly kind: 'resume'; readonly task: ChatTask; readonly hint: string }
  /** Which task is meant is open: one of these, or none waits. */
  | {
      readonly kind: 'choose';
      readonly action: 'why' | 'resume';
      readonly among: readonly ChatTask[];
      /** What was typed and names no task of these. */
      readonly unknown: string;
      /** Given to the task that is chosen. */
      readonly hint: string;
    }
  | { readonly kind: 'lessons'; readonly words: string };

/** Reads what the user wants, without a model: a command, or the names of tasks in plain words. */
export function readQuestion(
  { command, prompt }: ChatPrompt,
  tasks: readonly ChatTask[],
): ChatQuestion {
  switch (toChatCommand(command)) {
    case 'lessons':
      return { kind: 'lessons', words: prompt.trim() };
    case 'why':
      return readWhy(prompt.trim(), tasks);
    case 'resume':
      return readResume(prompt.trim(), tasks);
    case 'status':
    case undefined: {
      const named = namedTasks(prompt, tasks);
      return named.length === 0 ? { kind: 'status' } : { kind: 'tasks', tasks: named };
    }
  }
}

/** Undefined for plain words. */
function toChatCommand(name: string | undefined): ChatCommand | undefined {
  return CHAT_COMMANDS.find((known) => known === name);
}

function readWhy(prompt: string, tasks: readonly ChatTask[]): ChatQuestion {
  const waiting = waitingTasks(tasks);
  const named = namedTasks(prompt, tasks);
  const among = named.length > 0 ? named : waiting;
  const [task] = among;
  const isClear = named.length > 0 || prompt === '';
  if (task !== undefined && among.length === 1 && isClear) return { kind: 'why', task };
  return { kind: 'choose', action: 'why', among, unknown: isClear ? '' : prompt, hint: '' };
}

function readResume(prompt: string, tasks: readonly ChatTask[]): ChatQuestion {
  const start = taskAtStart(prompt, tasks);
  const hint = start?.rest ?? prompt;
  const among = start?.tasks ?? waitingTasks(tasks);
  const [task] = among;
  if (task !== undefined && among.length === 1) return { kind: 'resume', task, hint };
  return { kind: 'choose', action: 'resume', among, unknown: '', hint };
}

function waitingTasks(tasks: readonly ChatTask[]): readonly ChatTask[] {
  return tasks.filter(({ task }) => needsHuman(task.status));
}
