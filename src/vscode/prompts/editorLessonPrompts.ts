import { env, window } from 'vscode';
import { editorInput } from './editorInput';
import type { LessonPrompts } from './lessonPrompts';

/** Uses the editor's lists and input boxes. */
export const editorLessonPrompts: LessonPrompts = {
  input: editorInput,
  ask: async (title, value) => await window.showInputBox({ title, value, ignoreFocusOut: true }),
  copy: async (text) => await env.clipboard.writeText(text),
};
