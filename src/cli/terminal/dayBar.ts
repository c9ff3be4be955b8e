/** Characters of the longest bar. */
const WIDTH = 24;

export interface DayTurns {
  readonly turns: number;
  /** Of them, those after the proof of a loop. */
  readonly after: number;
  /** Turns of the longest bar. */
  readonly most: number;
}

/** A bar as long as the day had turns; its light end is what looping cost. Something is never nothing. */
export function dayBar({ turns, after, most }: DayTurns): string {
  if (turns <= 0 || most <= 0) return '';
  const length = Math.max(1, Math.round((Math.min(turns, most) / most) * WIDTH));
  const share = Math.round((Math.min(after, turns) / turns) * length);
  const light = after > 0 ? Math.max(1, share) : 0;
  return '█'.repeat(length - light) + '░'.repeat(light);
}
