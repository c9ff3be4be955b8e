import type { ResumeOptions } from '../../app/api/requests';
import type { Answer } from '../../ports/answer';
import type { FolderApp } from '../folders/folderApp';
import type { ChatAnswer, ChatFolder, ChatTask } from './chatAnswer';
import { tasksOf } from './chatAnswer';
import { readQuestion, type ChatPrompt, type ChatQuestion } from './chatQuestion';
import { readQuestion as lessonQuestion } from '../lessons/lessonAnswer';
import { lessonsAnswer } from './lessonsAnswer';
import { chooseAnswer, refusal, resumeAnswer } from './resumeAnswer';
import { COMMAND_HINTS, statusAnswer, tasksAnswer } from './statusAnswer';
import { whyAnswer } from './whyAnswer';

/** What an answer needs of a folder that has a `devs.yaml`. */
export type OpenFolder = Pick<FolderApp, 'folder' | 'app' | 'refresh'>;

/** Dependencies of an answer. */
export interface AnswerOptions<F extends OpenFolder> {
  /** The folders with a `devs.yaml`. */
  readonly folders: readonly F[];
  /** Resumes a task, as the dashboard does. */
  readonly resume: (folder: F, taskId: string, options: ResumeOptions) => Promise<Answer>;
  /** True once the user cancelled: then nothing is changed any more. */
  readonly isCancelled: () => boolean;
}

/** Answers what the user typed from the state of all folders; asks no language model. */
export async function answerChat<F extends OpenFolder>(
  typed: ChatPrompt,
  options: AnswerOptions<F>,
): Promise<ChatAnswer> {
  const shown = await Promise.all(options.folders.map(readFolder));
  const question = readQuestion(typed, tasksOf(shown));
  const answer = await answerQuestion(question, shown, options);
  if (typed.command !== undefined || question.kind !== 'status') return answer;
  return { ...answer, markdown: `${answer.markdown}\n\n${COMMAND_HINTS}` };
}

async function answerQuestion<F extends OpenFolder>(
  question: ChatQuestion,
  shown: readonly ChatFolder[],
  options: AnswerOptions<F>,
): Promise<ChatAnswer> {
  switch (question.kind) {
    case 'status':
      return statusAnswer(shown);
    case 'tasks':
      return tasksAnswer(question.tasks);
    case 'why': {
      const { folder, task } = question.task;
      return whyAnswer(question.task, await folderOf(folder, options).app.report(task.id));
    }
    case 'resume':
      return await resume(question, options);
    case 'choose':
      return chooseAnswer(question);
    case 'lessons': {
      const text = lessonQuestion({ text: question.words });
      const answers = options.folders.map(({ app }) => app.lessons(text));
      return lessonsAnswer(await Promise.all(answers), question.words);
    }
    default:
      return question satisfies never;
  }
}

async function resume<F extends OpenFolder>(
  { task, hint }: { readonly task: ChatTask; readonly hint: string },
  options: AnswerOptions<F>,
): Promise<ChatAnswer> {
  const refused = refusal(task, hint);
  if (refused !== undefined) return refused;
  if (options.isCancelled()) return { markdown: 'Cancelled: nothing was done.', buttons: [] };
  const folder = folderOf(task.folder, options);
  const answer = await options.resume(folder, task.task.id, { hint });
  const now = await readFolder(folder);
  const after = tasksOf([now]).find((each) => each.task.id === task.task.id);
  return resumeAnswer(answer, after ?? task);
}

async function readFolder(open: OpenFolder): Promise<ChatFolder> {
  const { folder } = open;
  return { uri: folder.uri.toString(), name: folder.name, overview: await open.refresh() };
}

function folderOf<F extends OpenFolder>({ uri }: ChatFolder, { folders }: AnswerOptions<F>): F {
  const found = folders.find(({ folder }) => folder.uri.toString() === uri);
  if (found === undefined) throw new Error(`The folder ${uri} is not open.`);
  return found;
}
