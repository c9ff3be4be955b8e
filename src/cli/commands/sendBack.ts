import path from 'node:path';
import type { TaskReview } from '../../app/api/answers';
import type { CommentDraft } from '../../app/api/requests';
import { failed, type Outcome } from '../terminal/outcome';
import type { CommandContext } from './shared/commandContext';
import { currentFolder, namedPaths } from './shared/namedPaths';
import { readComment } from './shared/parseComment';
import { readSeen, type TurnOption } from './shared/readSeen';
import { findTask, readWorkspace } from './shared/readWorkspace';
import { toOutcome } from './toOutcome';

/** What a change is sent back with, as it was typed. */
export interface SendBackOptions extends TurnOption {
  readonly comment?: readonly string[];
}

/** `devs send-back <task> [text…] --comment file:line:text`: the next turn's prompt has it. */
export async function sendBack(
  context: CommandContext,
  { taskId, words }: { readonly taskId: string; readonly words: readonly string[] },
  options: SendBackOptions,
): Promise<Outcome> {
  const { app } = context;
  const named = readSeen(options);
  if (!named.ok) return named;
  const task = await findTask(context, taskId);
  if (!task.ok) return task;
  const review = await app.review(taskId);
  if (!review.ok) return failed(review.message);
  const comments: CommentDraft[] = [];
  for (const typed of options.comment ?? []) {
    const readings = readComment(typed);
    if (readings.length === 0) return failed(describeWrong(typed));
    comments.push(...chooseReading(context, review.review, readings));
  }
  const text = words.join(' ').trim();
  const answer = await app.sendBack(taskId, {
    // The lines were looked up in this change.
    turn: named.seen.turn ?? review.review.turn,
    ...(text !== '' && { text }),
    ...(comments.length > 0 && { comments }),
  });
  const now = await readWorkspace(context);
  const goesOn = answer.ok && now.ok && now.value.holder === undefined;
  return toOutcome(answer, goesOn ? 'Continue with `devs run`.' : '');
}

/** The reading whose file is in the change, as seen from the workspace or the current folder; else the first. */
function chooseReading(
  { workspaceDir, host }: CommandContext,
  { files }: TaskReview,
  readings: readonly CommentDraft[],
): readonly CommentDraft[] {
  const paths = new Set(files.map((file) => file.path));
  const places = { workspaceDir, cwd: currentFolder(host) };
  for (const reading of readings) {
    const found = namedPaths(reading.path, places).find((each) => paths.has(each));
    if (found !== undefined) return [{ ...reading, path: found }];
  }
  return readings.slice(0, 1);
}

function describeWrong(typed: string): string {
  const near = path.basename(typed.split(':')[0] ?? '') || 'src/a.ts';
  return `--comment ${JSON.stringify(typed)}: write it as file:line:text, such as ${JSON.stringify(`${near}:12:Use the helper.`)}.`;
}
