import { ROLES } from '../../model/hops/roles';
import type { FilePath } from './fileProblem';

/** A task as far as its shape allows to read it. */
export interface LooseTask {
  /** Position in `tasks`. */
  readonly index: number;
  readonly id: string | undefined;
  readonly agent: string | undefined;
  readonly parent: string | undefined;
  /** It says that the roles of the file work on it. */
  readonly wantsRoles: boolean;
  /** Only what is text, each with its position in the list. */
  readonly dependsOn: readonly { readonly index: number; readonly id: string }[];
}

/** The name of an agent where the file uses one. */
export interface AgentUse {
  readonly path: FilePath;
  readonly name: string;
}

/** What cross-reference rules need, read from a file whose shape may be wrong elsewhere. */
export interface LooseFile {
  /** Undefined when `agents` is no mapping. */
  readonly agents: readonly string[] | undefined;
  readonly agent: string | undefined;
  readonly hasAgentKey: boolean;
  readonly hasRoles: boolean;
  /** It has embeddings, and nothing says where they come from. */
  readonly lacksEmbeddingUrl: boolean;
  /** Agents that roles name, in the order of the file. */
  readonly roleAgents: readonly AgentUse[];
  /** Agents that agents may ask, each with who asks. */
  readonly asks: readonly (AgentUse & { readonly asker: string })[];
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
    hasRoles: Object.hasOwn(file, 'roles'),
    lacksEmbeddingUrl: lacksEmbeddingUrl(file),
    roleAgents: Object.entries(asRecord(file['roles']) ?? {}).flatMap(roleAgent),
    asks: Object.entries(agents ?? {}).flatMap(askedBy),
    tasks: asList(file['tasks']).flatMap(({ value: task, index }) => {
      const fields = asRecord(task);
      return fields === undefined ? [] : [looseTask(fields, index)];
    }),
  };
}

function lacksEmbeddingUrl(file: Readonly<Record<string, unknown>>): boolean {
  const embeddings = asRecord(own(file, 'embeddings'));
  const judge = asRecord(own(file, 'judge')) ?? {};
  if (embeddings === undefined || Object.hasOwn(embeddings, 'url')) return false;
  return own(judge, 'type') === 'vscode' || !Object.hasOwn(judge, 'url');
}

function roleAgent([role, written]: readonly [string, unknown]): readonly AgentUse[] {
  if (!ROLES.some((each) => each === role)) return [];
  const agent = asText(own(asRecord(written) ?? {}, 'agent'));
  if (agent !== undefined) return [{ path: ['roles', role, 'agent'], name: agent }];
  return typeof written === 'string' ? [{ path: ['roles', role], name: written }] : [];
}

function askedBy([asker, agent]: readonly [string, unknown]): LooseFile['asks'] {
  return textsIn(own(asRecord(agent) ?? {}, 'asks')).map(({ text, index }) => {
    return { path: ['agents', asker, 'asks', index], name: text, asker };
  });
}

function looseTask(fields: Readonly<Record<string, unknown>>, index: number): LooseTask {
  return {
    index,
    id: asText(own(fields, 'id')),
    agent: asText(own(fields, 'agent')),
    parent: asText(own(fields, 'parent')),
    wantsRoles: own(fields, 'roles') === true,
    dependsOn: textsIn(own(fields, 'dependsOn')).map(({ text, index: position }) => {
      return { index: position, id: text };
    }),
  };
}

function own(fields: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
}

/** The texts of a list, each with its position. */
function textsIn(value: unknown): readonly { readonly text: string; readonly index: number }[] {
  return asList(value).flatMap(({ value: item, index }) =>
    typeof item === 'string' ? [{ text: item, index }] : [],
  );
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
