import type { TurnReading } from '../../app/turn/turnReader';
import { MAX_SENT_STEPS, type TurnSteps } from '../../protocol/taskPage/taskPageView';
import { maskAndKeepEnd } from '../../text/maskAndCut';

/** Characters of an output without steps that are sent, the last ones. */
const MAX_OUTPUT = 100_000;

const FULL =
  'The agent has printed more than Devs shows while a turn runs. Later steps appear when this turn ends.';

/** A turn whose steps are sent. */
export interface SentTurn {
  readonly turn: number;
  readonly running: boolean;
  readonly reading: TurnReading;
}

/** All steps of a turn. */
export function wholeTurn({ turn, running, reading }: SentTurn, revision: number): TurnSteps {
  const { lines, calls, problems, output, isKept, isFull } = reading;
  const dropped = Math.max(0, lines.length - MAX_SENT_STEPS);
  const text = maskAndKeepEnd(output, MAX_OUTPUT);
  return {
    ...{ turn, revision, running, gone: !isKept, dropped, calls },
    from: dropped,
    lines: lines.slice(dropped),
    // The last line of a transcript that is being written is broken.
    problems: running ? (isFull ? [FULL] : []) : problems,
    ...(text === '' ? {} : { output: { text, left: Math.max(0, output.length - text.length) } }),
  };
}

/** What changed since the turn was sent with the revision `base`; undefined for nothing. */
export function changedSteps(
  before: SentTurn,
  now: SentTurn,
  { base, revision }: { readonly base: number; readonly revision: number },
): TurnSteps | undefined {
  const [old, lines] = [before.reading.lines, now.reading.lines];
  if (before.running === now.running && before.reading === now.reading) return undefined;
  const whole = wholeTurn(now, revision);
  const differs = lines.findIndex((line, index) => line !== old[index]);
  const from = Math.max(differs === -1 ? lines.length : differs, whole.dropped);
  return { ...whole, base, from, lines: lines.slice(from) };
}
