import type { JudgeModel } from '../config/config';

/** Which of the editor's language models judges. */
export type EditorModelChoice = Extract<JudgeModel, { readonly type: 'vscode' }>;

/** The chosen model, as humans are shown it: "gpt-4o of copilot", "language model of VS Code". */
export function nameEditorModel({ vendor, model }: EditorModelChoice): string {
  return `${model ?? 'language model'} of ${vendor ?? 'VS Code'}`;
}
