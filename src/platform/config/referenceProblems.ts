import { didYouMean, MAX_PROBLEMS, showPath, showValue, type FileProblem } from './fileProblem';
import type { AgentUse, LooseFile, LooseTask } from './looseFile';
import { findCycleProblems } from './taskCycles';

/** Finds wrong references between the parts of the file. */
export function findReferenceProblems(file: LooseFile): readonly FileProblem[] {
  return [
    ...findAgentProblems(file).slice(0, MAX_PROBLEMS),
    ...findAskProblems(file).slice(0, MAX_PROBLEMS),
    ...findMissingUrl(file),
    ...findMissingRoles(file).slice(0, MAX_PROBLEMS),
    ...findDuplicateIds(file.tasks).slice(0, MAX_PROBLEMS),
    ...findTaskReferenceProblems(file.tasks),
    ...findCycleProblems(file.tasks),
  ];
}

function findAgentProblems(file: LooseFile): readonly FileProblem[] {
  const { agents } = file;
  if (agents === undefined || agents.length === 0) return [];
  const known = new Set(agents);
  const unknown = findAgentUses(file).filter(({ name }) => !known.has(name));
  // Messages only for reported problems: searching for suggestions is slow.
  const problems = unknown.slice(0, MAX_PROBLEMS).map(({ path, name }) => {
    return { path, at: 'value' as const, message: describeUnknown('agent', name, agents) };
  });
  if (agents.length === 1 || file.hasAgentKey) return problems;
  const message = `There are several agents; "agent" must say which is the default: ${formatNames(agents)}.`;
  return [{ path: ['agents'], at: 'key', message }, ...problems];
}

function findAgentUses({ agent, roleAgents, asks, tasks }: LooseFile): readonly AgentUse[] {
  const ofTasks = tasks.flatMap(({ agent: name, index }) =>
    name === undefined ? [] : [{ path: ['tasks', index, 'agent'], name }],
  );
  const defaultUse = agent === undefined ? [] : [{ path: ['agent'], name: agent }];
  return [...defaultUse, ...roleAgents, ...asks, ...ofTasks];
}

function findAskProblems({ asks }: LooseFile): readonly FileProblem[] {
  return asks.flatMap(({ path, name, asker }) => {
    const message = `Agent ${showValue(name)} cannot ask itself; remove this.`;
    return name === asker ? [{ path, at: 'value' as const, message }] : [];
  });
}

function findMissingUrl({ lacksEmbeddingUrl }: LooseFile): readonly FileProblem[] {
  const message =
    '"embeddings.url" is missing; it must be given, because there is no judge of type: endpoint that has one.';
  return lacksEmbeddingUrl ? [{ path: ['embeddings', 'url'], at: 'value', message }] : [];
}

function findMissingRoles({ hasRoles, tasks }: LooseFile): readonly FileProblem[] {
  if (hasRoles) return [];
  return tasks.flatMap(({ wantsRoles, index }) => {
    const path = ['tasks', index, 'roles'];
    const message = `"${showPath(path)}" is true, but the file defines no roles; add "roles" at its top level, with planner and coder, or remove this.`;
    return wantsRoles ? [{ path, at: 'value' as const, message }] : [];
  });
}

function findDuplicateIds(tasks: readonly LooseTask[]): readonly FileProblem[] {
  const first = new Map<string, number>();
  return tasks.flatMap(({ id, index }) => {
    if (id === undefined) return [];
    const earlier = first.get(id);
    if (earlier === undefined) {
      first.set(id, index);
      return [];
    }
    const message = `The task id ${showValue(id)} is already used by tasks[${earlier}]; each id must be unique.`;
    return [{ path: ['tasks', index, 'id'], at: 'value' as const, message }];
  });
}

function findTaskReferenceProblems(tasks: readonly LooseTask[]): readonly FileProblem[] {
  const known = new Set(tasks.flatMap(({ id }) => id ?? []));
  const names = [...known];
  const check = (task: LooseTask, other: string, what: string): string | undefined => {
    if (other === task.id) return `Task ${showValue(other)} cannot ${what} itself; remove this.`;
    return known.has(other) ? undefined : describeUnknown('task', other, names);
  };
  const problems: FileProblem[] = [];
  for (const task of tasks) {
    if (problems.length >= MAX_PROBLEMS) break;
    const place = ['tasks', task.index];
    for (const { id, index } of task.dependsOn) {
      const message = check(task, id, 'depend on');
      if (message !== undefined)
        problems.push({ path: [...place, 'dependsOn', index], at: 'value', message });
    }
    const message =
      task.parent === undefined ? undefined : check(task, task.parent, 'be a part of');
    if (message !== undefined) problems.push({ path: [...place, 'parent'], at: 'value', message });
  }
  return problems;
}

function describeUnknown(kind: string, name: string, known: readonly string[]): string {
  const others =
    known.length === 0 ? '; there is none.' : `; known ${kind}s: ${formatNames(known)}.`;
  return `There is no ${kind} ${showValue(name)}${didYouMean(name, known, others)}`;
}

function formatNames(names: readonly string[]): string {
  const shown = names.slice(0, 20).join(', ');
  return names.length > 20 ? `${shown}, and ${names.length - 20} more` : shown;
}
