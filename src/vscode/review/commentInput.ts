import { window } from 'vscode';
import { sanitizeLabel } from '../text/sanitizeLabel';
import type { CommentInput } from './reviewThreads';

/** Asks in the editor's input box. */
export const commentInput: CommentInput = async ({ path, line, quoted, text }) => {
  const code = sanitizeLabel(quoted);
  const entered = await window.showInputBox({
    title: `${text === '' ? 'Comment on' : 'Change the comment on'} ${sanitizeLabel(path)}:${line}`,
    prompt: `${code === '' ? 'Press Enter to add the comment to the review' : code}${text === '' ? '' : ' (an empty text deletes the comment)'}`,
    placeHolder: 'What should the agent change here?',
    value: text,
    ignoreFocusOut: true,
  });
  return entered?.trim();
};
