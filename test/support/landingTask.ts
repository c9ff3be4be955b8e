import type { ShownLanding } from '../../src/model/task/landingProgress';

/** The landing of a task that waits for another one. */
export const WAITS_TO_LAND: ShownLanding = {
  kind: 'waits',
  place: 2,
  after: { id: 'parser', title: 'Fix the parser' },
};
