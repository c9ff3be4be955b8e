import type { StepEvent } from '../../../model/steps/step';
import { splitLines } from '../../process/lineSplitter';
import { TextBlocks } from '../streams/textBlocks';
import { guardListener } from '../turn/guardListener';
import type { StepFeed } from '../turn/stepFeed';

/** Longest line that is read, in bytes; longer lines are left out. */
const MAX_LINE_BYTES = 256 * 1024;

/** Reads the output of an agent without events: one step per block; the whole output is its reply. */
export function createTextFeed(onStep: ((event: StepEvent) => void) | undefined): StepFeed {
  const emit = guardListener(onStep);
  const blocks = new TextBlocks();
  const lines = splitLines((line) => blocks.addLine(line).forEach(emit), MAX_LINE_BYTES);
  return {
    push: (chunk) => lines.push(chunk),
    replyFrom: (stdout) => stdout,
    failure: '',
    ownLimit: undefined,
    denied: [],
  };
}
