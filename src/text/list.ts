import { shortName } from './truncate';

/** The most numbers, or runs of numbers, that a sentence names one by one. */
const MAX_NAMED = 8;
/** Runs of numbers this long are written as one: "3–6". */
const SHORTEST_RUN = 4;

/** "a", "a and b", "a, b and c"; '' for none. */
export function enumerate(items: readonly string[]): string {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`;
}

/** The first `most` items, long ones truncated, and how many there are besides: "a, b and 3 more"; '' for none. */
export function listSome(items: readonly string[], most: number): string {
  return listWithRest(items.slice(0, most).map(shortName), items.length - most);
}

/** Items, and how many there are besides: "a, b and 3 more"; without any besides "a, b". */
export function listWithRest(shown: readonly string[], left: number): string {
  return left > 0 ? `${shown.join(', ')} and ${left} more` : shown.join(', ');
}

/**
 * Numbered things by their ascending numbers: "turn 3", "turns 1, 2 and 5", "turns 1–6 and 9", "26 turns
 * from 1 to 50" where there are too many to name; '' for none.
 */
export function nameNumbers(noun: string, numbers: readonly number[]): string {
  const [first] = numbers;
  if (first === undefined) return '';
  if (numbers.length === 1) return `${noun} ${first}`;
  const names = runsOf(numbers).flatMap((run) =>
    run.length < SHORTEST_RUN ? run.map(String) : [`${run[0]}–${run.at(-1)}`],
  );
  return names.length > MAX_NAMED
    ? `${numbers.length} ${noun}s from ${first} to ${numbers.at(-1)}`
    : `${noun}s ${enumerate(names)}`;
}

function runsOf(numbers: readonly number[]): readonly (readonly number[])[] {
  const runs: number[][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run?.at(-1) === number - 1) run.push(number);
    else runs.push([number]);
  }
  return runs;
}
