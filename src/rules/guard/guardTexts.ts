import type { InTurnLoop } from '../../model/hops/hop';
import { ENDED, REFUSED, STOPPED } from '../../model/guard/refusalTexts';
import { withFullStop } from '../../text/sentence';
import { visibleLine } from '../../text/visibleText';
import { quoteLoop } from '../prompts/loopFact';
import { PIVOT_ADVICE } from '../prompts/pivotDirective';

/** Maximum length of a message in one of these texts, in characters. */
const MAX_MESSAGE = 400;

/** One sentence for an agent that may be in a loop. `message`: a sentence without a full stop. */
export function describeSuspicion(message: string): string {
  const found = visibleLine(message, MAX_MESSAGE);
  return `Devs watches this session for loops and sees a repetition: ${found}; find out why before you try it again.`;
}

/** Why a call is refused: the loop as data, and how to get out of it. */
export function describeRefusal({ message, loop }: FoundLoop): string {
  const fact =
    loop === undefined ? withFullStop(visibleLine(message, MAX_MESSAGE)) : quoteLoop(loop);
  return [REFUSED, fact, PIVOT_ADVICE, AGAIN].join('\n');
}

/** Why a turn ends, for the user of the agent. `session`: the id of the session. */
export function describeEnd({ message, advice }: FoundLoop, session: string): string {
  const found = withFullStop(visibleLine(message, MAX_MESSAGE));
  return [`${ENDED} ${found}`, advice, howToGoOn(session)].filter((part) => part !== '').join(' ');
}

/** The advice for the user of a session, which takes prompts and no hints. */
export function adviseUser(advice: string): string {
  return advice.replace(QUOTE_OR_HINT, (found, quote?: string) =>
    quote === undefined
      ? found.replace('a hint', found.startsWith('in') ? 'your next prompt' : 'another prompt')
      : found,
  );
}

/** What is quoted, and what speaks of a hint. */
const QUOTE_OR_HINT = /(`[^`]*`)|\bin a hint\b|\ba hint does not\b/g;

/** Why a call is refused after the turn was ended, or in place of its end. */
export function describeStopped({ message }: FoundLoop): string {
  return `${STOPPED} ${withFullStop(visibleLine(message, MAX_MESSAGE))} ${STOP_NOW}`;
}

/** Rounds without new work, as a sentence that begins with a small letter and has no full stop. */
export function describeIdleRounds(count: number): string {
  return `the agent was started ${count} times in a row and did nothing that it had not done before`;
}

/** What these texts say of a loop. */
interface FoundLoop {
  readonly message: string;
  readonly advice: string;
  readonly loop?: InTurnLoop;
}

const AGAIN = 'If this call belongs to a new approach, make it again: it will run.';
const STOP_NOW = 'Make no more calls; tell the user what you tried and what stands in the way.';

function howToGoOn(session: string): string {
  return `To go on, say what it should do differently; \`devs sessions\` shows the steps and what to do if this was no loop, \`devs rewind ${session}\` restores the files.`;
}
