import type { EventData } from '../../model/events/devsEvent';
import type { LandingProgress, ShownLanding } from '../../model/task/landingProgress';
import { countOf } from '../../text/count';
import { shortOrdinal } from '../../text/ordinal';
import { shortName } from '../../text/truncate';

const SHORT_COMMIT = 8;
/** The status of a task whose verified work lands or waits for that. */
export function landingStatus({ kind }: ShownLanding): string {
  return kind === 'waits' ? 'Waiting to land' : 'Landing';
}

/** What its status leaves out: "2nd, after “Fix the parser”", "verifying the merged files"; '' for nothing. */
export function landingDetail(landing: ShownLanding): string {
  switch (landing.kind) {
    case 'waits':
      return detailOfWait(landing.place, `“${shortName(landing.after.title)}”`);
    case 'verifies':
      return VERIFIES;
    case 'lands':
      return '';
    default:
      return landing satisfies never;
  }
}

/** Both: "Waiting to land (2nd, after “Fix the parser”)", "Landing: verifying the merged files", "Landing". */
export function describeLandingNow(landing: ShownLanding): string {
  const [status, detail] = [landingStatus(landing), landingDetail(landing)];
  if (detail === '') return status;
  return landing.kind === 'waits' ? `${status} (${detail})` : `${status}: ${detail}`;
}

/** The same in the lines of a run, which name tasks by their ids: "waits to land (2nd, after fix)", "lands". */
export function describeLandingPhase(landing: LandingProgress): string {
  switch (landing.kind) {
    case 'waits': {
      const before = shortName(landing.after.at(-1) ?? '');
      return `waits to land (${detailOfWait(landing.after.length + 1, before)})`;
    }
    case 'verifies':
      return `lands: ${VERIFIES}`;
    case 'lands':
      return 'lands';
    default:
      return landing satisfies never;
  }
}

const VERIFIES = 'verifying the merged files';

function detailOfWait(place: number, before: string): string {
  return `${shortOrdinal(place)}, after ${before}`;
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
