import type { PullRequestPlan } from '../../model/landing/pullRequest';
import { pullRequestText } from '../render/pullRequestText';
import { failed, type Outcome } from '../terminal/outcome';
import { printable } from '../terminal/printable';
import { canAsk, confirm } from '../terminal/question';
import { wrapFor } from '../terminal/wrapText';
import { toOutcome } from './toOutcome';
import type { CommandContext } from './shared/commandContext';

/** Options of `devs pr`. */
export interface PullRequestOptions {
  readonly dryRun?: boolean;
  /** Push without asking. */
  readonly yes?: boolean;
}

/**
 * `devs pr <task>`: makes a pull request of the branch on which a task landed. Asks before it pushes; without a human to
 * ask it needs `--yes`.
 */
export async function pr(
  context: CommandContext,
  taskId: string,
  { dryRun = false, yes = false }: PullRequestOptions,
): Promise<Outcome> {
  const { app, host, json, output, style } = context;
  const planned = await app.planPullRequest(taskId);
  if (!planned.ok) return failed(planned.message);
  const { plan, pullRequest } = planned;
  if (pullRequest !== undefined) return toOutcome(await app.createPullRequest(taskId));
  const text = pullRequestText(plan, style);
  if (dryRun) return { ok: true, text: `${text}\n\n${NOTHING_DONE}\n`, json: toJson(plan) };
  if (plan.problem !== undefined) return failed(`${text}\n\n${printable(plan.problem)}`);
  if (!plan.isPushed && !yes) {
    if (json || !canAsk(host))
      return failed(
        `${text}\n\n${NOTHING_DONE} \`devs pr ${taskId} --yes\` pushes without asking.`,
      );
    output.write(wrapFor(output.stream, `${text}\n`));
    const question = `Push ${plan.branch} to ${plan.remote} and create the pull request?`;
    if (!(await confirm(printable(question), host)))
      return { ok: true, text: `${NOTHING_DONE}\n`, json: undefined };
  }
  const { message, ...answer } = await app.createPullRequest(taskId);
  if (!answer.ok) return failed(message);
  return {
    ok: true,
    text: `${printable(message)}\n`,
    json: { ok: true, taskId, address: answer.address, message },
  };
}

const NOTHING_DONE = 'Nothing was pushed or created.';

function toJson(plan: PullRequestPlan): object {
  return { ok: true, ...plan, base: plan.base ?? null, problem: plan.problem ?? null };
}
