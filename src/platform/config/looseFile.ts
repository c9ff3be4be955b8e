import { ROLES } from '../../model/hops/roles';
import type { FilePath } from './fileProblem';

/** The readable parts of a task whose shape may be wrong. */
export interface LooseTask {
  /** Position in `tasks`. */
  readonly index: number;
  readonly id: string | undefined;
  readonly agent: string | undefined;
  readonly parent: string | undefined;
  /** Whether `roles` is true. */
  readonly wantsRoles: boolean;
  /** Only texts, each with its position in the list. */
  readonly dependsOn: readonly { readonly index: number; readonly id: string }[];
}

/** A reference to an agent by name. */
export interface AgentUse {
  readonly path: FilePath;
  readonly name: string;
}

/** The input of the cross-reference rules, read from a file whose shape may be wrong elsewhere. */
export interface LooseFile {
  /** Undefined when `agents` is not a mapping. */
  readonly agents: readonly string[] | undefined;
  readonly agent: string | undefined;
  readonly hasAgentKey: boolean;
  readonly hasRoles: boolean;
  /** Whether `embeddings` has no `url` and the judge has none either. */
  readonly lacksEmbeddingUrl: boolean;
  /** Agents of roles, in file order. */
  readonly roleAgents: readonly AgentUse[];
  /** Agents in `asks`, each with the asking agent. */
  readonly asks: readonly (AgentUse & { readonly asker: string })[];
  readonly tasks: readonly LooseTask[];
}

/** Reads a file of any shape; never throws. */
export function readLooseFile(value: unknown): LooseFile {
  const file = toRecord(value) ?? {};
  const agents = toRecord(file['agents']);
  return {
    agents: agents === undefined ? undefined : Object.keys(agents),
    agent: toText(file['agent']),
    hasAgentKey: Object.hasOwn(file, 'agent'),
    hasRoles: Object.hasOwn(file, 'roles'),
    lacksEmbeddingUrl: lacksEmbeddingUrl(file),
    roleAgents: Object.entries(toRecord(file['roles']) ?? {}).flatMap(readRoleAgent),
    asks: Object.entries(agents ?? {}).flatMap(readAsks),
    tasks: toList(file['tasks']).flatMap(({ value: task, index }) => {
      const fields = toRecord(task);
      return fields === undefined ? [] : [readLooseTask(fields, index)];
    }),
  };
}

function lacksEmbeddingUrl(file: Readonly<Record<string, unknown>>): boolean {
  const embeddings = toRecord(readOwn(file, 'embeddings'));
  const judge = toRecord(readOwn(file, 'judge')) ?? {};
  if (embeddings === undefined || Object.hasOwn(embeddings, 'url')) return false;
  return readOwn(judge, 'type') === 'vscode' || !Object.hasOwn(judge, 'url');
}

function readRoleAgent([role, written]: readonly [string, unknown]): readonly AgentUse[] {
  if (!ROLES.some((each) => each === role)) return [];
  const agent = toText(readOwn(toRecord(written) ?? {}, 'agent'));
  if (agent !== undefined) return [{ path: ['roles', role, 'agent'], name: agent }];
  return typeof written === 'string' ? [{ path: ['roles', role], name: written }] : [];
}

function readAsks([asker, agent]: readonly [string, unknown]): LooseFile['asks'] {
  return findTexts(readOwn(toRecord(agent) ?? {}, 'asks')).map(({ text, index }) => {
    return { path: ['agents', asker, 'asks', index], name: text, asker };
  });
}

function readLooseTask(fields: Readonly<Record<string, unknown>>, index: number): LooseTask {
  return {
    index,
    id: toText(readOwn(fields, 'id')),
    agent: toText(readOwn(fields, 'agent')),
    parent: toText(readOwn(fields, 'parent')),
    wantsRoles: readOwn(fields, 'roles') === true,
    dependsOn: findTexts(readOwn(fields, 'dependsOn')).map(({ text, index: position }) => {
      return { index: position, id: text };
    }),
  };
}

function readOwn(fields: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
}

/** Finds the texts of a list with their positions. */
function findTexts(value: unknown): readonly { readonly text: string; readonly index: number }[] {
  return toList(value).flatMap(({ value: item, index }) =>
    typeof item === 'string' ? [{ text: item, index }] : [],
  );
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> | undefined {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isRecord ? (value as Record<string, unknown>) : undefined;
}

function toList(value: unknown): readonly { readonly value: unknown; readonly index: number }[] {
  return Array.isArray(value) ? value.map((item: unknown, index) => ({ value: item, index })) : [];
}
