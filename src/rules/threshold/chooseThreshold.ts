import { ADAPTIVE_RANGE } from '../../model/config/limits';
import type { TurnThreshold } from '../../model/turn/turnThreshold';
import { ordinal } from '../../text/ordinal';
import type { Moment } from '../history/historyTurn';
import { describeSize, type TaskSize } from '../history/taskSize';
import type { Observation } from './observations';
import { wilsonBounds } from './wilsonBounds';

/** Fewest tasks that say anything: by chance alone, six tasks end alike once in 32 times, five once in 16. */
export const ENOUGH_TASKS = 6;
/** One more turn is allowed where more than this share of tasks is solved by it, with 95 % certainty. */
const WORTH_ANOTHER = 1 / 2;
/** One turn fewer where less than this share is solved by that turn or a later one of the strategy, with the same certainty. */
const NOT_WORTH_IT = 1 / 4;

/** The strategy that a threshold is chosen for. */
export interface ThresholdSubject {
  /** `limits.loopThreshold`. */
  readonly configured: number;
  readonly agent: string;
  readonly size: TaskSize;
  /** When the strategy began: what became known later has no effect; absent: it begins now. */
  readonly began?: Moment;
}

interface Evidence {
  readonly tasks: number;
  readonly solved: number;
  /** "claude, 6 failing tests or more at first"; '' for all tasks. */
  readonly about: string;
}

/**
 * Chooses the loop threshold of a strategy from what earlier tasks show, within `ADAPTIVE_RANGE`. Pure: the same
 * observations and subject give the same threshold, in any order. A configured threshold beyond that range stays.
 */
export function chooseThreshold(
  observations: readonly Observation[],
  subject: ThresholdSubject,
): TurnThreshold {
  const { configured } = subject;
  const { min, max } = ADAPTIVE_RANGE;
  if (configured < min || configured > max) return { value: configured, configured };
  const known = observations.filter(({ known: at }) => isBefore(at, subject.began));
  return raise(known, subject) ?? lower(known, subject) ?? { value: configured, configured };
}

/** Undefined where nothing shows that one more turn helps. */
function raise(
  known: readonly Observation[],
  subject: ThresholdSubject,
): TurnThreshold | undefined {
  const { configured } = subject;
  let value = configured;
  let proof: Evidence | undefined;
  for (; value < ADAPTIVE_RANGE.max; value += 1) {
    const found = evidenceAt(known, { ...subject, level: value, by: 'nextTurn' });
    if (found === undefined || wilsonBounds(found).lower <= WORTH_ANOTHER) break;
    proof = found;
  }
  if (proof === undefined) return undefined;
  const where = `at the ${ordinal(value)} turn`;
  return { value, configured, reason: describe({ value, configured, where }, proof) };
}

/** Undefined where nothing shows that the last turn is in vain. */
function lower(
  known: readonly Observation[],
  subject: ThresholdSubject,
): TurnThreshold | undefined {
  const { configured } = subject;
  let value = configured;
  let proof: Evidence | undefined;
  for (; value > ADAPTIVE_RANGE.min; value -= 1) {
    const found = evidenceAt(known, { ...subject, level: value - 1, by: 'strategy' });
    if (found === undefined || wilsonBounds(found).upper >= NOT_WORTH_IT) break;
    proof = found;
  }
  if (proof === undefined) return undefined;
  const where = `from the ${ordinal(value + 1)} turn on`;
  return { value, configured, reason: describe({ value, configured, where }, proof) };
}

function isBefore(moment: Moment, began: Moment | undefined): boolean {
  return began === undefined || (moment.index < began.index && moment.at <= began.at);
}

/** Which evidence: of tasks that stood at this entropy. */
interface Asked extends ThresholdSubject {
  readonly level: number;
  readonly by: Observation['by'];
}

/** Of this agent and size where there are enough such tasks, else of the agent, else of all; undefined without enough. */
function evidenceAt(
  observations: readonly Observation[],
  { agent, size, level, by }: Asked,
): Evidence | undefined {
  const at = observations.filter((each) => each.level === level && each.by === by);
  const ofAgent = at.filter((each) => agent !== '' && each.agent === agent);
  const ofSize = ofAgent.filter((each) => size !== 'unmeasured' && each.size === size);
  const sized = describeSize(size);
  const classes = [
    { about: sized === '' ? agent : `${agent}, ${sized}`, found: firstOfEach(ofSize) },
    { about: agent, found: firstOfEach(ofAgent) },
    { about: '', found: firstOfEach(at) },
  ];
  const enough = classes.find(({ found }) => found.length >= ENOUGH_TASKS);
  if (enough === undefined) return undefined;
  const { about, found } = enough;
  return { about, tasks: found.length, solved: found.filter(({ solved }) => solved).length };
}

/** A task counts once, the first time: several observations of one task are no several tasks. */
function firstOfEach(observations: readonly Observation[]): readonly Observation[] {
  const first = new Map<string, Observation>();
  for (const each of observations) if (!first.has(each.task)) first.set(each.task, each);
  return [...first.values()];
}

interface Choice {
  readonly value: number;
  readonly configured: number;
  /** "at the fourth": at which failed turn in a row. */
  readonly where: string;
}

function describe(
  { value, configured, where }: Choice,
  { tasks, solved, about }: Evidence,
): string {
  const share = `${solved === 0 ? 'none' : solved} of ${tasks} similar tasks`;
  const was = solved > 1 ? 'were' : 'was';
  const named = about === '' ? '' : ` (${about})`;
  return `${value} instead of ${configured}: ${share} ${was} solved ${where}${named}`;
}
