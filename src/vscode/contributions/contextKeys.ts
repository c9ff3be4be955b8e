import { commands } from 'vscode';
import { CONTEXT_KEYS, type ContextKey } from './contributions';

/** Sets the keys of our `when` clauses, and only those that changed. */
export class ContextKeys {
  private readonly values = new Map<ContextKey, boolean>();

  update(values: Readonly<Record<ContextKey, boolean>>): void {
    for (const key of Object.keys(CONTEXT_KEYS) as ContextKey[]) {
      if (this.values.get(key) === values[key]) continue;
      this.values.set(key, values[key]);
      void commands.executeCommand('setContext', CONTEXT_KEYS[key], values[key]);
    }
  }
}
