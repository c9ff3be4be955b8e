import { createStepWatch } from '../../../../../src/rules/steps/watch/stepWatch';
import type { Step } from '../../../../../src/model/steps/step';
import { BUILT_IN_LIMITS } from '../../../../../src/model/config/limits';

/** Arguments as agents print them. */
const toArgs = (fields: Readonly<Record<string, unknown>>): string => JSON.stringify(fields);

/** Steps of one call after another, by number. */
const hostile: readonly (readonly [what: string, count: number, (at: number) => Partial<Step>])[] =
  [
    [
      'a script of `sed` that begins with blanks',
      2,
      (at) => ({
        tool: 'bash',
        args: toArgs({ command: `sed -i '${' '.repeat(60_000)}${at}' a` }),
      }),
    ],
    [
      'the path of an edit with many blanks, and commands that may restore it',
      4,
      (at) =>
        at % 2 === 0
          ? {
              tool: 'edit',
              args: toArgs({ path: `${'a '.repeat(30_000)}/`, old: 'a', new: `${at}` }),
            }
          : { tool: 'bash', args: toArgs({ command: `rm -f x${at}` }) },
    ],
    [
      'the path of an edit with many brackets, added to again and again',
      4,
      () => ({
        tool: 'insert',
        args: toArgs({
          path: '[['.repeat(30_000),
          insert_line: 3,
          text: 'const total = 0;\nsum();',
        }),
        result: '4\tconst total = 0;\n5\tsum();',
      }),
    ],
    [
      'arguments with one long word, refused again and again',
      60,
      (at) => ({
        tool: 'query',
        args: toArgs({ at: 'a/b', data: `${'0123456789abcdef'.repeat(240)}${at}` }),
        result: `Error: the column colour${at} does not take this value`,
      }),
    ],
  ];

describe('a watch over steps takes time linear in the length of', () => {
  for (const [what, count, toStep] of hostile)
    it(what, () => {
      const watch = createStepWatch(BUILT_IN_LIMITS, false);
      const steps = Array.from({ length: count }, (_, at) => toStep(at));
      for (const [at, step] of steps.entries())
        watch.observe({ number: at + 1, tool: '', args: '', result: '', thought: '', ...step });
    }).timeout(2_000);
});
