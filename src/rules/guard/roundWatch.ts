import type { Step } from '../../model/steps/step';
import { RecentMap } from '../steps/memory/recentMap';
import { readStepEffect } from '../steps/effects/readStepEffect';
import { areSimilarCalls } from '../steps/text/areSimilarCalls';
import { parseArgs, toTextKey } from '../steps/text/parseArgs';
import { maskVolatile } from '../steps/text/maskVolatile';
import { toWords, type Words } from '../steps/text/toWords';

/** Rounds in a row without new work that are a loop. */
export const IDLE_ROUNDS = 3;
/** A prompt that comes sooner after what the agent did last is a program's, in ms: a person reads first. */
const AUTOMATIC_MS = 5_000;
/** Steps, prompts that are remembered, the newest. */
const MAX_KNOWN = 4_096;
const MAX_PROMPTS = 64;
/** Characters of a text that are compared, its end. */
const MAX_COMPARED = 8_192;

/**
 * Counts rounds without new work: a goal loop, a stop hook or "continue" has the agent start once more, and all that it
 * does has been done before, with the same result. A round extends from a prompt or a stop to the next stop. One that
 * a new prompt began is never without new work. In bounded memory.
 */
export class RoundWatch {
  /** Rounds in a row without new work. */
  idle = 0;
  /** As many came before the newest prompt, which a hook may have given. */
  private idleBefore = 0;
  private readonly known = new RecentMap<true>(MAX_KNOWN);
  private readonly prompts = new RecentMap<true>(MAX_PROMPTS);
  private lastText: Words | undefined;
  private lastPrompt: Words | undefined;
  /** The newest round that ended brought no new work. */
  private wasIdle = false;
  private round: { begun: 'new' | 'repeated'; isNew: boolean } = toRound('new');

  /**
   * A prompt begins a round; returns whether a program repeats it: an equal one was given before, or a similar one that
   * brought no new work (programs number theirs). A person may ask for the same as often as they like. `sinceLast`:
   * time since the agent was last heard of, in ms; below 0 where the clock jumped, not a number for never.
   */
  prompt(text: string, sinceLast: number): boolean {
    const key = toKey(text);
    const words = toWords(text.slice(-MAX_COMPARED));
    const isSimilar = this.lastPrompt !== undefined && areSimilarCalls(this.lastPrompt, words);
    const isKnown = this.prompts.get(key) === true || (this.wasIdle && isSimilar);
    const isRepeated = isKnown && sinceLast >= 0 && sinceLast < AUTOMATIC_MS;
    this.lastPrompt = words;
    this.prompts.set(key, true);
    this.round = toRound(isRepeated ? 'repeated' : 'new');
    if (!isRepeated) [this.idleBefore, this.idle] = [this.idle, 0];
    return isRepeated;
  }

  /** The agent is told of something new, which begins a round as well. */
  wake(): void {
    this.round = toRound('new');
  }

  /** A step of the round; texts are no work. */
  observe({ tool, args, result, thread = '' }: Step): void {
    const key = toKey(
      [thread, tool, parseArgs(args).canonical, result.slice(-MAX_COMPARED)].join('\n'),
    );
    // What it waits for is someone else's work.
    const waits = readStepEffect({ tool, args }).kind === 'waits';
    if (waits || this.known.get(key) !== true) this.round.isNew = true;
    this.known.set(key, true);
  }

  /** The agent stops; `again`: a hook had begun the round. */
  stop(text: string, again: boolean): void {
    const { begun, isNew } = this.round;
    const words = toWords(text.slice(-MAX_COMPARED));
    const isSaid = this.lastText !== undefined && areSimilarCalls(this.lastText, words);
    // A person who says "continue" may want the next part of a text.
    const isIdle = !isNew && (again || (begun === 'repeated' && isSaid));
    this.idle = isIdle ? Math.max(this.idle, again ? this.idleBefore : 0) + 1 : 0;
    this.idleBefore = 0;
    this.lastText = words;
    this.wasIdle = !isNew;
    // What begins without a prompt, and by no hook, may be what the agent waited for.
    this.round = toRound('new');
  }

  /** A human says that the rounds were no loop. */
  reset(): void {
    this.idle = 0;
  }
}

function toRound(begun: 'new' | 'repeated'): RoundWatch['round'] {
  return { begun, isNew: false };
}

function toKey(text: string): string {
  return toTextKey(text.slice(-MAX_COMPARED).split('\n').map(maskVolatile).join('\n'));
}
