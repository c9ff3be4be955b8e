import { chat, Uri, type ChatRequestHandler, type Disposable } from 'vscode';
import { CHAT_PARTICIPANT } from '../contributions/contributions';
import { localFolders, type ConfigFiles } from '../folders/configFiles';
import type { FolderApps } from '../folders/folderApps';
import { describeNoFolder } from '../folders/noFolder';
import { MANAGE_TRUST, type Trust } from '../folders/trust';
import type { FolderActions } from '../run/folderActions';
import type { ChatAnswer } from './chatAnswer';
import type { ChatPrompt } from './chatQuestion';

/** Dependencies of the participant. */
export interface ChatParticipantOptions {
  readonly extensionUri: Uri;
  readonly apps: FolderApps;
  readonly configFiles: ConfigFiles;
  readonly trust: Trust;
  readonly actions: FolderActions;
}

/** Registers `@devs` in the chat. Loads nothing until it is asked; asks no language model. */
export function registerChatParticipant(options: ChatParticipantOptions): Disposable {
  const handler: ChatRequestHandler = async ({ command, prompt }, _context, stream, token) => {
    const isCancelled = (): boolean => token.isCancellationRequested;
    const { markdown, buttons } = await answer(options, { command, prompt }, isCancelled);
    stream.markdown(markdown);
    for (const { argument, ...button } of buttons) {
      stream.button(argument === undefined ? button : { ...button, arguments: [argument] });
    }
  };
  const participant = chat.createChatParticipant(CHAT_PARTICIPANT, handler);
  participant.iconPath = Uri.joinPath(options.extensionUri, 'media', 'devs.svg');
  return participant;
}

async function answer(
  { apps, configFiles, trust, actions }: ChatParticipantOptions,
  typed: ChatPrompt,
  isCancelled: () => boolean,
): Promise<ChatAnswer> {
  if (!trust.granted) return { markdown: trust.reason, buttons: [MANAGE_TRUST] };
  await configFiles.refresh();
  const found = configFiles.folders();
  if (found.length === 0) {
    const { text, button: title, command } = describeNoFolder(localFolders().length);
    return { markdown: text, buttons: [{ title, command }] };
  }
  const { answerChat } = await import('./answerChat');
  return await answerChat(typed, {
    folders: found.map((folder) => apps.open(folder)),
    resume: (folder, taskId, wanted) => actions.resume(folder, taskId, wanted),
    isCancelled,
  });
}
