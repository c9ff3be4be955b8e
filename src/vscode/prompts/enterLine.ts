import { ThemeIcon, window, type InputBox } from 'vscode';
import type { ActionAnswer } from '../notifications/showAnswer';
import { notificationText } from '../text/editorWords';
import type { LineOptions } from './userInput';

/** Asks for a line in the editor's own box, which closes once the line was taken. */
export async function enterLine(
  options: LineOptions,
): Promise<ActionAnswer | 'elsewhere' | undefined> {
  const box = window.createInputBox();
  try {
    return await ask(box, options);
  } finally {
    box.dispose();
  }
}

function ask(
  box: InputBox,
  { title, prompt, placeHolder, elsewhere, take }: LineOptions,
): Promise<ActionAnswer | 'elsewhere' | undefined> {
  const ways = [{ iconPath: new ThemeIcon('edit'), tooltip: elsewhere }];
  box.title = title;
  box.prompt = prompt;
  box.placeholder = placeHolder;
  box.ignoreFocusOut = true;
  box.buttons = ways;
  box.onDidChangeValue((value) => {
    box.validationMessage = undefined;
    box.buttons = value === '' ? ways : [];
  });
  const submit = async (): Promise<ActionAnswer | undefined> => {
    box.busy = true;
    box.enabled = false;
    const answer = await take(box.value).catch(toRefusal);
    box.busy = false;
    box.enabled = true;
    if (answer.ok) return answer;
    box.validationMessage = notificationText(answer.message);
    return undefined;
  };
  return new Promise((resolve) => {
    box.onDidAccept(async () => {
      const answer = await submit();
      if (answer !== undefined) resolve(answer);
    });
    box.onDidTriggerButton(() => {
      resolve('elsewhere');
    });
    box.onDidHide(() => {
      resolve(undefined);
    });
    box.show();
  });
}

function toRefusal(error: unknown): ActionAnswer {
  return { ok: false, message: error instanceof Error ? error.message : String(error) };
}
