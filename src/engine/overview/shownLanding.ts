import type { DevsConfig } from '../../model/config/config';
import type { LandingProgress, ShownLanding } from '../../model/task/landingProgress';
import { taskIndex } from '../scheduling/taskIndex';

/** How a landing stands, with the title of the task before it; one that `devs.yaml` no longer has is named by its id. */
export function shownLanding(config: DevsConfig, landing: LandingProgress): ShownLanding {
  if (landing.kind !== 'waits') return landing;
  const id = landing.after.at(-1) ?? '';
  const title = taskIndex(config).task(id)?.title ?? id;
  return { kind: 'waits', place: landing.after.length + 1, after: { id, title } };
}
