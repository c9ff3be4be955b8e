import { nameEditorModel, type EditorModelChoice } from '../../model/judge/nameEditorModel';
import type { Judge, JudgeOptions, JudgePrompt, JudgeReply } from '../../ports/judge';
import { askModel } from './askModel';
import { chooseModelInTime, modelName } from './chooseModel';
import type { EditorModels } from './editorModels';
import { notAllowedFailure } from './modelFailures';
import { startTimeLimit } from './timeLimit';

/**
 * A judge among the editor's language models. Asks only a model that the user has allowed, so that
 * no consent dialog appears during an unattended run.
 */
export function editorJudge(choice: EditorModelChoice, models: EditorModels): Judge {
  return {
    name: nameEditorModel(choice),
    ask: (prompt, options) => ask(choice, models, { prompt, options }),
  };
}

interface Question {
  readonly prompt: JudgePrompt;
  readonly options: JudgeOptions;
}

async function ask(
  choice: EditorModelChoice,
  models: EditorModels,
  { prompt: { system, user }, options }: Question,
): Promise<JudgeReply> {
  const limit = startTimeLimit(options);
  try {
    const chosen = await chooseModelInTime(choice, models, limit);
    if (chosen.kind === 'failed') return chosen;
    const { model } = chosen;
    if (!model.mayBeAsked) return notAllowedFailure(modelName(model));
    // Only the user and the model can speak in this interface, so who it is comes as the first message.
    const reply = await askModel(model, [system, user], limit);
    if (reply.kind === 'failed' && reply.why === 'not allowed')
      await models.setAllowed(model.vendor, false);
    return reply;
  } finally {
    limit.end();
  }
}
