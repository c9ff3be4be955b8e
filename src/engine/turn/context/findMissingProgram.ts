import type { MissingProgram } from '../../../model/report/missingProgram';
import type { Command } from '../../../model/task/task';
import type { Programs } from '../../../ports/programs';
import { describeMissing, missingRemedy } from '../../../rules/programs/describeMissing';
import { findProgramName } from '../../../rules/programs/findProgramName';
import type { TurnPlan } from './turnPlan';

/** A missing program, for a human: what is missing, and what can be done. */
export interface MissingPart {
  readonly missing: MissingProgram;
  /** Ends with the remedy. */
  readonly reason: string;
  readonly remedy: string;
}

/**
 * Looks for the programs of a planned turn before anything is started: those of its agents, and with `verifies` that of
 * the verify command. Undefined if all are there, as far as can be told without a shell.
 */
export async function findMissingProgram(
  programs: Programs,
  { task, agent, roleAgents }: Pick<TurnPlan, 'task' | 'agent' | 'roleAgents'>,
  { verifies }: { readonly verifies: boolean },
): Promise<MissingPart | undefined> {
  const isMissing = async (command: Command, env: Readonly<Record<string, string>>) => {
    const program = findProgramName(command);
    if (program === undefined) return undefined;
    return (await programs.locate(program, env)).kind === 'missing' ? program : undefined;
  };
  for (const { name, command, env } of new Set([agent, ...Object.values(roleAgents)])) {
    const program = await isMissing(command, env);
    if (program !== undefined)
      return describe({ of: 'agent', program }, `the command of the agent "${name}"`);
  }
  if (!verifies || task.verify === undefined) return undefined;
  const program = await isMissing(task.verify, {});
  return program === undefined ? undefined : describe({ of: 'verify', program }, '"verify"');
}

function describe(missing: MissingProgram, where: string): MissingPart {
  const remedy = missingRemedy(where);
  return { missing, remedy, reason: `${describeMissing(missing)}. ${remedy}` };
}
