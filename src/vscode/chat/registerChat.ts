import { Disposable } from 'vscode';
import { registerLessonTool } from '../lessons/lessonTool';
import { registerToolServers } from './toolServers';
import { registerChatParticipant, type ChatParticipantOptions } from './chatParticipant';

/** Registers what the chat of the editor has of Devs: `@devs`, and tools for its agents. */
export function registerChat(options: ChatParticipantOptions): Disposable {
  return Disposable.from(
    registerChatParticipant(options),
    registerLessonTool(options),
    registerToolServers(options),
  );
}
