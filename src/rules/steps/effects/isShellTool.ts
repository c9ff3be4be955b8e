/** Tools that take a command line. */
const SHELL_TOOL = /bash|shell|command|terminal|exec/i;

/** Whether the tool of a call runs command lines. */
export function isShellTool(tool: string): boolean {
  return SHELL_TOOL.test(tool);
}
