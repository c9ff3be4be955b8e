import * as vscode from 'vscode';
import { MODEL_VENDOR } from '../realVscode/inHost/modelVendor';

/** One request as a provider gets it. */
export interface ProvidedRequest {
  readonly model: string;
  /** Role (1: the user) and text of each message. */
  readonly messages: readonly (readonly [role: number, text: string])[];
  readonly progress: vscode.Progress<vscode.LanguageModelResponsePart>;
  readonly token: vscode.CancellationToken;
}

type Answer = (request: ProvidedRequest) => Promise<void>;

/** A provider of two models, `scripted-large` and `scripted-small`, which do what the test says. */
export class ScriptedProvider implements vscode.LanguageModelChatProvider {
  readonly requests: ProvidedRequest[] = [];
  answer: Answer = says('yes');
  count = (text: string): Promise<number> => Promise.resolve(text.split(/\s+/).length);
  private readonly registration = vscode.lm.registerLanguageModelChatProvider(MODEL_VENDOR, this);

  provideLanguageModelChatInformation(): vscode.LanguageModelChatInformation[] {
    return ['large', 'small'].map((size) => ({
      id: `scripted-${size}-1`,
      name: `Scripted ${size}`,
      family: `scripted-${size}`,
      version: '1',
      maxInputTokens: 10_000,
      maxOutputTokens: 1_000,
      capabilities: {},
    }));
  }

  async provideLanguageModelChatResponse(
    { family }: vscode.LanguageModelChatInformation,
    messages: readonly vscode.LanguageModelChatRequestMessage[],
    ...[, progress, token]: [
      vscode.ProvideLanguageModelChatResponseOptions,
      vscode.Progress<vscode.LanguageModelResponsePart>,
      vscode.CancellationToken,
    ]
  ): Promise<void> {
    const told = messages.map(({ role, content }) => [role, textOf(content)] as const);
    const request = { model: family, messages: told, progress, token };
    this.requests.push(request);
    await this.answer(request);
  }

  async provideTokenCount(
    _model: vscode.LanguageModelChatInformation,
    text: string | vscode.LanguageModelChatRequestMessage,
  ): Promise<number> {
    return await this.count(typeof text === 'string' ? text : textOf(text.content));
  }

  dispose(): void {
    this.registration.dispose();
  }
}

/** Answers with these texts, one after the other. */
export function says(...parts: readonly string[]): Answer {
  return ({ progress }) => {
    for (const part of parts) progress.report(new vscode.LanguageModelTextPart(part));
    return Promise.resolve();
  };
}

function textOf(content: readonly unknown[]): string {
  return content
    .map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : ''))
    .join('');
}
