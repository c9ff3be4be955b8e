import type { EventData } from '../../model/events/devsEvent';
import { countOf } from '../../text/count';
import { listSome } from '../../text/list';

const SHORT_COMMIT = 8;
/** Tasks that are named of those that land before. */
const MAX_NAMED = 3;

/** "lands", or "waits to land after fix, add-users", of a task whose work is verified; `after`: the tasks that land before it. */
export function describeLandingPlace(after: readonly string[]): string {
  return after.length === 0 ? 'lands' : `waits to land after ${listSome(after, MAX_NAMED)}`;
}

/** Where the work of a task landed, without a full stop: "landed in the workspace: 3 files". */
export function describeLanding({ mode, files, commit, branch }: EventData<'task_landed'>): string {
  const count = countOf(files, 'file');
  const short = commit?.slice(0, SHORT_COMMIT) ?? '';
  switch (mode) {
    case 'files':
      return `landed in the workspace: ${count}`;
    case 'commit':
      return `landed in the workspace as commit ${short}: ${count}`;
    case 'branch':
      return `landed on the branch ${branch} as commit ${short}: ${count}`;
    default:
      return mode satisfies never;
  }
}
