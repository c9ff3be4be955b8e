import { window } from 'vscode';
import { editorInput } from '../prompts/editorInput';
import type { KeyTools } from './setModelKey';

/** Asks with the editor's own lists and a box that shows dots. */
export const editorKeyPrompts: Pick<KeyTools, 'input' | 'askSecret'> = {
  input: editorInput,
  askSecret: async ({ title, prompt, problem }) =>
    await window.showInputBox({
      title,
      prompt,
      password: true,
      ignoreFocusOut: true,
      validateInput: problem,
    }),
};
