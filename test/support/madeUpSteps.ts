import { createStepWatch } from '../../src/rules/steps/watch/stepWatch';
import { BUILT_IN_LIMITS } from '../../src/model/config/limits';
import type { Step, StepVerdict } from '../../src/model/steps/step';

/** A step that is made up for a test; of the shell unless it says otherwise. */
export type MadeUpStep = Partial<Step> & Pick<Step, 'args'>;

/** What is found in a run with the limits that hold unless somebody sets others; its steps are numbered from 1. */
export function verdictsOf(run: readonly MadeUpStep[]): readonly StepVerdict[] {
  const watch = createStepWatch(BUILT_IN_LIMITS);
  return run.flatMap((told, at) =>
    watch.observe({ number: at + 1, tool: 'Bash', result: '', thought: '', ...told }),
  );
}

/** Number of the first step after which a run is a loop; undefined where it never is. */
export function stuckAt(run: readonly MadeUpStep[]): number | undefined {
  return verdictsOf(run).find(({ level }) => level === 'stuck')?.step;
}

export function command(line: string): string {
  return JSON.stringify({ command: line });
}

/** Replaces text in a file, and worked. */
export function edit(before: string, after: string, file = '/a/cart.ts'): MadeUpStep {
  return {
    tool: 'Edit',
    args: JSON.stringify({ file_path: file, old_string: before, new_string: after }),
    result: `The file ${file} has been updated.`,
  };
}

export function read(file: string, result = `export const ${file} = 1;`): MadeUpStep {
  return { tool: 'Read', args: JSON.stringify({ file_path: `/a/${file}.ts` }), result };
}

export function times(
  count: number,
  step: (i: number) => MadeUpStep | readonly MadeUpStep[],
): readonly MadeUpStep[] {
  return Array.from({ length: count }, (_, i) => step(i)).flat();
}

/** What a check says that fails by a mistake in the code. */
export const FAILING = { result: 'Exit code 1\nTypeError: cents is not a function', error: true };
