import { listNames, type DefinedName } from './listNames';
import { readCursor } from './readCursor';
import { referencedKind } from './referencedKind';

/** The agent or task that the word at `offset` names, where the file defines it; undefined for any other word. */
export function findDefinition(text: string, offset: number): DefinedName | undefined {
  const cursor = readCursor(text, offset);
  if (cursor?.at !== 'value') return undefined;
  const kind = referencedKind(cursor.path);
  const word = text.slice(cursor.from, cursor.to);
  return listNames(text).find((each) => each.kind === kind && each.name === word);
}
