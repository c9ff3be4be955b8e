import { ROLES } from '../../model/hops/roles';
import { describeUnknown, formatNames, MAX_PROBLEMS, showPath, type FilePath } from './fileProblem';
import { itemPaths, links, lookUp, lookUpKeys, lookUpText, type LinkProblem } from './links';

/** Checks the links between the keys of the file. */
export const configLinks = links((file) => [
  ...findAgentProblems(file),
  ...findMissingUrl(file),
  ...findMissingRoles(file).slice(0, MAX_PROBLEMS),
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
    ...agents.flatMap((name) => itemPaths(file, ['agents', name, 'asks'])),
    ...itemPaths(file, ['tasks']).map((task) => [...task, 'agent']),
  ];
  return paths.filter((path) => lookUpText(file, path) !== undefined);
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
