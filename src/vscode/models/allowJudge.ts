import type { App } from '../../app/api/app';
import type { EditorModelChoice } from '../../model/judge/nameEditorModel';
import type { JudgeReply } from '../../ports/judge';
import { sanitizeLabel } from '../text/sanitizeLabel';
import type { ActionAnswer } from '../notifications/showAnswer';
import { askModel } from './askModel';
import { chooseModelInTime, modelName } from './chooseModel';
import type { EditorModel, EditorModels } from './editorModels';
import { readNamedModels } from './namedModels';
import { startTimeLimit } from './timeLimit';
import { capitalise } from '../../text/sentence';

/** Dependencies of `allowJudge`. */
export interface AllowTools {
  readonly models: EditorModels;
  /** Shows progress while `work` runs; the signal aborts when the user cancels. */
  readonly withProgress: <T>(
    title: string,
    work: (signal: AbortSignal) => Promise<T>,
  ) => Promise<T>;
}

/** Time limit of the consent dialog and the model's answer together. */
const WITHIN_MS = 300_000;

const SMALL_QUESTION = 'This is a connection test. Answer with the word: yes';

/**
 * Asks the model that judges something small, at a human's request: the moment at which the editor may
 * ask whether Devs is allowed to. Runs ask it from then on.
 */
export async function allowJudge(
  app: Pick<App, 'config'>,
  tools: AllowTools,
): Promise<ActionAnswer | undefined> {
  const named = await readNamedModels(app);
  if (!named.ok) return named;
  const { judge } = named.models;
  if (judge === undefined)
    return { ok: false, message: 'devs.yaml names no judge model, so there is none to allow.' };
  if (judge.model.type === 'endpoint') {
    const { model, url } = judge.model;
    const message = `Devs calls the judge model ${sanitizeLabel(model)} directly at ${new URL(url).host}, so VS Code does not ask for your consent. If the endpoint needs a key, run "Devs: Set Model Key…".`;
    return { ok: true, message };
  }
  return await allow(judge.model, tools);
}

async function allow(
  choice: EditorModelChoice,
  { models, withProgress: waiting }: AllowTools,
): Promise<ActionAnswer | undefined> {
  return await waiting('Asking the judge model', async (signal) => {
    const limit = startTimeLimit({ signal, timeoutMs: WITHIN_MS });
    try {
      const chosen = await chooseModelInTime(choice, models, limit);
      if (chosen.kind === 'failed') return outcome(chosen);
      const { model } = chosen;
      const reply = await askModel(model, [SMALL_QUESTION], limit);
      const allowed = isAllowed(reply);
      if (allowed !== undefined) await models.setAllowed(model.vendor, allowed);
      return outcome(reply, model);
    } finally {
      limit.end();
    }
  });
}

/** Whether the user agreed, derived from the reply; undefined when unknown. The editor asks for consent before it calls the model. */
function isAllowed(reply: JudgeReply): boolean | undefined {
  if (reply.kind === 'answered') return true;
  if (reply.why === 'not allowed') return false;
  return reply.why === 'rate limit' || reply.why === 'service failure' ? true : undefined;
}

function outcome(reply: JudgeReply, model?: EditorModel): ActionAnswer | undefined {
  const name = model === undefined ? 'the model' : modelName(model);
  if (reply.kind === 'answered')
    return { ok: true, message: `${name} answered: runs may ask it from now on.` };
  switch (reply.why) {
    case 'cancelled':
      return undefined;
    case 'not allowed':
      return { ok: false, message: `${name} was not allowed, so runs do not ask it.` };
    case 'rate limit':
    case 'service failure':
      return { ok: false, message: `${name} is allowed, but ${reply.detail}.` };
    case 'timeout':
    case 'not there':
    case 'unreachable':
      return { ok: false, message: `${capitalise(reply.detail)}.` };
    default:
      return reply.why satisfies never;
  }
}
