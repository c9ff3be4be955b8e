import {
  CancellationTokenSource,
  LanguageModelChatMessage,
  lm,
  type LanguageModelAccessInformation,
  type LanguageModelChat,
} from 'vscode';
import type { AllowedVendors } from './allowedVendors';
import type { EditorModel, EditorModels } from './editorModels';

/** Shown by VS Code where it asks the human. */
const JUSTIFICATION =
  'When tests cannot tell whether a coding agent makes progress, Devs asks the model that devs.yaml names as its judge.';

export interface VscodeModelsOptions {
  readonly access: LanguageModelAccessInformation;
  readonly allowed: AllowedVendors;
}

/** VS Code's language models. A model may be asked when VS Code allows it and the user agreed once. */
export function vscodeModels({ access, allowed }: VscodeModelsOptions): EditorModels {
  return {
    find: async (vendor) => {
      const found = await lm.selectChatModels(vendor === undefined ? undefined : { vendor });
      return found.map((chat) =>
        editorModel(chat, access.canSendRequest(chat) === true && allowed.has(chat.vendor)),
      );
    },
    setAllowed: (vendor, value) => allowed.set(vendor, value),
  };
}

function editorModel(chat: LanguageModelChat, mayBeAsked: boolean): EditorModel {
  const { id, vendor, family, maxInputTokens } = chat;
  return {
    ...{ id, vendor, family, maxInputTokens, mayBeAsked },
    send: async (messages, signal) => {
      const spoken = messages.map((text) => LanguageModelChatMessage.User(text));
      const options = { justification: JUSTIFICATION };
      const { text } = await withToken(signal, (token) => chat.sendRequest(spoken, options, token));
      return text;
    },
    countTokens: async (text, signal) =>
      await withToken(signal, (token) => chat.countTokens(text, token)),
  };
}

/** Calls VS Code with a token that is cancelled with the signal, for what it streams later too. */
function withToken<T>(
  signal: AbortSignal,
  call: (token: CancellationTokenSource['token']) => Thenable<T>,
): Thenable<T> {
  const source = new CancellationTokenSource();
  if (signal.aborted) source.cancel();
  else signal.addEventListener('abort', () => source.cancel(), { once: true });
  return call(source.token);
}
