import * as z from 'zod/mini';
import { ADAPTIVE_RANGE, LIMIT_SPECS, type LimitName } from '../../model/config/limits';
import { wholeNumber } from './valueSchemas';

/** Groups of limits; each description begins with its own, as the keys are flat. */
type Group = 'Turns' | 'Roles' | 'Steps' | 'Keeping';

const limitOf = (group: Group) => (name: LimitName, description: string) => {
  const spec = LIMIT_SPECS[name];
  const meta = { description: `${group}: ${description}`, default: spec.fallback };
  return z.optional(wholeNumber(spec)).check(z.meta(meta));
};

const turn = limitOf('Turns');
const role = limitOf('Roles');
const step = limitOf('Steps');
const keep = limitOf('Keeping');

/** When a strategy fails, when a task is paused, when a turn is retried. */
const turns = {
  loopThreshold: turn(
    'loopThreshold',
    'Turns that may fail in a row before the agent has to start afresh.',
  ),
  maxPivots: turn(
    'maxPivots',
    'Fresh starts (pivots) that a task gets before it waits for a human.',
  ),
  maxTurns: turn(
    'maxTurns',
    'Turns of one task since a human last resumed it; reached, it is paused. 0 = no limit.',
  ),
  maxMinutes: turn(
    'maxMinutes',
    'Minutes of one run since a human last resumed it; reached, it is paused. 0 = no limit.',
  ),
  maxRetries: turn(
    'maxRetries',
    'Times in a row that a turn is retried after an outage, a rate limit or a network failure; then the task is blocked.',
  ),
  retrySeconds: turn(
    'retrySeconds',
    'Seconds before the first retry. The wait doubles each time, up to 15 minutes, unless the service names a time.',
  ),
  turnsPerVisit: turn(
    'turnsPerVisit',
    'Turns of one attempt after which other tasks get a turn. 0 = the attempt continues until the task ends.',
  ),
};

/** Whether the threshold moves; not a number as all others. */
const adaptive = z.optional(z.boolean({ error: 'true or false' })).check(
  z.meta({
    description: `Turns: whether loopThreshold moves between ${ADAPTIVE_RANGE.min} and ${ADAPTIVE_RANGE.max} by what earlier tasks of this workspace show: one more turn where most tasks were solved by it, one fewer where hardly any was.`,
    default: false,
  }),
);

/** How often the planner and the agents may ask. */
const roles = {
  plannerToResearcher: role(
    'plannerToResearcher',
    'Times that the planner may send a task to the researcher without progress.',
  ),
  plannerToCoder: role(
    'plannerToCoder',
    'Times that the planner may send a task to the coder without progress.',
  ),
  plannerToVerifier: role(
    'plannerToVerifier',
    'Times that the planner may send a task to the verifier without progress.',
  ),
  maxSteps: role(
    'maxSteps',
    'Steps inside one turn: what the planner asks of the roles, and what agents ask each other. Reached, the turn ends.',
  ),
};

/** When the steps of an agent are a loop. */
const steps = {
  repeatedCalls: step(
    'repeatedCalls',
    'Times in a row that an agent makes the same call with the same result, or that it fails in the same way while nothing changed: then its turn ends.',
  ),
  similarCalls: step(
    'similarCalls',
    'Calls with nearly the same arguments that fail in the same way, are refused or get the same answer: then the turn ends.',
  ),
  callCycles: step(
    'callCycles',
    'Rounds through the same calls with the same results: then the turn ends. With 3, also five calls in an earlier order.',
  ),
  undoneEdits: step(
    'undoneEdits',
    'Edits in one place that change nothing or restore earlier content: then the turn ends.',
  ),
  repeatedEdits: step(
    'repeatedEdits',
    'Times that an edit puts the same text at the same place, although it is there: then the turn ends.',
  ),
  failuresAfterEdits: step(
    'failuresAfterEdits',
    'Times that the same failure comes back after edits: then the turn ends. Where all edits are in one place, 4 of 7 are enough.',
  ),
  repeatedTexts: step(
    'repeatedTexts',
    'Times that an agent repeats the same text: then its turn ends.',
  ),
  stepsWithoutNews: step(
    'stepsWithoutNews',
    'Steps in a row that show only what was shown before, although nothing changed: then the turn ends.',
  ),
  refusedCalls: step(
    'refusedCalls',
    'Times that the same call is refused, by a permission rule or by the machine: then the turn ends and the task is blocked with the remedy.',
  ),
  repeatedFailures: step(
    'repeatedFailures',
    'Times that an action fails for the same reason with nothing changed in between: then the turn ends.',
  ),
};

/** How much is kept. */
const keeping = {
  inactiveHours: keep(
    'inactiveHours',
    'Hours without a turn or an intervention after which a finished or removed task is inactive: its history may be removed.',
  ),
  keepDays: keep(
    'keepDays',
    'Days that turns, transcripts and checkpoints of inactive tasks are kept. 0 = forever.',
  ),
  keepFailures: keep(
    'keepFailures',
    'Newest failed turns of each task that are kept regardless of age.',
  ),
  maxStateMb: keep(
    'maxStateMb',
    'Size of the state folder, in megabytes, above which old checkpoints and transcripts are removed. 0 = no limit.',
  ),
  checkpointFileMb: keep(
    'checkpointFileMb',
    'Size of a file, in megabytes, above which checkpoints do not keep it: a rewind cannot restore it.',
  ),
};

/** The key `limits`. */
export const limitsSchema = z
  .strictObject(
    { ...turns, adaptive, ...roles, ...steps, ...keeping },
    { error: 'keys such as loopThreshold and maxPivots, with their values' },
  )
  .check(
    z.meta({
      description:
        'Turns: when an agent has to start afresh, a task is paused, a turn is retried. Roles: how often the planner may ask without progress. Steps: when the steps of an agent are a loop. Keeping: how much is kept.',
    }),
  );
