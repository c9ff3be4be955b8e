/** How a rewind is told: one wording for everybody who shows it. */
export { describeKept, describeStep, describeSummary } from '../../rules/rewind/describeRewind';
export { describeRepository } from '../../rules/rewind/describeRepository';
