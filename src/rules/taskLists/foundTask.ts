import type { NewTask } from '../../model/task/newTask';
import type { GithubIssue } from '../../model/task/taskSource';
import { removeInvisible } from '../../text/invisible';
import { oneLine } from '../../text/oneLine';
import { truncate } from '../../text/truncate';
import type { ListedTask } from './listedTask';
import { writePlace } from './listPlace';
import { withoutComments } from './withoutComments';

/** Longest title and goal of a task that was found, in characters; the place or link follows the goal. */
export const MAX_FOUND_TITLE = 200;
export const MAX_FOUND_GOAL = 16_000;

/** A task that was found, without an id. */
export interface FoundTask extends Pick<NewTask, 'title' | 'goal' | 'priority' | 'link'> {
  /** Name of the file that it stands in; absent for one from elsewhere. */
  readonly file?: string;
  /** Whether its goal was cut. */
  readonly isCut: boolean;
}

/** The task of a GitHub issue. */
export function taskOfIssue({ title: written, body, url }: GithubIssue): FoundTask {
  const title = toTitle(written) || url;
  const { goal, isCut } = toGoal(body.trim() === '' ? title : body, title, `The rest is at ${url}`);
  return { title, goal, isCut, link: url };
}

/** The task of an item of a list; `file` is the name of its file, absent for a text of a human. */
export function taskOfItem(item: ListedTask, file?: string): FoundTask {
  const title = toTitle(item.title) || `Item in line ${item.line}`;
  const place = file === undefined ? undefined : { file: toLine(file), line: item.line };
  const rest = place === undefined ? '' : `The rest is in ${place.file}, line ${place.line}`;
  const { goal, isCut } = toGoal(`${item.text}\n\n${item.details}`, title, rest);
  const from = place === undefined ? '' : `\n\n${writePlace(place, item.under.map(toTitle))}`;
  return {
    ...{ title, goal: `${goal}${from}`, isCut },
    ...(item.priority !== undefined && { priority: item.priority }),
    ...(place !== undefined && { file: place.file }),
  };
}

/** The text, without what nobody sees; the title where nothing is left. A cut one says where the rest is. */
function toGoal(
  markdown: string,
  title: string,
  rest: string,
): { readonly goal: string; readonly isCut: boolean } {
  const goal = removeInvisible(withoutComments(removeInvisible(markdown))).trim() || title;
  if (goal.length <= MAX_FOUND_GOAL) return { goal, isCut: false };
  const more = rest === '' ? '' : `\n\n(Cut here. ${rest}.)`;
  return { goal: `${truncate(goal, MAX_FOUND_GOAL)}${more}`, isCut: true };
}

function toTitle(text: string): string {
  return truncate(toLine(text), MAX_FOUND_TITLE);
}

function toLine(text: string): string {
  return oneLine(removeInvisible(text));
}
