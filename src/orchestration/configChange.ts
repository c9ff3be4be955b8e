import { CONFIG_FILE, formatProblem, type ConfigResult, type DevsConfig } from '../domain/config';

/** Why a changed `devs.yaml` is not taken over, for humans. */
export function describeUnusable(result: Exclude<ConfigResult, { kind: 'ok' }>): string {
  const goesOn = 'the run goes on with what it said before';
  if (result.kind === 'missing') return `${CONFIG_FILE} is gone; ${goesOn}.`;
  const [first] = result.problems;
  const what = first === undefined ? `${CONFIG_FILE} has a mistake` : formatProblem(first);
  return `${what.replace(/\.$/, '')}; ${goesOn}.`;
}

/** Every command of a configuration: what may be started, and what decides whether a task is done. */
export function commandsOf({ agents, tasks, onEvent }: DevsConfig): string {
  return JSON.stringify([agents, tasks.map(({ id, verify }) => [id, verify]), onEvent]);
}
