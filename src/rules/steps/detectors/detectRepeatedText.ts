import { MAX_EVIDENCE } from '../../../model/steps/step';
import { copyStart } from '../text/copyStart';
import { areSimilarCalls } from '../text/areSimilarCalls';
import { findRepeatedEnd } from '../text/findRepeatedEnd';
import { toQuote } from '../text/toQuote';
import { isTextOrPlan } from '../calls/observedStep';
import { toTextPlace } from '../findings/toPlace';
import type { StepDetector } from './stepDetector';
import { toWords, type Words } from '../text/toWords';

/**
 * Minimum number of consecutive repetitions of a piece within one text: a model that cannot stop.
 */
const MIN_PIECES = 10;
/** Characters read from the end of a text. */
const MAX_READ = 2_000;
/** Characters of a text that are compared with the previous one. */
const MAX_COMPARED = 4_000;

/**
 * Detects text that an agent repeats without any call in between, or a text that repeats a piece of
 * itself.
 */
export function detectRepeatedText(limit: number): StepDetector {
  let last: Words | undefined;
  let steps: number[] = [];
  let degenerate: number[] = [];
  return {
    name: 'repeated text',
    observe(observed) {
      const { step } = observed;
      const piece = findRepeatedEnd(step.thought.slice(-MAX_READ), MIN_PIECES);
      if (piece === undefined) {
        if (degenerate.length > 0) degenerate = [];
      } else {
        degenerate = [...degenerate, step.number].slice(-MAX_EVIDENCE);
        const [evidence, said] = [degenerate, toQuote(piece)];
        return {
          ...{ count: limit, limit, evidence: () => evidence },
          places: () => [toTextPlace(piece, 'repeated piece')],
          message: () =>
            `the same piece of text ${MIN_PIECES} times or more within one step: ${said}`,
        };
      }
      // Recording a plan between the same texts is no action.
      if (step.tool !== '' && isTextOrPlan(observed)) return undefined;
      if (step.tool !== '') {
        if (last !== undefined) [last, steps] = [undefined, []];
        return undefined;
      }
      const words = toWords(`${step.thought} ${step.result}`.slice(0, MAX_COMPARED));
      const isSame = words.count > 0 && last !== undefined && areSimilarCalls(last, words);
      steps = isSame ? [...steps, step.number].slice(-MAX_EVIDENCE) : [step.number];
      last = words.count === 0 ? undefined : words;
      if (!isSame) return undefined;
      const text = copyStart(step.thought || step.result, MAX_READ);
      const [evidence, said] = [steps, toQuote(text)];
      return {
        ...{ count: evidence.length, limit, evidence: () => evidence },
        places: () => [toTextPlace(text)],
        message: () => `the agent said the same ${evidence.length} times in a row: ${said}`,
      };
    },
  };
}
