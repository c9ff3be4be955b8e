import { env, window } from 'vscode';
import { editorInput } from './editorInput';
import type { LessonPrompts } from './lessonPrompts';

/** Asks with the editor's own lists and boxes. */
export const editorLessonPrompts: LessonPrompts = {
  input: editorInput,
  ask: async (title, value) => await window.showInputBox({ title, value, ignoreFocusOut: true }),
  copy: async (text) => await env.clipboard.writeText(text),
};
