/**
 * The smallest whole number from 0 to `most` that fits, found by halving; `most` when none does.
 * `fits` must hold for every number above one for which it holds.
 */
export async function smallestThatFits(
  most: number,
  fits: (count: number) => Promise<boolean>,
): Promise<number> {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (await fits(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
