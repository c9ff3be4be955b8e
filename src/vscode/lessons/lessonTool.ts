import {
  type Disposable,
  LanguageModelTextPart,
  LanguageModelToolResult,
  lm,
  type CancellationToken,
  type LanguageModelTool,
  type LanguageModelToolInvocationOptions,
} from 'vscode';
import type { FolderApps } from '../folders/folderApps';
import type { ConfigFiles } from '../folders/configFiles';
import { LESSONS_TOOL } from '../contributions/contributions';
import type { Trust } from '../folders/trust';

/** Input of the tool; validated, since it comes from a model. */
export interface LessonQuestion {
  /** The failure, as printed. */
  readonly failure?: string;
  /** Words of a lesson. */
  readonly text?: string;
}

export interface LessonToolOptions {
  readonly apps: FolderApps;
  readonly configFiles: ConfigFiles;
  readonly trust: Trust;
}

/** Registers the read-only tool by which agents in the editor search lessons. */
export function registerLessonTool(options: LessonToolOptions): Disposable {
  const tool: LanguageModelTool<LessonQuestion> = {
    prepareInvocation: () => ({ invocationMessage: 'Looking for lessons from similar failures' }),
    invoke: async (
      { input }: LanguageModelToolInvocationOptions<LessonQuestion>,
      token: CancellationToken,
    ) => {
      const text = await answer(options, input, token);
      return new LanguageModelToolResult([new LanguageModelTextPart(text)]);
    },
  };
  return lm.registerTool(LESSONS_TOOL, tool);
}

async function answer(
  { apps, configFiles, trust }: LessonToolOptions,
  input: unknown,
  token: CancellationToken,
): Promise<string> {
  if (!trust.granted) return 'This workspace is not trusted, so Devs reads nothing from it.';
  // Loaded on demand, as it is rarely used.
  const { answerText, readQuestion: questionOf } = await import('./lessonAnswer');
  const question = questionOf(input);
  if (question === undefined) {
    return 'Pass the output of the failed command as `failure`, or words to search for as `text`.';
  }
  await configFiles.refresh();
  const answers = [];
  for (const folder of configFiles.folders()) {
    if (token.isCancellationRequested) return 'Cancelled.';
    answers.push(await apps.open(folder).app.lessons(question));
  }
  return answerText(answers);
}
