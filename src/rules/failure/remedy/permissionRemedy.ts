import type { Refusal } from '../../../model/failure/refusal';
import type { Command } from '../../../model/task/task';
import { commandText } from '../../../text/commandText';

/** The agent whose permission rules refused a call. */
export interface RefusingAgent {
  /** Name of the agent in `devs.yaml`. */
  readonly name: string;
  /** Format of its event stream (`steps`), which identifies its program; absent without one. */
  readonly steps?: string;
  /** Its command, so that a flag in it is not advised again; absent if unknown. */
  readonly command?: Command;
}

/** Tools that edit files, as agents name them. */
const EDITS =
  /^(?:edit|multiedit|write|write_file|notebookedit|replace|create|apply_patch|patch)$/i;
/** Tools that run a command line. */
const SHELL = /bash|shell|command|terminal|exec/i;
/** Claude Code's message about a path outside its folders. */
const OUTSIDE_FOLDERS = /working director/i;

/** Describes how a human can allow such calls in the agent's own rules, or as `how` says: one sentence. */
export function permissionRemedy(
  agent: RefusingAgent,
  refusal: Refusal,
  how = howToAllow(agent, refusal),
): string {
  return `${how}, or tell it in a hint how to work without it; then resume the task.`;
}

function howToAllow(agent: RefusingAgent, refusal: Refusal): string {
  const { name, steps } = agent;
  const command = `to the command of the agent ${name} in devs.yaml`;
  const flag = steps === undefined ? undefined : FLAGS[steps]?.(refusal);
  if (flag !== undefined && !isGiven(agent, flag)) return `Add \`${flag}\` ${command}`;
  if (steps === 'opencode')
    return `Allow \`${refusal.action}\` in \`OPENCODE_PERMISSION\` under \`env:\` of the agent ${name} in devs.yaml, or else under \`permission\` in the opencode.json of the project`;
  // Its own rules, or its session mode, refused it without asking Devs.
  if (steps === 'acp')
    return `Allow \`${refusal.action}\` in the settings of the agent ${name}, or choose another \`mode\` for it in devs.yaml`;
  return `Allow \`${refusal.action}\` in the settings of the agent ${name}, or by a flag in its command in devs.yaml`;
}

/** Whether the command contains the flag; its value follows `=` or a blank. */
function isGiven({ command = [] }: RefusingAgent, flag: string): boolean {
  return ` ${commandText(command)} `
    .replaceAll('=', ' ')
    .includes(` ${flag.replaceAll('=', ' ')} `);
}

/** The flag that allows a refused call, for each agent whose flags are known. */
const FLAGS: Readonly<Record<string, ((refusal: Refusal) => string) | undefined>> = {
  claude: ({ tool, action, words }) => {
    if (OUTSIDE_FOLDERS.test(words)) return '--add-dir=<folder>';
    if (EDITS.test(tool)) return '--permission-mode=acceptEdits';
    return `--allowedTools=${SHELL.test(tool) ? `${tool}(${action} *)` : tool}`;
  },
  codex: () => '--sandbox=workspace-write',
  gemini: ({ tool, action }) =>
    EDITS.test(tool) ? '--approval-mode=auto_edit' : allowedTool(tool, action),
  qwen: ({ tool, action }) =>
    EDITS.test(tool) ? '--approval-mode=auto-edit' : allowedTool(tool, action),
};

function allowedTool(tool: string, action: string): string {
  return `--allowed-tools=${SHELL.test(tool) ? `${tool}(${action})` : tool}`;
}
