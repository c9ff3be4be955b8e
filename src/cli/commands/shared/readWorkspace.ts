import { formatProblem } from '../../../model/config/config';
import type { Overview, TaskOverview } from '../../../model/overview/overview';
import type { CommandContext } from './commandContext';
import { failed, type Outcome } from '../../terminal/outcome';
import { findNearestName } from '../../../text/findNearestName';

/** The value that was read, or the failure that says why it could not be. */
export type Found<T> =
  | { readonly ok: true; readonly value: T }
  | (Outcome & { readonly ok: false });

/** The overview; a failure when the state cannot be read, or the file is missing or wrong. */
export async function readWorkspace(context: CommandContext): Promise<Found<Overview>> {
  const overview = await context.app.overview();
  if (overview.stateProblem !== undefined) return failed(overview.stateProblem);
  return configFailure(overview, context.workspaceDir) ?? { ok: true, value: overview };
}

/** The tasks named; a failure that lists the known ones when one is not known. */
export function findTasks(
  overview: Overview,
  taskIds: readonly string[],
): Found<readonly TaskOverview[]> {
  const found = taskIds.map((id) => overview.tasks.find((task) => task.id === id));
  const unknown = taskIds.find((_, index) => found[index] === undefined);
  if (unknown !== undefined) return failed(unknownTask(unknown, overview));
  return { ok: true, value: found.filter((task) => task !== undefined) };
}

/** One task of the overview; a failure that lists the known ones when it is not known. */
export function findOne(overview: Overview, taskId: string): Found<TaskOverview> {
  const task = overview.tasks.find(({ id }) => id === taskId);
  return task === undefined ? failed(unknownTask(taskId, overview)) : { ok: true, value: task };
}

/** One task of the workspace. */
export async function findTask(
  context: CommandContext,
  taskId: string,
): Promise<Found<TaskOverview>> {
  const overview = await readWorkspace(context);
  return overview.ok ? findOne(overview.value, taskId) : overview;
}

function configFailure(
  { config }: Overview,
  folder: string,
): (Outcome & { ok: false }) | undefined {
  switch (config.kind) {
    case 'ok':
      return undefined;
    case 'missing':
      return failed(`There is no devs.yaml in ${folder}. Run \`devs init\` to create one.`);
    case 'invalid':
      return failed(config.problems.map(formatProblem).join('\n'));
    default:
      return config satisfies never;
  }
}

function unknownTask(id: string, overview: Overview): string {
  const ids = overview.tasks.map((task) => task.id);
  const near = findNearestName(id, ids);
  const guess = near === undefined ? '' : ` Did you mean "${near}"?`;
  const known = ids.length === 0 ? 'devs.yaml has no tasks.' : `Known tasks: ${ids.join(', ')}.`;
  return `There is no task "${id}".${guess} ${known}`;
}
