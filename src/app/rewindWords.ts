/** How a rewind is told: one wording for everybody who shows it. */
export {
  describeKept,
  describeReason,
  describeStep,
  describeSummary,
} from '../recovery/rewind/describeRewind';
export { describeRepository } from '../recovery/rewind/describeRepository';
