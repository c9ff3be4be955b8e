import { homedir } from 'node:os';
import {
  createArguments,
  shownPushArguments,
  type PullRequestPlan,
} from '../../model/landing/pullRequest';
import type { TaskOverview } from '../../model/overview/overview';
import { pullRequestText } from '../../reports/pullRequest/pullRequestText';
import { commandLine } from '../../text/commandText';
import type { PlanAnswer } from '../api/answers';
import type { DevsAppParts } from '../lease/devsAppParts';
import { toRefusal, type Refusal } from '../lease/refusals';
import { readOverview } from '../read/readOverview';

/** Plans the pull request of a task whose work landed on a branch; changes nothing. Never rejects for what the user can mend. */
export async function planPullRequest(parts: DevsAppParts, taskId: string): Promise<PlanAnswer> {
  const task = await findLanded(parts, taskId);
  if ('message' in task) return task;
  const { name: branch, pullRequest } = task.branch;
  const found = await parts.pullRequests.find(branch);
  if (!found.ok) return toRefusal(found.message);
  const { place, problem } = found;
  const { title, body } = pullRequestText({ task, folders: foldersOf(parts, task) });
  const text = { title: parts.mask.text(title), body: parts.mask.text(body) };
  const plan: PullRequestPlan = {
    ...{ taskId, ...place, ...text },
    commands: [
      ...(place.isPushed ? [] : [commandLine(['git', ...shownPushArguments(place)])]),
      commandLine(['gh', ...createArguments(place, text)]),
    ],
    ...(problem !== undefined && { problem }),
  };
  return { ok: true, plan, ...(pullRequest !== undefined && { pullRequest }) };
}

type Landed = TaskOverview & { readonly branch: NonNullable<TaskOverview['branch']> };

async function findLanded(parts: DevsAppParts, taskId: string): Promise<Landed | Refusal> {
  const { tasks, stateProblem } = await readOverview(parts);
  if (stateProblem !== undefined) return toRefusal(stateProblem);
  const task = tasks.find(({ id }) => id === taskId);
  if (task === undefined) return toRefusal(`There is no task "${taskId}".`);
  return isLanded(task)
    ? task
    : toRefusal(
        `The work of ${taskId} is not on a branch. Only tasks with \`land: branch\` get a branch, when they are done.`,
      );
}

function isLanded(task: TaskOverview): task is Landed {
  return task.branch !== undefined;
}

/** The folders of this machine that texts of a task may name. */
function foldersOf(
  { workspaceDir, state }: DevsAppParts,
  { worktree }: TaskOverview,
): readonly string[] {
  return [workspaceDir, state.directory, homedir(), ...(worktree === undefined ? [] : [worktree])];
}
