import { ROLES } from '../../model/hops/roles';
import { describeUnknown, formatNames, MAX_PROBLEMS, showPath, type FilePath } from './fileProblem';
import { BUDGET_SCOPES } from '../../model/usage/budget';
import { itemPaths, links, lookUp, lookUpKeys, lookUpText, type LinkProblem } from './links';

/** Checks the links between the keys of the file. */
export const configLinks = links((file) => [
  ...findAgentProblems(file),
  ...findMissingUrl(file),
  ...findMissingRoles(file).slice(0, MAX_PROBLEMS),
  ...findBudgetProblems(file).slice(0, MAX_PROBLEMS),
  ...findIsolationProblems(file),
]);

function findAgentProblems(file: unknown): readonly LinkProblem[] {
  const agents = lookUpKeys(file, ['agents']) ?? [];
  if (agents.length === 0) return [];
  const known = new Set<unknown>(agents);
  const unknown = findAgentPaths(file, agents).filter((path) => !known.has(lookUp(file, path)));
  // Messages only for reported problems: searching for suggestions is slow.
  const problems = unknown.slice(0, MAX_PROBLEMS).map((path): LinkProblem => {
    const name = lookUpText(file, path) ?? '';
    return { path, at: 'value', ...describeUnknown('agent', name, agents) };
  });
  if (agents.length === 1 || lookUp(file, ['agent']) !== undefined) return problems;
  const message = `There are several agents; "agent" must say which is the default: ${formatNames(agents)}.`;
  return [{ path: ['agents'], at: 'key' as const, message }, ...problems].slice(0, MAX_PROBLEMS);
}

/** Paths of the texts that name an agent. */
function findAgentPaths(file: unknown, agents: readonly string[]): readonly FilePath[] {
  const paths: readonly FilePath[] = [
    ['agent'],
    ['debugger'],
    ...ROLES.flatMap((role) => [
      ['roles', role],
      ['roles', role, 'agent'],
    ]),
    ...agents.flatMap((name) => [
      ...itemPaths(file, ['agents', name, 'asks']),
      ...itemPaths(file, ['agents', name, 'fallback']),
    ]),
    ...itemPaths(file, ['tasks']).map((task) => [...task, 'agent']),
  ];
  return paths.filter((path) => lookUpText(file, path) !== undefined);
}

/** Keys about worktrees, which nothing reads while there are none. */
function findIsolationProblems(file: unknown): readonly LinkProblem[] {
  const [isolate, parallel] = [lookUp(file, ['isolate']), lookUp(file, ['parallel'])];
  if (typeof parallel === 'number' && parallel > 1) {
    const message = `"isolate" is false, but with \`parallel: ${parallel}\` each task works in a worktree of its own; remove one of the two.`;
    return isolate === false ? [{ path: ['isolate'], at: 'value', message }] : [];
  }
  if (isolate === true) return [];
  const unused = ['land', 'setup', 'copy']
    .filter((key) => lookUp(file, [key]) !== undefined)
    .map((key): LinkProblem => {
      const message = `"${key}" is about tasks in worktrees; add \`isolate: true\` at the top level, or remove this.`;
      return { path: [key], at: 'key', message };
    });
  return [...unused, ...findReviewProblems(file).slice(0, MAX_PROBLEMS)];
}

/** Work in the workspace itself cannot wait for a review: it is there already. */
function findReviewProblems(file: unknown): readonly LinkProblem[] {
  const tasks = itemPaths(file, ['tasks']).map((task) => [...task, 'review']);
  return [['review'], ...tasks]
    .filter((path) => lookUp(file, path) === true)
    .map((path) => {
      const message = `"${showPath(path)}" is true, but only work in a worktree can wait for a review before it lands; add \`isolate: true\` at the top level, or remove this.`;
      return { path, at: 'value', message };
    });
}

function findMissingUrl(file: unknown): readonly LinkProblem[] {
  const path = ['embeddings', 'url'];
  const message =
    '"embeddings.url" is missing; it must be given, because there is no judge of type: endpoint that has one.';
  const isMissing =
    lookUpKeys(file, ['embeddings'])?.includes('url') === false &&
    lookUp(file, ['judge', 'url']) === undefined;
  return isMissing ? [{ path, at: 'value', message }] : [];
}

function findMissingRoles(file: unknown): readonly LinkProblem[] {
  if (lookUp(file, ['roles']) !== undefined) return [];
  const paths = itemPaths(file, ['tasks']).map((task) => [...task, 'roles']);
  return paths
    .filter((path) => lookUp(file, path) === true)
    .map((path) => {
      const message = `"${showPath(path)}" is true, but the file defines no roles; add "roles" at its top level, with planner and coder, or remove this.`;
      return { path, at: 'value', message };
    });
}

/** Agents whose events name no model, and those that name models but no money. */
const WITHOUT_MODEL = new Set<unknown>(['codex']);
const WITHOUT_MONEY = new Set<unknown>(['codex', 'gemini', 'qwen']);

/** A budget that could not be reckoned would be silent: any agent may be asked by another one. */
function findBudgetProblems(file: unknown): readonly LinkProblem[] {
  const scopes = BUDGET_SCOPES.filter((scope) => lookUp(file, ['budget', scope]) !== undefined);
  if (scopes.length === 0) return [];
  const isInMoney = scopes.some((scope) => lookUp(file, ['budget', scope, 'usd']) !== undefined);
  const priced = lookUpKeys(file, ['prices']) ?? [];
  return (lookUpKeys(file, ['agents']) ?? []).flatMap((name): readonly LinkProblem[] => {
    const steps = lookUp(file, ['agents', name, 'steps']);
    const isAcp = lookUp(file, ['agents', name, 'type']) === 'acp';
    const path = ['agents', name];
    if (!isAcp && (steps === undefined || steps === 'text')) {
      const message = `The agent "${name}" does not say what it uses, so no budget can be reckoned; set its "steps" to the format of its events, or remove "budget".`;
      return [{ path, at: 'key', message }];
    }
    const isPriced = priced.includes(name) || (!WITHOUT_MODEL.has(steps) && priced.length > 0);
    if (!isInMoney || isAcp || !WITHOUT_MONEY.has(steps) || isPriced) return [];
    const key = WITHOUT_MODEL.has(steps) ? `"${name}"` : 'its model';
    const message = `The agent "${name}" says its tokens but no price, so no budget in dollars can be reckoned; add ${key} to "prices", or give the budget in tokens.`;
    return [{ path, at: 'key', message }];
  });
}
