import type { ChangeSize } from '../../model/review/taskReview';
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
