import { lookUp } from '../../platform/config/links';
import type { FilePath } from '../../platform/config/fileProblem';

/** The parts of a JSON schema (draft 7) that the schema of `devs.yaml` uses. */
export interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema | readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

/**
 * The schemas that the value at `path` may have: several where the schema leaves a choice that the rest of `file` does
 * not make; none where nothing is known.
 */
export function schemasAt(root: Schema, path: FilePath, file: unknown): readonly Schema[] {
  let schemas: readonly Schema[] = [root];
  for (const [depth, part] of path.entries())
    schemas = choose(schemas, lookUp(file, path.slice(0, depth))).flatMap((each) =>
      step(each, part),
    );
  return choose(schemas, lookUp(file, path));
}

/** A schema, or the alternatives that it leaves, each with the description of the whole. */
export function alternatives(schema: Schema): readonly Schema[] {
  const { anyOf, oneOf, ...rest } = schema;
  const inner = anyOf ?? oneOf;
  if (inner === undefined) return [schema];
  return inner.flatMap(alternatives).map((each) => ({ ...rest, ...each }));
}

/** Of mappings that differ in a constant key, such as `type`, those that fit the file. */
function choose(schemas: readonly Schema[], value: unknown): readonly Schema[] {
  const all = schemas.flatMap(alternatives);
  const fitting = all.filter(({ properties = {} }) =>
    Object.entries(properties).every(([key, { const: wanted }]) => {
      const written = lookUp(value, [key]);
      return wanted === undefined || written === undefined || written === wanted;
    }),
  );
  return fitting.length > 0 ? fitting : all;
}

function step(schema: Schema, part: string | number): readonly Schema[] {
  if (typeof part === 'number') {
    const { items } = schema;
    if (items === undefined) return [];
    return isList(items) ? items.slice(part, part + 1) : [items];
  }
  const { properties, additionalProperties } = schema;
  if (properties && Object.hasOwn(properties, part)) return [properties[part] ?? {}];
  return typeof additionalProperties === 'object' ? [additionalProperties] : [];
}

function isList(items: Schema | readonly Schema[]): items is readonly Schema[] {
  return Array.isArray(items);
}
