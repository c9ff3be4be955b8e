import type { EventData } from '../../model/events/devsEvent';
import { countOf } from '../../text/count';

const SHORT_COMMIT = 8;

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
