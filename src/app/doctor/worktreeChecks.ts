import type { DevsConfig } from '../../model/config/config';
import { describeMissingInput } from '../../reports/landing/setupWords';
import { withoutFullStop } from '../../text/sentence';
import { findSkipReason, type DoctorContext } from './doctorContext';
import { listNames, splitRemedy } from './findingText';
import type { Finding, PlannedCheck } from './runChecks';

/** Checks that tasks can work in worktrees, where `isolate` says so. */
export function worktreeChecks(
  context: DoctorContext,
  { isolation }: DevsConfig,
): readonly PlannedCheck[] {
  if (isolation === undefined) return [];
  const check = { group: 'Git' } as const;
  return [
    {
      ...{ ...check, id: 'worktrees', title: 'isolate' },
      find: () => repositoryFinding(context, isolation.land !== 'files'),
    },
    ...(isolation.copy.length === 0
      ? []
      : [
          {
            ...{ ...check, id: 'worktrees:copy', title: 'copy' },
            find: () => copyFinding(context, isolation.copy),
          },
        ]),
    ...(isolation.setupCache === undefined
      ? []
      : [
          {
            ...{ ...check, id: 'worktrees:setupCache', title: 'setupCache' },
            find: () => setupCacheFinding(context, isolation.setupCache ?? []),
          },
        ]),
  ];
}

async function repositoryFinding(context: DoctorContext, commits: boolean): Promise<Finding> {
  const skip = findSkipReason(context);
  if (skip !== undefined) return { level: 'skipped', found: `git was not asked: ${skip}` };
  const problem = await context.parts.adapters.worktrees.findProblem({ commits });
  if (problem === undefined) return { level: 'ok', found: 'each task gets a worktree of its own' };
  return {
    level: 'problem',
    ...splitRemedy(problem, 'Remove `isolate` and `parallel` from devs.yaml.'),
  };
}

/** What is missing keeps a run from starting; what a setup made and cannot be reused makes each worktree slow. */
async function setupCacheFinding(
  { parts }: DoctorContext,
  files: readonly string[],
): Promise<Finding> {
  const { worktrees } = parts.adapters;
  const [missing] = await worktrees.findMissing(files);
  if (missing !== undefined)
    return { level: 'problem', ...splitRemedy(describeMissingInput(missing), '') };
  const notice = await worktrees.setupNotice();
  if (notice === undefined)
    return { level: 'ok', found: `\`setup\` is reused while ${listNames(files)} stays the same` };
  return { level: 'warning', found: withoutFullStop(notice), remedy: NOT_KEPT_REMEDY };
}

const NOT_KEPT_REMEDY =
  'Change `setup` so that it leaves no such file, or remove `setupCache`. Until then, `setup` runs in each new worktree.';

/** What is missing is left out of worktrees without a word. */
async function copyFinding({ parts }: DoctorContext, copy: readonly string[]): Promise<Finding> {
  const missing = await parts.adapters.worktrees.findMissing(copy);
  return missing.length === 0
    ? { level: 'ok', found: listNames(copy) }
    : {
        level: 'warning',
        found: `${listNames(missing)}: not in the workspace, so no worktree gets it`,
        remedy: 'Create what is missing, or remove it from `copy` in devs.yaml.',
      };
}
