import type { EditorModel, EditorModels } from '../../src/vscode/models/editorModels';

/** What a model of an editor does when it is asked; each part is absent where nothing special happens. */
export interface ModelScript extends Partial<
  Pick<EditorModel, 'id' | 'vendor' | 'family' | 'maxInputTokens' | 'mayBeAsked'>
> {
  readonly send?: EditorModel['send'];
  readonly countTokens?: EditorModel['countTokens'];
}

export interface ScriptedModel extends EditorModel {
  /** The messages of each request. */
  readonly requests: (readonly string[])[];
  /** What each request was given, to see whether it was cancelled. */
  readonly signals: AbortSignal[];
}

/** A stream of these parts. */
export async function* streamOf(...parts: readonly unknown[]): AsyncGenerator {
  for (const part of parts) yield await Promise.resolve(part);
}

/** Never settles. */
export function never<T>(): Promise<T> {
  return new Promise(() => undefined);
}

/** A model that may be asked, answers "yes" and counts a token for each character. */
export function scriptedModel(script: ModelScript = {}): ScriptedModel {
  const requests: (readonly string[])[] = [];
  const signals: AbortSignal[] = [];
  const { send = () => Promise.resolve(streamOf('yes')), ...rest } = script;
  return {
    id: 'vendor/model-1',
    vendor: 'vendor',
    family: 'model',
    maxInputTokens: 0,
    mayBeAsked: true,
    countTokens: (text) => Promise.resolve(text.length),
    ...rest,
    requests,
    signals,
    send: (messages, signal) => {
      requests.push(messages);
      signals.push(signal);
      return send(messages, signal);
    },
  };
}

/** An editor with these models, which notes what is allowed. */
export function scriptedModels(
  ...models: readonly EditorModel[]
): EditorModels & { readonly allowed: Map<string, boolean> } {
  const allowed = new Map<string, boolean>();
  return {
    allowed,
    find: (vendor) =>
      Promise.resolve(models.filter((each) => vendor === undefined || each.vendor === vendor)),
    setAllowed: (vendor, value) => {
      allowed.set(vendor, value);
      return Promise.resolve();
    },
  };
}
