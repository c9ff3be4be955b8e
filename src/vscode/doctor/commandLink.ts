import type { CheckFix } from '../../model/workspace/diagnosis';
import { COMMANDS } from '../contributions/contributions';

const TARGETS: Readonly<Record<CheckFix['kind'] | 'doctor', string>> = {
  doctor: COMMANDS.doctor,
  openConfig: COMMANDS.openConfig,
  createConfig: COMMANDS.init,
  clean: COMMANDS.clean,
  trustWorkspace: 'workbench.trust.manage',
  setModelKey: 'devs.setModelKey',
  allowJudge: 'devs.allowJudge',
};

/** Commands that links of the page may run. */
export const LINKED_COMMANDS: readonly string[] = Object.values(TARGETS);

/** The command that a link runs. */
export function linkedCommand(kind: keyof typeof TARGETS): string {
  return TARGETS[kind];
}

/** The address of a link that runs a command with one argument. */
export function commandLink(kind: keyof typeof TARGETS, argument: object): string {
  return `command:${TARGETS[kind]}?${encodeURIComponent(JSON.stringify([argument]))}`;
}
