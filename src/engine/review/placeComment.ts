import type { CommentDraft, ReviewComment } from '../../model/review/reviewComment';
import type { ReviewedFile } from '../../model/review/taskReview';
import type { Worktrees } from '../../ports/worktrees';
import { countOf } from '../../text/count';
import { decodeText } from '../../text/decodeText';
import { findNearestName } from '../../text/findNearestName';
import { listSome } from '../../text/list';
import { shortName } from '../../text/truncate';
import type { WaitingReview } from './findReview';

/** Longest text of a comment, in characters. */
const MAX_COMMENT = 8_000;
/** Longest text of lines that is kept with a comment, in characters. */
const MAX_QUOTED = 2_000;
/** Paths that a refusal names. */
const MAX_NAMED = 10;

/** A comment on lines that are there, before it has an id. */
export type PlacedComment = Pick<ReviewComment, 'text'> & Required<Pick<ReviewComment, 'place'>>;

export type PlacedResult =
  | { readonly ok: true; readonly comment: PlacedComment }
  | { readonly ok: false; readonly message: string };

/** The reviewed change that comments are checked against. */
export interface CommentedChange {
  readonly taskId: string;
  readonly files: readonly ReviewedFile[];
  /** The lines of a file as the change leaves it, undefined for no text in UTF-8; each file is read once. */
  readonly lines: (path: string) => Promise<readonly string[] | undefined>;
}

/** Reads the change of a review. Throws `StateError`. */
export async function readCommented(
  worktrees: Pick<Worktrees, 'listChange' | 'content'>,
  { taskId, change }: Pick<WaitingReview, 'taskId' | 'change'>,
): Promise<CommentedChange> {
  const read = new Map<string, Promise<readonly string[] | undefined>>();
  const lines = async (path: string): Promise<readonly string[] | undefined> => {
    const content = await worktrees.content(change.commit, path);
    const text = decodeText(content ?? new Uint8Array());
    return text === undefined ? undefined : linesOf(text);
  };
  return {
    ...{ taskId, files: await worktrees.listChange(change) },
    lines: async (path) => {
      const reading = read.get(path) ?? lines(path);
      read.set(path, reading);
      return await reading;
    },
  };
}

/** Finds the lines that a comment is about; refused if they are not in the reviewed change. Throws `StateError`. */
export async function placeComment(
  change: CommentedChange,
  { path: named, line, endLine = line, text }: CommentDraft,
): Promise<PlacedResult> {
  const path = named.replace(/^(?:\.\/)+/, '');
  const problem = textProblem(text);
  if (problem !== undefined) return refuse(problem);
  const file = change.files.find((each) => each.path === path);
  if (file === undefined) return refuse(notInChange(path, change));
  if (file.action === 'deleted')
    return refuse(`${shortName(path)} is deleted by the change, so it has no lines. ${IN_TEXT}`);
  const lines = file.lines && (await change.lines(path));
  if (lines === undefined)
    return refuse(`${shortName(path)} is no text file, so it has no lines. ${IN_TEXT}`);
  if (line < 1 || endLine < line || endLine > lines.length)
    return refuse(noSuchLine({ path, line, endLine }, lines.length));
  const quoted = lines
    .slice(line - 1, endLine)
    .join('\n')
    .slice(0, MAX_QUOTED);
  const place = { path, line, ...(endLine > line && { endLine }), lines: quoted };
  return { ok: true, comment: { place, text: text.trim() } };
}

/** What is wrong with the text of a comment; undefined for nothing. */
export function textProblem(text: string): string | undefined {
  if (text.trim() === '') return 'The comment is empty: write what the agent should do.';
  return text.length > MAX_COMMENT
    ? `The comment is longer than ${MAX_COMMENT} characters; put the details into the task's goal.`
    : undefined;
}

const IN_TEXT = 'Write the comment into the text about the whole change instead.';

function notInChange(path: string, { taskId, files }: CommentedChange): string {
  const paths = files.map((file) => file.path);
  const near = findNearestName(path, paths);
  const guess = near === undefined ? '' : ` Did you mean ${near}?`;
  return `${shortName(path)} is not in the change of ${taskId}, which has ${listSome(paths, MAX_NAMED)}.${guess}`;
}

function noSuchLine(
  { path, line, endLine }: { path: string; line: number; endLine: number },
  count: number,
): string {
  const has = count === 0 ? 'is empty' : `has ${countOf(count, 'line')}`;
  const there = `${shortName(path)} ${has} after the change, so there`;
  if (count === 0) return `${there} is no line ${line}. ${IN_TEXT}`;
  const right = `Name a line from 1 to ${count}.`;
  return endLine === line
    ? `${there} is no line ${line}. ${right}`
    : `${there} are no lines ${line} to ${endLine}. ${right}`;
}

function linesOf(text: string): readonly string[] {
  if (text === '') return [];
  return text.replace(/\r?\n$/, '').split(/\r?\n/);
}

function refuse(message: string): PlacedResult {
  return { ok: false, message };
}
