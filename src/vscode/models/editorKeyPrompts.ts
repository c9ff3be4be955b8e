import { window } from 'vscode';
import { editorPicks } from '../prompts/editorPicks';
import type { KeyTools } from './setModelKey';

/** Asks with the editor's own lists and a box that shows dots. */
export const editorKeyPrompts: Pick<KeyTools, 'picks' | 'askSecret'> = {
  picks: editorPicks,
  askSecret: async ({ title, prompt, problem }) =>
    await window.showInputBox({
      title,
      prompt,
      password: true,
      ignoreFocusOut: true,
      validateInput: problem,
    }),
};
