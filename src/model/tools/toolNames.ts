/** The tools that `devs mcp` gives agents. */
export const TOOL_NAMES = [
  'task',
  'lessons',
  'report_progress',
  'report_blocked',
  'ask_human',
] as const;
export type ToolName = (typeof TOOL_NAMES)[number];
