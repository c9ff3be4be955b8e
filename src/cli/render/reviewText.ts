import { describePlace } from '../../model/review/describePlace';
import { isOpen, type ReviewComment } from '../../model/review/reviewComment';
import type { TaskReview } from '../../model/review/taskReview';
import { describeDoubtfulPass } from '../../reports/pause/doubtfulPass';
import { describeSize } from '../../reports/review/describeReview';
import { describeKind, placeLines, type DiffedFile } from '../../reports/review/reviewDiff';
import { resumeStep, reviewSteps } from '../../reports/task/nextStep';
import { printable, printableLine, printablePath, printableWhole } from '../terminal/printable';
import type { Style } from '../terminal/style';
import { doubtLines } from './doubtfulPassText';
import { paintDiffLine } from './paintDiffLine';
import { stepSentences } from './pauseParts';
import { titled } from './titled';

/** A change that waits for a review, with its diff, the open comments at their lines, and what was said before. */
export function reviewText(review: TaskReview, files: readonly DiffedFile[], style: Style): string {
  const { taskId, pausedTask, turn, size, comments } = review;
  const open = comments.filter(isOpen);
  const { accept, discard } = reviewSteps(pausedTask, { turn });
  const lines = [
    style.bold(`The change of ${taskId} waits for your review`) +
      style.dim(`  turn ${turn}: ${describeSize(size)}`),
    ...doubtSection(review, style),
    ...files.flatMap((file) => ['', ...fileLines(file, open, style)]),
    ...sentBackLines(
      comments.filter((comment) => !isOpen(comment)),
      style,
    ),
    '',
    ...stepSentences([
      accept,
      resumeStep({
        ...{ id: pausedTask, status: 'PAUSED_FOR_INTERVENTION', reason: 'REVIEW' },
        seen: { turn },
      }),
      discard,
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

/** Why the pass is doubtful; the diff of its tests is a part of the change. */
function doubtSection({ doubtfulPass }: TaskReview, style: Style): readonly string[] {
  if (doubtfulPass === undefined) return [];
  const lines = doubtLines(describeDoubtfulPass(doubtfulPass), style);
  return titled('Why the pass is doubtful', lines, style);
}

function fileLines(
  file: DiffedFile,
  open: readonly ReviewComment[],
  style: Style,
): readonly string[] {
  const { path, patch, note } = file;
  const kind = describeKind(file);
  const own = open.filter(({ place }) => place?.path === path);
  const shown = new Set<ReviewComment>();
  const rows =
    note === undefined
      ? placeLines(patch).flatMap(({ text, line }) => {
          const here = own.filter(({ place }) => (place?.endLine ?? place?.line) === line);
          for (const comment of here) shown.add(comment);
          return [
            paintDiffLine(printableWhole(text), style),
            ...here.flatMap((comment) => commentLines(comment, style)),
          ];
        })
      : [style.dim(`File ${printablePath(path)} differs (${note})`)];
  const others = own.filter((comment) => !shown.has(comment));
  const about = kind === '' ? [] : [style.yellow(`File ${printablePath(path)} ${kind}`)];
  return [...about, ...rows, ...others.flatMap((comment) => placedLines(comment, style))];
}

/** A comment below its line. */
function commentLines({ text }: ReviewComment, style: Style): readonly string[] {
  return printable(text)
    .split('\n')
    .map((line) => style.yellow(`  ┃ ${line}`));
}

/** A comment with its place. */
function placedLines(comment: ReviewComment, style: Style): readonly string[] {
  const { place } = comment;
  if (place === undefined) return commentLines(comment, style);
  const quoted = place.lines.split('\n').map((line) => style.dim(`> ${printableWhole(line)}`));
  return [printableLine(describePlace(place)), ...quoted, ...commentLines(comment, style)];
}

function sentBackLines(comments: readonly ReviewComment[], style: Style): readonly string[] {
  const turns = [...new Set(comments.flatMap(({ sentBack }) => sentBack ?? []))];
  return turns.flatMap((turn) =>
    titled(
      `Comments sent back after turn ${turn}`,
      comments
        .filter(({ sentBack }) => sentBack === turn)
        .flatMap((comment) => placedLines(comment, style)),
      style,
    ),
  );
}
