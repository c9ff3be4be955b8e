import type { StreamCoverage } from '../../src/model/steps/streamCoverage';

/** What is counted of a stream of which nothing was an event. */
export const NO_EVENTS: StreamCoverage = {
  ...{ lines: 0, events: 0, unknown: 0, unknownKinds: [], steps: 0, hasAnswer: false },
};

/** What is counted of a stream that is understood throughout. */
export const READ: StreamCoverage = {
  ...NO_EVENTS,
  lines: 20,
  events: 20,
  steps: 8,
  hasAnswer: true,
};
