import { nameEditorModel, type EditorModelChoice } from '../../model/judge/nameEditorModel';
import type { JudgeReply } from '../../ports/judge';
import { sanitizeLine } from '../text/sanitizeLabel';
import type { EditorModel, EditorModels } from './editorModels';
import { toFailure, notFoundFailure } from './modelFailures';
import type { TimeLimit } from './timeLimit';

/** A model, or why none was found. */
export type ChosenModel =
  | { readonly kind: 'found'; readonly model: EditorModel }
  | Extract<JudgeReply, { readonly kind: 'failed' }>;

/** Longest name of a model or vendor that is shown, and how many of them. */
const MAX_NAME = 60;
const MAX_NAMES = 8;

/** `chooseModel` within a limit: extensions are asked what they have. Never rejects. */
export async function chooseModelInTime(
  choice: EditorModelChoice,
  models: Pick<EditorModels, 'find'>,
  limit: TimeLimit,
): Promise<ChosenModel> {
  const name = sanitizeLine(nameEditorModel(choice), 2 * MAX_NAME);
  const choosing = chooseModel(choice, models).catch((error: unknown) => ({
    ...toFailure(error, name),
    calls: 0,
  }));
  return await Promise.race([choosing, limit.over.then((how) => notFoundFailure(how, name))]);
}

/**
 * The model that a configuration names: by its id, else by its family, the first one without either.
 * Of several that fit, one that may be asked comes first.
 */
async function chooseModel(
  choice: EditorModelChoice,
  models: Pick<EditorModels, 'find'>,
): Promise<ChosenModel> {
  const there = await models.find(choice.vendor);
  const fitting = findFitting(there, choice.model);
  const model = fitting.find(({ mayBeAsked }) => mayBeAsked) ?? fitting[0];
  if (model !== undefined) return { kind: 'found', model };
  const all = choice.vendor === undefined ? there : await models.find(undefined);
  return {
    kind: 'failed',
    why: 'not there',
    detail: `${sanitizeLine(nameEditorModel(choice), 2 * MAX_NAME)} was not found: ${describeAvailable(all)}`,
    permanent: true,
    calls: 0,
  };
}

/** The model's name for humans: "gpt-4o of copilot". */
export function modelName({ family, vendor }: Pick<EditorModel, 'family' | 'vendor'>): string {
  return `${sanitizeLine(family, MAX_NAME)} of ${sanitizeLine(vendor, MAX_NAME)}`;
}

function findFitting(
  models: readonly EditorModel[],
  name: string | undefined,
): readonly EditorModel[] {
  if (name === undefined) return models;
  const byId = models.filter(({ id }) => id === name);
  return byId.length > 0 ? byId : models.filter(({ family }) => family === name);
}

function describeAvailable(models: readonly EditorModel[]): string {
  const names = [...new Set(models.map(modelName))];
  if (names.length === 0) {
    return 'VS Code offers no language model: install an extension that provides one, or sign in to it';
  }
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
  return `VS Code offers ${names.slice(0, MAX_NAMES).join(', ')}${more}`;
}
