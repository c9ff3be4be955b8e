import {
  CONFIG_FILE,
  formatProblem,
  type ConfigResult,
  type DevsConfig,
} from '../../model/config/config';

import type { TaskDefinition } from '../../model/task/task';

export interface ConfigChange {
  /** Configuration from the next turn on; absent if the previous one still applies. */
  readonly config?: DevsConfig;
  /** Warning for the user. */
  readonly warning?: string;
}

/**
 * Applies a changed `devs.yaml` to a run. Its limits, budgets, models, debugger and `notify` stay those of its
 * beginning: an agent that edits the file chooses neither its judge nor where a key goes, and gets neither turns nor
 * money, nor does it take away a review. So do `parallel` and whether tasks work in worktrees: never do two work in one folder.
 */
export function changedConfig(result: ConfigResult, before: DevsConfig): ConfigChange {
  if (result.kind !== 'ok') return { warning: describeUnusable(result) };
  const { limits, adaptive, judge, embeddings, debugger: asked, notify, budget, prices } = before;
  const { parallel, isolation } = before;
  const tasks = withReviews(result.config.tasks, before.tasks);
  const fixed = { limits, adaptive, judge, embeddings, debugger: asked, notify };
  const lanes = { parallel, isolation: isolation && (result.config.isolation ?? isolation) };
  const config = { ...result.config, tasks, ...fixed, budget, prices, ...lanes };
  if (commandsOf(config) === commandsOf(before)) return { config };
  const warning = `${CONFIG_FILE} now names other commands, which the next turn will use; if you did not change them, cancel the run.`;
  return { config, warning };
}

/** A task whose work waits for a review still does. */
function withReviews(
  tasks: readonly TaskDefinition[],
  before: readonly TaskDefinition[],
): readonly TaskDefinition[] {
  const reviewed = new Set(before.flatMap(({ id, review }) => (review === true ? id : [])));
  return tasks.map((task) => (reviewed.has(task.id) ? { ...task, review: true } : task));
}

/** Why a changed `devs.yaml` is not applied, for users. */
function describeUnusable(result: Exclude<ConfigResult, { kind: 'ok' }>): string {
  const goesOn = 'the run continues with the previous version';
  if (result.kind === 'missing') return `${CONFIG_FILE} is gone; ${goesOn}.`;
  const [first] = result.problems;
  const what = first === undefined ? `${CONFIG_FILE} has an error` : formatProblem(first);
  return `${what.replace(/\.$/, '')}; ${goesOn}.`;
}

/** Every command of a configuration: what may be started, and what decides whether a task is done. */
function commandsOf({ agents, tasks, onEvent }: DevsConfig): string {
  return JSON.stringify([agents, tasks.map(({ id, verify }) => [id, verify]), onEvent]);
}
