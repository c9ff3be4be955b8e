import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../json/jsonValue';
import {
  append,
  applyTextEdits,
  cut,
  JsonTextError,
  lineAt,
  memberOf,
  parseObject,
  replace,
  toValue,
  valueOf,
  type JsonNode,
  type JsonRules,
} from './jsonText';

/** The member of settings files that holds the hooks: for each event a list. */
const HOOKS = 'hooks';
const BOM = '\uFEFF';
/** Commands of the guard, wherever its folder is. */
const OWN = /[\\/]devs[\\/]guard[\\/]bin[\\/]hook\.js/i;

/** Hooks that a settings file is to have. */
export interface WantedHooks extends JsonRules {
  /** What stands in the list of each event. */
  readonly entries: ReadonlyMap<string, unknown>;
  /** Members that the file needs besides; they are set where they are missing. */
  readonly fixed?: Readonly<Record<string, unknown>>;
}

/** Names of members from the top of a file. */
export type MemberPath = readonly string[];

/** Whether a text of a settings file mentions the guard's hook. */
export function mentionsGuard(text: string): boolean {
  // In JSON, a backslash is written twice.
  return OWN.test(text.replaceAll('\\\\', '\\'));
}

/**
 * The text with the guard's hooks: each last in its list, or where an earlier one stands. All else stays as it is,
 * character by character; a text that has them already is returned unchanged. Throws `JsonTextError`.
 */
export function addHooks(text: string, wanted: WantedHooks): string {
  const { entries, fixed = {} } = wanted;
  let now = withoutBom(text).trim() === '' ? '{}\n' : withoutBom(text);
  for (const [name, value] of Object.entries(fixed)) {
    const root = parseObject(now, wanted);
    if (memberOf(root, name) === undefined)
      now = applyTextEdits(now, append(now, root, { name, value }));
  }
  // Events that it listens to no more, and groups that hold another hook as well.
  now = removeEvents(now, wanted, (event, item) => !entries.has(event) || !isOwn(toValue(item)));
  for (const [event, entry] of entries) now = addHook(now, wanted, event, entry);
  return text.startsWith(BOM) ? BOM + now : now;
}

/**
 * The text without the guard's hooks, and without the lists and objects of `created` that are empty then. Throws
 * `JsonTextError`.
 */
export function removeHooks(text: string, created: readonly MemberPath[]): string {
  // Whether an agent accepts the file does not matter for what is taken out.
  const rules = { allowsComments: true };
  if (withoutBom(text).trim() === '') return text;
  let now = removeEvents(withoutBom(text), rules, () => true);
  const isTop = ([name, ...more]: MemberPath): boolean => name === HOOKS && more.length === 0;
  const inner = created.filter((path) => path.length > 1);
  const top = created.filter((path) => path.length === 1 && !isTop(path));
  for (const path of [...inner, ...created.filter(isTop), ...top])
    now = removeEmpty(now, rules, path);
  return text.startsWith(BOM) ? BOM + now : now;
}

/** Members of the `next` text, on the way to hooks, that the text did not have. */
export function findCreated(text: string, next: string): readonly MemberPath[] {
  const rules = { allowsComments: true };
  const had = withoutBom(text).trim() === '' ? undefined : parseObject(withoutBom(text), rules);
  const root = parseObject(withoutBom(next), rules);
  const paths = [
    ...namesIn(root).map((name) => [name]),
    ...namesIn(valueOf(memberOf(root, HOOKS))).map((name) => [HOOKS, name]),
  ];
  return paths.filter((path) => had === undefined || find(had, path) === undefined);
}

function withoutBom(text: string): string {
  return text.startsWith(BOM) ? text.slice(BOM.length) : text;
}

