import type { ExtensionContext } from 'vscode';
import type { AppOptions } from '../../app/api/app';
import { nameEditorModel } from '../../model/judge/nameEditorModel';
import type { FolderApp } from '../folders/folderApp';
import type { ActionAnswer } from '../notifications/showAnswer';
import type { EditorModels } from './editorModels';
import { storedKeys, type StoredKeys } from './storedKeys';

/** Access to VS Code's models and stored keys; each part is loaded on first use. */
export class ModelAccess {
  private readonly keys: StoredKeys;

  constructor(
    private readonly context: Pick<
      ExtensionContext,
      'secrets' | 'globalState' | 'languageModelAccessInformation'
    >,
    private readonly report: (problem: string) => void,
  ) {
    this.keys = storedKeys(context.secrets);
  }

  /** The options of an app that come from the editor. */
  forApps(): Required<Pick<AppOptions, 'storedKey' | 'editorJudge'>> {
    return {
      storedKey: (origin) => this.storedKey(origin),
      editorJudge: (choice) => ({
        name: nameEditorModel(choice),
        ask: async (prompt, options) => {
          const { editorJudge } = await import('./editorJudge');
          return await editorJudge(choice, await this.models()).ask(prompt, options);
        },
      }),
    };
  }

  /** "Devs: Allow Judge Model…" */
  async allowJudge({ app }: FolderApp): Promise<ActionAnswer | undefined> {
    const { allowJudge } = await import('./allowJudge');
    const { withProgress: waiting } = await import('./withProgress');
    return await allowJudge(app, { models: await this.models(), withProgress: waiting });
  }

  /** "Devs: Set Model Key…" */
  async setKey({ app }: FolderApp): Promise<ActionAnswer | undefined> {
    const { setModelKey } = await import('./setModelKey');
    const { editorKeyPrompts } = await import('./editorKeyPrompts');
    return await setModelKey(app, {
      ...editorKeyPrompts,
      keys: this.keys,
      environment: process.env,
    });
  }

  /** A locked or broken keyring is reported and treated as no key. */
  private async storedKey(origin: string): Promise<string | undefined> {
    try {
      return await this.keys.get(origin);
    } catch {
      this.report(`VS Code could not read the key that it stores for ${origin}.`);
      return undefined;
    }
  }

  private async models(): Promise<EditorModels> {
    const { vscodeModels } = await import('./vscodeModels');
    const { AllowedVendors } = await import('./allowedVendors');
    const { globalState, languageModelAccessInformation } = this.context;
    return vscodeModels({
      access: languageModelAccessInformation,
      allowed: new AllowedVendors(globalState),
    });
  }
}
