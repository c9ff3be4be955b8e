import { MAX_EVIDENCE } from '../../../model/steps/step';
import { areAlike } from '../text/alike';
import { period } from '../text/period';
import { cut } from '../shown/quote';
import { isAside } from '../calls/seenStep';
import type { StepDetector } from './stepDetector';
import { wordsOf, type Words } from '../text/words';

/** Times that a piece of one text follows on itself to be a loop: a model that cannot stop. */
const PIECES = 10;
/** Characters of a text's end that are looked at for it. */
const READ = 2_000;
/** Characters of a text that is compared with the one before. */
const COMPARED = 4_000;

/** What an agent only says, without doing anything, again and again; or one text that repeats a piece of itself. */
export function repeatedText(limit: number): StepDetector {
  let last: Words | undefined;
  let steps: number[] = [];
  let degenerate: number[] = [];
  return {
    name: 'repeated text',
    observe(seen) {
      const { step } = seen;
      const piece = period(step.thought.slice(-READ), PIECES);
      if (piece === undefined) {
        if (degenerate.length > 0) degenerate = [];
      } else {
        degenerate = [...degenerate, step.number].slice(-MAX_EVIDENCE);
        const [evidence, said] = [degenerate, cut(piece)];
        return {
          ...{ count: limit, limit, evidence: () => evidence },
          message: () => `the same piece of text ${PIECES} times or more within one step: ${said}`,
        };
      }
      // Who notes a plan between the same words has done nothing else.
      if (step.tool !== '' && isAside(seen)) return undefined;
      if (step.tool !== '') {
        if (last !== undefined) [last, steps] = [undefined, []];
        return undefined;
      }
      const words = wordsOf(`${step.thought} ${step.result}`.slice(0, COMPARED));
      const isSame = words.count > 0 && last !== undefined && areAlike(last, words);
      steps = isSame ? [...steps, step.number].slice(-MAX_EVIDENCE) : [step.number];
      last = words.count === 0 ? undefined : words;
      if (!isSame) return undefined;
      const [evidence, said] = [steps, cut(step.thought || step.result)];
      return {
        ...{ count: evidence.length, limit, evidence: () => evidence },
        message: () => `the agent said the same ${evidence.length} times in a row: ${said}`,
      };
    },
  };
}
