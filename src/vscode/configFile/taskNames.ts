import type { TextDocument } from 'vscode';
import type { DefinedName } from '../../app/language/listNames';

interface KnownNames {
  readonly version: number;
  readonly names: readonly DefinedName[];
}

const known = new WeakMap<TextDocument, KnownNames>();

/** The tasks that a `devs.yaml` defines, with their places; each version of a document is read once. */
export async function taskNames(document: TextDocument): Promise<readonly DefinedName[]> {
  const last = known.get(document);
  if (last?.version === document.version) return last.names;
  const { listNames } = await import('../../app/language/listNames');
  const names = listNames(document.getText()).filter(({ kind }) => kind === 'task');
  known.set(document, { version: document.version, names });
  return names;
}
