import type { ProvingStep } from '../../../model/steps/step';
import { isShellTool } from '../effects/isShellTool';
import { quoteLine } from '../shown/quoteWords';

/** The tool itself does not exist. */
const NO_TOOL =
  /\b(?:unknown|no such|unavailable|unsupported) (?:tool|command|function)\b|\btool\b.{0,80}\bnot (?:found|available)\b/i;

/** Advice for a call of a tool that does not exist; '' for any other. `reason` is the line that says so. */
export function adviseOnRejectedCall({ tool }: Pick<ProvingStep, 'tool'>, reason: string): string {
  if (isShellTool(tool) || !NO_TOOL.test(reason)) return '';
  return `The agent has no tool ${quoteLine(tool)}: ${quoteLine(reason)}. Tell the agent in a hint: which tool or command does this instead.`;
}
