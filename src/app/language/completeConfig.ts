import { stringify } from 'yaml';
import { lookUp, lookUpKeys, lookUpText } from '../../platform/config/links';
import { describeSchema } from './describeSchema';
import { listNames } from './listNames';
import { readCursor, type Cursor } from './readCursor';
import { referencedKind } from './referencedKind';
import { alternatives, schemasAt, type Schema } from './schemaAt';

/** A text that may be written at the cursor. */
export interface Completion {
  readonly label: string;
  readonly kind: 'key' | 'value' | 'agent' | 'task';
  /** Replaces the text from `from` to `to`. */
  readonly insert: string;
  readonly from: number;
  readonly to: number;
  /** One line beside the label; '' for none. */
  readonly detail: string;
  /** Markdown; '' for none. */
  readonly documentation: string;
  /** Whether the file is not valid without it. */
  readonly required: boolean;
}

/** What may be written at `offset` of a `devs.yaml`, by its schema and by the names that the file defines. */
export function completeConfig(text: string, offset: number, root: Schema): readonly Completion[] {
  const cursor = readCursor(text, offset);
  if (cursor === undefined) return [];
  const schemas = schemasAt(root, cursor.path, cursor.file);
  if (cursor.at === 'key') return completeKeys(cursor, schemas);
  const names = completeNames(cursor, text);
  if (names.length > 0) return names;
  // In a list, and in braces, what looks like a value may become a mapping.
  return [...completeValues(cursor, schemas), ...completeKeys(cursor, schemas)];
}

function completeKeys(cursor: Cursor, schemas: readonly Schema[]): readonly Completion[] {
  const present = new Set(lookUpKeys(cursor.file, cursor.path));
  const known = new Map<string, { readonly schema: Schema; readonly required: boolean }>();
  for (const { properties = {}, required = [] } of schemas)
    for (const [key, schema] of Object.entries(properties))
      if (!known.has(key)) known.set(key, { schema, required: required.includes(key) });
  return [...known]
    .filter(([key]) => !present.has(key))
    .map(([key, { schema, required }]) => ({
      label: key,
      kind: 'key',
      insert: cursor.hasColon ? key : `${key}:${isMapping(schema) ? '' : ' '}`,
      from: cursor.from,
      to: cursor.to,
      detail: required ? 'required' : '',
      documentation: describeSchema(schema),
      required,
    }));
}

function isMapping(schema: Schema): boolean {
  return alternatives(schema).every(({ type }) => type === 'object');
}

function completeNames(cursor: Cursor, text: string): readonly Completion[] {
  const kind = referencedKind(cursor.path);
  if (kind === undefined) return [];
  const own = kind === 'task' ? lookUpText(cursor.file, [...cursor.path.slice(0, 2), 'id']) : '';
  const list = lookUp(cursor.file, cursor.path.slice(0, -1));
  const taken = new Set<unknown>([own, ...(Array.isArray(list) ? (list as unknown[]) : [])]);
  return listNames(text)
    .filter((each) => each.kind === kind && !taken.has(each.name))
    .map(({ name, about }) => ({
      label: name,
      kind,
      insert: name,
      from: cursor.from,
      to: cursor.to,
      detail: about,
      documentation: '',
      required: false,
    }));
}

function completeValues(cursor: Cursor, schemas: readonly Schema[]): readonly Completion[] {
  const values = new Map<string, Completion>();
  for (const schema of schemas)
    for (const value of valuesOf(schema)) {
      const written = stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trimEnd();
      const isDefault = value === schema.default;
      values.set(written, {
        label: written,
        kind: 'value',
        insert: written,
        from: cursor.from,
        to: cursor.to,
        detail: isDefault ? 'default' : '',
        documentation: describeSchema(schema),
        required: false,
      });
    }
  return [...values.values()];
}

function valuesOf({ type, enum: choice, const: only, default: preset, examples }: Schema) {
  const fixed = only === undefined ? (choice ?? []) : [only];
  const free = type === 'boolean' ? [true, false] : [];
  const proposed = [preset, ...(examples ?? [])].filter((each) => each !== undefined);
  return fixed.length > 0
    ? fixed
    : [...free, ...proposed.filter((each) => !free.includes(each as boolean))];
}
