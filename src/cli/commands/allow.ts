import type { Amount } from '../../model/usage/budget';
import { parseTokens, parseUsd } from '../../model/usage/parseAmount';
import { failed, type Outcome } from '../terminal/outcome';
import type { CommandContext } from './shared/commandContext';
import { findTasks, readWorkspace } from './shared/readWorkspace';
import { toOutcome } from './toOutcome';

export interface AllowOptions {
  readonly usd?: string;
  readonly tokens?: string;
}

/** `devs allow <task> --usd 5`: lets a task use more than its budgets; `devs run` then continues it. */
export async function allow(
  context: CommandContext,
  taskId: string,
  options: AllowOptions,
): Promise<Outcome> {
  const amount = readAmount(options);
  if (typeof amount === 'string') return failed(amount);
  const overview = await readWorkspace(context);
  if (!overview.ok) return overview;
  const task = findTasks(overview.value, [taskId]);
  if (!task.ok) return task;
  const { holder, tasks } = overview.value;
  const wasPaused = tasks.find(({ id }) => id === taskId)?.status === 'PAUSED_FOR_INTERVENTION';
  const answer = await context.app.resume(taskId, { allow: amount });
  return toOutcome(answer, wasPaused && holder === undefined ? 'Continue with `devs run`.' : '');
}

/** The amount, or what is wrong with it. */
function readAmount({ usd, tokens }: AllowOptions): Amount | string {
  if (usd === undefined && tokens === undefined)
    return 'Say how much more the task may use: --usd 5, --tokens 1000000, or both.';
  const nanoUsd = usd === undefined ? undefined : parseUsd(usd);
  if (usd !== undefined && nanoUsd === undefined)
    return `--usd is "${usd}"; it must be a number of US dollars, more than 0 and less than 1000000, such as 5 or 0.5.`;
  const count = tokens === undefined ? undefined : parseTokens(tokens);
  if (tokens !== undefined && count === undefined)
    return `--tokens is "${tokens}"; it must be a whole number, at least 1, such as 1000000.`;
  return {
    ...(nanoUsd !== undefined && { nanoUsd }),
    ...(count !== undefined && { tokens: count }),
  };
}
