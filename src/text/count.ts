/** A count with its noun: "1 turn", "1,200 turns". `many` is the plural where it is not the noun with an `s`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${groupThousands(count)} ${count === 1 ? one : many}`;
}

/** A number with its thousands apart: "12,345". */
export function groupThousands(value: number): string {
  return value.toLocaleString('en-US');
}
