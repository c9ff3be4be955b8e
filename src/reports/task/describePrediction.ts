import type { PausePrediction } from '../../model/report/pausePrediction';

/** From this share on a pause is likely. */
const LIKELY = 2 / 3;
/** Below this share it is unlikely. */
const UNLIKELY = 1 / 3;

/** "likely to pause: 7 of 10 similar tasks did; same failure 2 times, no new best for 3 turns". */
export function describePrediction({
  tasks,
  paused,
  probability,
  reasons,
}: PausePrediction): string {
  const terms = reasons.map(({ text }) => text).join(', ');
  const did = `${paused === 0 ? 'none' : paused} of ${tasks} similar tasks did`;
  return `${nameChance(probability)}: ${did}${terms === '' ? '' : `; ${terms}`}`;
}

/** Whether the prediction is worth a line of its own where every turn has one. */
export function isWorthTelling({ probability }: PausePrediction): boolean {
  return probability >= UNLIKELY;
}

function nameChance(probability: number): string {
  if (probability >= LIKELY) return 'likely to pause';
  return probability >= UNLIKELY ? 'may pause' : 'unlikely to pause';
}
