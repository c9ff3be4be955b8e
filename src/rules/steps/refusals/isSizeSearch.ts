/** Refused for a size, a number or a time. */
const SIZE =
  /\b(?:too (?:large|big|long|many|much|small|short|few|high|low|wide|deep)|exceed(?:s|ed|ing)?|over the limit|limit|maximum|minimum|at most|at least|timed? ?out|out of (?:memory|range|bounds))\b/i;
const NUMBER = /\d{1,15}(?:\.\d{1,9})?/g;
/** Characters of the arguments that are read. */
const MAX_READ = 2_000;

/**
 * Whether refused calls, oldest first, look for a size that is accepted: they differ only in numbers, each of
 * which only grows or only shrinks.
 */
export function isSizeSearch(calls: readonly string[], reason: string): boolean {
  if (calls.length < 2 || !SIZE.test(reason)) return false;
  const read = calls.map((args) => args.slice(0, MAX_READ));
  const [words = '', ...others] = read.map((args) => args.replace(NUMBER, '#'));
  if (others.some((each) => each !== words)) return false;
  const [first = [], ...later] = read.map((args) => (args.match(NUMBER) ?? []).map(Number));
  const changes = first.map((_, at) => listSteps([first, ...later].map((each) => each[at] ?? 0)));
  const varied = changes.filter((steps) => steps.some((step) => step !== 0));
  return varied.length > 0 && varied.every((steps) => isOneWay(steps));
}

function listSteps(numbers: readonly number[]): readonly number[] {
  return numbers.slice(1).map((number, at) => Math.sign(number - (numbers[at] ?? 0)));
}

function isOneWay([first, ...others]: readonly number[]): boolean {
  return first !== 0 && others.every((step) => step === first);
}
