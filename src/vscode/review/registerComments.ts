import { commands, Disposable, type Comment, type CommentReply } from 'vscode';
import { COMMENT_COMMANDS } from '../contributions/contributions';
import type { ReviewThreads } from './reviewThreads';

/** Registers the commands on comments, which the editor calls with the comment or what was written. */
export function registerComments(threads: ReviewThreads): Disposable {
  const { add, edit, save, cancel, remove } = COMMENT_COMMANDS;
  return Disposable.from(
    commands.registerCommand(add, (reply: CommentReply) => threads.add(reply)),
    commands.registerCommand(edit, (comment: Comment) => threads.edit(comment)),
    commands.registerCommand(save, (comment: Comment) => threads.save(comment)),
    commands.registerCommand(cancel, (comment: Comment) => threads.cancel(comment)),
    commands.registerCommand(remove, (comment: Comment) => threads.remove(comment)),
  );
}
