import type { TimelineStep } from '../../../model/steps/replayedRun';
import type { Style } from '../../terminal/style';

/** Sign and colour of a call. */
export interface GroupMark {
  readonly sign: string;
  readonly paint: (text: string) => string;
}

/** Signs of calls, in the order in which they are given out; the rest share the last one. */
const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+';

/**
 * One sign and colour for each call that a run repeats: first those that prove something, then the most
 * frequent ones.
 */
export function groupMarks(
  timeline: readonly TimelineStep[],
  proving: ReadonlySet<number>,
  style: Style,
): ReadonlyMap<number, GroupMark> {
  const weights = new Map<number, number>();
  for (const { group, number } of timeline) {
    if (group === undefined) continue;
    const weight = proving.has(number) ? PROOF : 1;
    weights.set(group, (weights.get(group) ?? 0) + weight);
  }
  const paints = [
    style.cyan,
    style.magenta,
    style.green,
    style.blue,
    style.cyanBright,
    style.magentaBright,
    style.greenBright,
    style.blueBright,
  ];
  const heaviest = [...weights].sort(([, one], [, other]) => other - one);
  return new Map(
    heaviest.map(([group], rank) => [
      group,
      {
        sign: SIGNS.charAt(Math.min(rank, SIGNS.length - 1)),
        paint: paints[rank % paints.length] ?? style.cyan,
      },
    ]),
  );
}

/** More than a run can have steps. */
const PROOF = 1e9;
