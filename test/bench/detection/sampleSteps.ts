import type { Step } from '../../../src/model/steps/step';

/** Steps after which the kinds of `sampleStep` come round again. */
export const ROUND = 10;
/** Steps that one sub-agent takes. */
const THREAD = 500;

/**
 * Step `number` of a run without an end: it reads, searches, edits, tests, waits and speaks, as long as agents'
 * steps are on average, and hardly ever says the same twice.
 */
export function sampleStep(number: number): Step {
  const name = `module-${number % 977}/part-${number}`;
  const thread =
    number % (3 * THREAD) < THREAD ? { thread: `agent-${Math.floor(number / THREAD)}` } : {};
  const thought =
    `I look at ${name} next, because the caller of it may hand over a wrong value. `.repeat(6);
  return { number, thought, ...callOf(number, name), ...thread };
}

function callOf(number: number, name: string): Pick<Step, 'tool' | 'args' | 'result' | 'error'> {
  switch (number % ROUND) {
    case 0:
      return { tool: '', args: '', result: '' };
    case 1:
    case 2:
    case 3:
      return {
        tool: 'Read',
        args: json({ file_path: `/home/dev/shop/${name}.ts` }),
        result: source(name),
      };
    case 4:
      return { tool: 'Grep', args: json({ pattern: name, path: 'src' }), result: matches(number) };
    case 5:
    case 6:
      return {
        tool: 'Edit',
        args: edit(name, number),
        result: `The file ${name}.ts has been updated.`,
      };
    case 7:
      return {
        tool: 'BashOutput',
        args: json({ id: 'server' }),
        result: `${number} requests served`,
      };
    default:
      return {
        tool: 'Bash',
        args: json({ command: 'npm test' }),
        result: failingTests(number),
        error: true,
      };
  }
}

function source(name: string): string {
  return Array.from(
    { length: 30 },
    (_, line) => `${line + 1}\texport const value${line} = read('${name}', ${line});`,
  ).join('\n');
}

function matches(number: number): string {
  return Array.from(
    { length: 20 },
    (_, line) => `src/file-${number}-${line}.ts:${line}: of it`,
  ).join('\n');
}

function edit(name: string, number: number): string {
  return json({
    file_path: `/home/dev/shop/${name}.ts`,
    old_string: `  return total(${number});\n`.repeat(4),
    new_string: `  return total(${number} + 1);\n`.repeat(4),
  });
}

function failingTests(number: number): string {
  const lines = Array.from(
    { length: 20 },
    (_, line) => `    at Context.<anonymous> (test/total-${number}.test.ts:${line * 7}:13)`,
  );
  return [
    `  ${number % 7} failing`,
    `AssertionError: expected ${number} to equal 200`,
    ...lines,
  ].join('\n');
}

const json = (value: object): string => JSON.stringify(value);
