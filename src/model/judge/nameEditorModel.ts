import type { JudgeModel } from '../config/config';

/** Choice of the editor's language model that judges. */
export type EditorModelChoice = Extract<JudgeModel, { readonly type: 'vscode' }>;

/** Names the chosen model for humans: "gpt-4o of copilot", "language model of VS Code". */
export function nameEditorModel({ vendor, model }: EditorModelChoice): string {
  return `${model ?? 'language model'} of ${vendor ?? 'VS Code'}`;
}