function addHook(text: string, rules: JsonRules, event: string, entry: unknown): string {
  const root = parseObject(text, rules);
  const hooks = valueOf(memberOf(root, HOOKS));
  if (hooks === undefined)
    return applyTextEdits(text, append(text, root, { name: HOOKS, value: { [event]: [entry] } }));
  demand(text, hooks, 'object', `"${HOOKS}" must be an object: \`{ … }\``);
  const list = valueOf(memberOf(hooks, event));
  if (list === undefined)
    return applyTextEdits(text, append(text, hooks, { name: event, value: [entry] }));
  demand(text, list, 'array', `"${event}" in "${HOOKS}" must be a list: \`[ … ]\``);
  const own = (list.children ?? []).filter((item) => isOwn(toValue(item)));
  const [first, ...more] = own;
  if (first === undefined) return applyTextEdits(text, append(text, list, { value: entry }));
  const [another] = more;
  // One cut at a time: those of neighbours overlap.
  if (another !== undefined)
    return addHook(applyTextEdits(text, cut(text, list, another)), rules, event, entry);
  if (isDeepStrictEqual(toValue(first), entry)) return text;
  return applyTextEdits(text, [replace(text, first, entry)]);
}

/** Takes the guard's hooks out of the lists of some events. */
function removeEvents(
  text: string,
  rules: JsonRules,
  isMeant: (event: string, item: JsonNode) => boolean,
): string {
  const hooks = valueOf(memberOf(parseObject(text, rules), HOOKS));
  for (const event of namesIn(hooks)) {
    const list = hooks && valueOf(memberOf(hooks, event));
    for (const item of list?.type === 'array' ? (list.children ?? []) : []) {
      const edits = isMeant(event, item) ? withoutOwn(text, list, item) : undefined;
      // Once more from the start: all places have moved.
      if (edits !== undefined) return removeEvents(applyTextEdits(text, edits), rules, isMeant);
    }
  }
  return text;
}

/** How to take the guard out of an entry of a list; undefined where it is not in it. */
function withoutOwn(
  text: string,
  list: JsonNode | undefined,
  item: JsonNode,
): ReturnType<typeof cut> | undefined {
  if (list !== undefined && isOwn(toValue(item))) return cut(text, list, item);
  const inner = item.type === 'object' ? valueOf(memberOf(item, HOOKS)) : undefined;
  const own = inner?.children?.find((hook) => isOwn(toValue(hook)));
  return inner === undefined || own === undefined ? undefined : cut(text, inner, own);
}

/** Whether an entry calls nothing but the guard: the hook itself, or a group of them. */
function isOwn(entry: unknown): boolean {
  if (!isObject(entry)) return false;
  const { [HOOKS]: group } = entry;
  if (Array.isArray(group)) return group.length > 0 && group.every(isOwn);
  return Object.values(entry)
    .flat()
    .some((value) => typeof value === 'string' && OWN.test(value));
}

function removeEmpty(text: string, rules: JsonRules, path: MemberPath): string {
  const root = parseObject(text, rules);
  const container = path.length === 1 ? root : find(root, path.slice(0, -1));
  const member = container && memberOf(container, path.at(-1) ?? '');
  const value = valueOf(member);
  if (container === undefined || member === undefined || value === undefined) return text;
  const isHeld = value.type === 'object' || value.type === 'array';
  // What else the file needs is needed by the hooks of others as well.
  const isNeeded = isHeld ? value.children?.length !== 0 : memberOf(root, HOOKS) !== undefined;
  if (isNeeded) return text;
  return applyTextEdits(text, cut(text, container, member));
}

/** The value at a path. */
function find(root: JsonNode, path: MemberPath): JsonNode | undefined {
  return path.reduce<JsonNode | undefined>(
    (node, name) => (node?.type === 'object' ? valueOf(memberOf(node, name)) : undefined),
    root,
  );
}

function namesIn(node: JsonNode | undefined): readonly string[] {
  if (node?.type !== 'object') return [];
  return (node.children ?? []).map(({ children }) => String(children?.[0]?.value));
}

function demand(text: string, node: JsonNode, type: JsonNode['type'], message: string): void {
  if (node.type !== type) throw new JsonTextError(lineAt(text, node.offset), message);
}
