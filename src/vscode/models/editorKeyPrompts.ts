import { window } from 'vscode';
import { editorInput } from '../prompts/editorInput';
import type { KeyTools } from './setModelKey';

/** Uses the editor's lists and a password input box. */
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
