import type { StepEvent } from '../../model/steps/step';
import { splitLines } from '../process/lineSplitter';
import { TextBlocks } from './streams/textBlocks';
import { listening } from './listening';
import type { StepFeed } from './stepFeed';

/** Bytes of a line beyond which it is left out: nobody writes such lines for humans. */
const MAX_LINE_BYTES = 256 * 1024;

/** Reads what an agent without events prints: a step for each block of it, and the whole is its reply. */
export function createTextFeed(onStep: ((event: StepEvent) => void) | undefined): StepFeed {
  const tell = listening(onStep);
  const blocks = new TextBlocks();
  const lines = splitLines((line) => blocks.line(line).forEach(tell), MAX_LINE_BYTES);
  return {
    push: (chunk) => lines.push(chunk),
    replyFrom: (stdout) => stdout,
    failure: '',
    ownLimit: undefined,
    denied: [],
  };
}
