import { describeSchema } from './describeSchema';
import { listNames } from './listNames';
import { readCursor } from './readCursor';
import { referencedKind } from './referencedKind';
import { schemasAt, type Schema } from './schemaAt';

/** What is said of the word at an offset. */
export interface Hover {
  /** Markdown. */
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** Whether the text is that of the schema. */
  readonly isSchema: boolean;
}

/** Describes the key, or the named agent or task, at `offset` of a `devs.yaml`; undefined where there is nothing to say. */
export function hoverConfig(text: string, offset: number, root: Schema): Hover | undefined {
  const cursor = readCursor(text, offset);
  if (cursor === undefined || cursor.from === cursor.to) return undefined;
  const { from, to } = cursor;
  const word = text.slice(from, to);
  const path = cursor.at === 'key' ? [...cursor.path, word] : cursor.path;
  const kind = cursor.at === 'value' ? referencedKind(path) : undefined;
  const named = kind && listNames(text).find((each) => each.kind === kind && each.name === word);
  if (named)
    return named.about === ''
      ? undefined
      : { text: escapeMarkdown(named.about), from, to, isSchema: false };
  const said = schemasAt(root, path, cursor.file).map(describeSchema);
  const shown = said.find((each) => each !== '');
  return shown === undefined ? undefined : { text: shown, from, to, isSchema: true };
}

/** A title is a text of the file, not Markdown. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-.!|<>~&]/g, '\\$&');
}
