import type { ChangeSize, TaskReview } from '../../model/review/taskReview';
import { describeDoubts } from '../../rules/doubt/describeDoubts';
import { countOf, groupThousands } from '../../text/count';

/** "3 files changed, +40 −2"; of binary files alone "1 file changed". */
export function describeSize({ files, added, deleted }: ChangeSize): string {
  const lines = [
    ...(added > 0 ? [`+${groupThousands(added)}`] : []),
    ...(deleted > 0 ? [`−${groupThousands(deleted)}`] : []),
  ];
  const changed = `${countOf(files, 'file')} changed`;
  return lines.length === 0 ? changed : `${changed}, ${lines.join(' ')}`;
}

/** Why a task waits, a clause. */
export function describeWait(size: ChangeSize): string {
  return `waits for your review: ${describeSize(size)}`;
}

/** What makes the pass of a reviewed change doubtful, a sentence; '' for a proved one. */
export function describeDoubt(pass: TaskReview['doubtfulPass']): string {
  if (pass === undefined) return '';
  return `The verification passed, but that proves nothing: ${describeDoubts(pass.doubts)}.`;
}
