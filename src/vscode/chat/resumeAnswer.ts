import { statusWord } from '../../model/task/statusNames';
import type { Answer } from '../../ports/answer';
import type { ChatAnswer, ChatTask } from './chatAnswer';
import { chatCode, chatText } from './chatText';
import { nameTask, taskLine } from './statusAnswer';
import { choiceButtons, runButtons, taskButtons } from './taskButtons';
import type { ChatQuestion } from './chatQuestion';

/** Tasks that are offered. */
const MAX_OFFERED = 8;

/** Why a task is not resumed now; undefined for one that can be. */
export function refusal({ folder, task }: ChatTask, hint: string): ChatAnswer | undefined {
  const buttons = taskButtons({ folder, task });
  if (!task.interventions.includes('resume')) {
    const status = statusWord(task.status);
    const markdown = `${nameTask(task)} does not wait for you: it is ${status}.`;
    return { markdown, buttons };
  }
  if (hint !== '') return undefined;
  const example = chatCode(`@devs /resume ${task.id} …`);
  const markdown = `${taskLine({ folder, task })}\n\nNothing was done: add a hint (${example}), or press a button.`;
  return { markdown, buttons };
}

/** What resuming came to; `now` is the task afterwards. */
export function resumeAnswer({ message }: Answer, now: ChatTask): ChatAnswer {
  const [open, ...others] = taskButtons(now).filter(({ title }) => title !== 'Run Task');
  const first = open === undefined ? [] : [open];
  return { markdown: chatText(message), buttons: [...first, ...runButtons(now.folder), ...others] };
}

/** Which task is meant: the ones that come into question, as buttons. */
export function chooseAnswer({
  action,
  among,
  unknown,
  hint,
}: Extract<ChatQuestion, { kind: 'choose' }>): ChatAnswer {
  const offered = among.slice(0, MAX_OFFERED);
  const left = among.length - offered.length;
  const sentences = [
    ...(unknown === '' ? [] : [`No task is called ${chatCode(unknown)}.`]),
    ...(among.length === 0 ? ['No task is waiting for you.'] : ['Which task do you mean?']),
    ...(left > 0 ? [`There are ${left} more.`] : []),
  ];
  const lines = offered.map((each) => `- ${taskLine(each)}`).join('\n');
  return {
    markdown: [sentences.join(' '), lines].filter((part) => part !== '').join('\n\n'),
    buttons: choiceButtons(offered, action, hint),
  };
}
