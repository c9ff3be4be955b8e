/** How a rewind is told: one wording for everybody who shows it. */
export { describeKept, describeStep, describeSummary } from '../recovery/rewind/describeRewind';
export { describeRepository } from '../recovery/rewind/describeRepository';
