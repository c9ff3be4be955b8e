/** A task as far as its shape allows to read it. */
export interface LooseTask {
  /** Position in `tasks`. */
  readonly index: number;
  readonly id: string | undefined;
  readonly agent: string | undefined;
  readonly parent: string | undefined;
  /** Only what is text, each with its position in the list. */
  readonly dependsOn: readonly { readonly index: number; readonly id: string }[];
}

/** What cross-reference rules need, read from a file whose shape may be wrong elsewhere. */
export interface LooseFile {
  /** Undefined when `agents` is no mapping. */
  readonly agents: readonly string[] | undefined;
  readonly agent: string | undefined;
  readonly hasAgentKey: boolean;
  readonly tasks: readonly LooseTask[];
}

/** Never throws, whatever `value` is. */
export function looseFile(value: unknown): LooseFile {
  const file = asRecord(value) ?? {};
  const agents = asRecord(file['agents']);
  return {
    agents: agents === undefined ? undefined : Object.keys(agents),
    agent: asText(file['agent']),
    hasAgentKey: Object.hasOwn(file, 'agent'),
    tasks: asList(file['tasks']).flatMap(({ value: task, index }) => {
      const fields = asRecord(task);
      return fields === undefined ? [] : [looseTask(fields, index)];
    }),
  };
}

function looseTask(fields: Readonly<Record<string, unknown>>, index: number): LooseTask {
  const own = (key: string): unknown => (Object.hasOwn(fields, key) ? fields[key] : undefined);
  return {
    index,
    id: asText(own('id')),
    agent: asText(own('agent')),
    parent: asText(own('parent')),
    dependsOn: asList(own('dependsOn')).flatMap(({ value, index: position }) =>
      typeof value === 'string' ? [{ index: position, id: value }] : [],
    ),
  };
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> | undefined {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isRecord ? (value as Record<string, unknown>) : undefined;
}

function asList(value: unknown): readonly { readonly value: unknown; readonly index: number }[] {
  return Array.isArray(value) ? value.map((item: unknown, index) => ({ value: item, index })) : [];
}
