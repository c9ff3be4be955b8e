import { isMap, isScalar, isSeq, type Node, type Pair } from 'yaml';
import { parseDraft } from './parseDraft';

/** A name that the file defines. */
export interface DefinedName {
  readonly kind: 'agent' | 'task';
  readonly name: string;
  /** One line about it; '' for none. */
  readonly about: string;
  /** Offsets of the name in the text. */
  readonly from: number;
  readonly to: number;
}

/** Lists the agents and tasks that a `devs.yaml` defines, in its order; tasks without an id are left out. */
export function listNames(text: string): readonly DefinedName[] {
  const contents = parseDraft(text)?.contents;
  const agents = valueOf(contents, 'agents');
  const tasks = valueOf(contents, 'tasks');
  return [
    ...(isMap(agents) ? agents.items.flatMap((pair) => toAgent(pair)) : []),
    ...(isSeq(tasks) ? tasks.items.flatMap((task) => toTask(task)) : []),
  ];
}

function valueOf(node: unknown, key: string): unknown {
  if (!isMap(node)) return undefined;
  return node.items.find((pair) => isScalar(pair.key) && pair.key.value === key)?.value;
}

function toAgent({ key, value }: Pair): readonly DefinedName[] {
  return toName('agent', key, textOf(valueOf(value, 'about')));
}

function toTask(task: unknown): readonly DefinedName[] {
  return toName('task', valueOf(task, 'id'), textOf(valueOf(task, 'title')));
}

function toName(kind: DefinedName['kind'], node: unknown, about: string): readonly DefinedName[] {
  const name = textOf(node);
  const range = name === '' ? undefined : (node as Node).range;
  return range ? [{ kind, name, about, from: range[0], to: range[1] }] : [];
}

function textOf(node: unknown): string {
  return isScalar(node) && typeof node.value === 'string' ? node.value : '';
}
