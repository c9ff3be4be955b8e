import type { RecordedRun } from '../../../model/steps/replayedRun';
import { firstAsked, withAsked } from '../parts/asked';
import { contentText, isObject, textOf, type JsonObject } from '../../json/jsonValue';
import type { Place } from '../parts/place';
import { numberedRun, type UnnumberedStep } from '../parts/stepList';

/** Commands that SWE-agent brings along; all else that stands in `action` is for the shell. */
const COMMANDS = new Set(
  (
    'open goto scroll_up scroll_down create edit insert append search_dir search_file find_file submit ' +
    'str_replace_editor str_replace_based_edit_tool view_image filemap exit_forfeit'
  ).split(' '),
);

/** Whether this is a trajectory of SWE-agent. */
export function looksLikeSweAgent(value: JsonObject): boolean {
  return Array.isArray(value['trajectory']);
}

/** A trajectory of SWE-agent (`.traj`): one step for each item of `trajectory` that is an object. */
export function sweAgentRun(value: JsonObject, { name, file }: Place): RecordedRun {
  const items = value['trajectory'] as readonly unknown[];
  const run = numberedRun(name, file, items.filter(isObject).map(toStep));
  const history = Array.isArray(value['history']) ? value['history'].filter(isObject) : [];
  return withAsked(run, firstAsked(history.filter(isUsers).map(({ content }) => content)));
}

/** Not the demonstration that an agent may be shown before. */
function isUsers({ role, is_demo: isDemo }: JsonObject): boolean {
  return role === 'user' && isDemo !== true;
}

function toStep({ action, observation, thought, response }: JsonObject): UnnumberedStep {
  const said = contentText(thought) || contentText(response);
  const asked = textOf(action).trim();
  if (asked === '') return { tool: '', args: '', result: '', thought: said };
  const [, command = '', rest = ''] = /^(\S+)\s*([^]*)$/.exec(asked) ?? [];
  const call = COMMANDS.has(command)
    ? { tool: command, args: rest }
    : { tool: 'bash', args: asked };
  return { ...call, result: contentText(observation), thought: said };
}
