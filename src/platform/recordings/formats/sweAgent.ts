import type { RecordedRun } from '../../../model/steps/replayedRun';
import { findFirstPrompt, withPrompt } from '../parts/userPrompt';
import { contentText, isObject, textOf, type JsonObject } from '../../json/jsonValue';
import type { Place } from '../parts/place';
import { toNumberedRun, type UnnumberedStep } from '../parts/toNumberedRun';

/** Commands that SWE-agent provides; any other text in `action` is a shell command. */
const COMMANDS = new Set(
  (
    'open goto scroll_up scroll_down create edit insert append search_dir search_file find_file submit ' +
    'str_replace_editor str_replace_based_edit_tool view_image filemap exit_forfeit'
  ).split(' '),
);

/** Whether this is a trajectory of SWE-agent. */
export function isSweAgentTrajectory(value: JsonObject): boolean {
  return Array.isArray(value['trajectory']);
}

/** A trajectory of SWE-agent (`.traj`): one step for each item of `trajectory` that is an object. */
export function parseSweAgent(value: JsonObject, { name, file }: Place): RecordedRun {
  const items = value['trajectory'] as readonly unknown[];
  const run = toNumberedRun(name, file, items.filter(isObject).map(toStep));
  const history = Array.isArray(value['history']) ? value['history'].filter(isObject) : [];
  return withPrompt(
    run,
    findFirstPrompt(history.filter(isUserMessage).map(({ content }) => content)),
  );
}

/** False for messages of the demonstration that can precede the task. */
function isUserMessage({ role, is_demo: isDemo }: JsonObject): boolean {
  return role === 'user' && isDemo !== true;
}

function toStep({ action, observation, thought, response }: JsonObject): UnnumberedStep {
  const text = contentText(thought) || contentText(response);
  const line = textOf(action).trim();
  if (line === '') return { tool: '', args: '', result: '', thought: text };
  const [, command = '', rest = ''] = /^(\S+)\s*([^]*)$/.exec(line) ?? [];
  const call = COMMANDS.has(command) ? { tool: command, args: rest } : { tool: 'bash', args: line };
  return { ...call, result: contentText(observation), thought: text };
}
