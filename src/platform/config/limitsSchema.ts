import * as z from 'zod/mini';
import { LIMIT_SPECS, type LimitName } from '../../model/config/limits';
import { wholeNumber } from './valueSchemas';

function limit(name: LimitName, description: string) {
  const spec = LIMIT_SPECS[name];
  return z.optional(wholeNumber(spec)).check(z.meta({ description, default: spec.fallback }));
}

/** The key `limits`. */
export const limitsSchema = z
  .strictObject(
    {
      loopThreshold: limit(
        'loopThreshold',
        'Failed turns in a row, without progress, that end a strategy.',
      ),
      maxPivots: limit('maxPivots', 'Pivots that a task gets before it is paused.'),
      maxTurns: limit(
        'maxTurns',
        'Turns of one task since a human last resumed it; reached, it is paused. 0 = no limit.',
      ),
      maxMinutes: limit(
        'maxMinutes',
        'Minutes of one run since a human last resumed it; reached, it is paused. 0 = no limit.',
      ),
      maxRetries: limit(
        'maxRetries',
        'Times in a row that a turn is retried after an outage, a rate limit or a network failure; then the task is blocked.',
      ),
      retrySeconds: limit(
        'retrySeconds',
        'Seconds before the first retry. The wait doubles each time, up to 15 minutes, unless the service names a time.',
      ),
      turnsPerVisit: limit(
        'turnsPerVisit',
        'Turns of one attempt after which other tasks get a turn. 0 = the attempt continues until the task ends.',
      ),
      plannerToResearcher: limit(
        'plannerToResearcher',
        'Times that the planner may send a task to the researcher without progress.',
      ),
      plannerToCoder: limit(
        'plannerToCoder',
        'Times that the planner may send a task to the coder without progress.',
      ),
      plannerToVerifier: limit(
        'plannerToVerifier',
        'Times that the planner may send a task to the verifier without progress.',
      ),
      maxSteps: limit(
        'maxSteps',
        'Steps inside one turn: what the planner asks of the roles, and what agents ask each other. Reached, the turn ends.',
      ),
      repeatedCalls: limit(
        'repeatedCalls',
        'Times in a row that an agent makes the same call with the same result, or that it fails in the same way while nothing changed: then its turn ends.',
      ),
      similarCalls: limit(
        'similarCalls',
        'Calls with nearly the same arguments that fail in the same way, are refused or get the same answer: then the turn ends.',
      ),
      callCycles: limit(
        'callCycles',
        'Rounds through the same calls with the same results: then the turn ends. With 3, also five calls in an earlier order.',
      ),
      undoneEdits: limit(
        'undoneEdits',
        'Edits in one place that change nothing or restore earlier content: then the turn ends.',
      ),
      failuresAfterEdits: limit(
        'failuresAfterEdits',
        'Times that the same failure comes back after edits: then the turn ends.',
      ),
      repeatedTexts: limit(
        'repeatedTexts',
        'Times that an agent repeats the same text: then its turn ends.',
      ),
      refusedCalls: limit(
        'refusedCalls',
        'Times that the same call is refused, by a permission rule or by the machine: then the turn ends and the task is blocked with the remedy.',
      ),
      inactiveHours: limit(
        'inactiveHours',
        'Hours without a turn or an intervention after which a finished or removed task is inactive: its history may be removed.',
      ),
      keepDays: limit(
        'keepDays',
        'Days that turns, transcripts and checkpoints of inactive tasks are kept. 0 = forever.',
      ),
      keepFailures: limit(
        'keepFailures',
        'Newest failed turns of each task that are kept regardless of age.',
      ),
      maxStateMb: limit(
        'maxStateMb',
        'Size of the state folder, in megabytes, above which old checkpoints and transcripts are removed. 0 = no limit.',
      ),
      checkpointFileMb: limit(
        'checkpointFileMb',
        'Size of a file, in megabytes, above which checkpoints do not keep it: a rewind cannot restore it.',
      ),
    },
    { error: 'keys such as loopThreshold and maxPivots, each with a whole number' },
  )
  .check(
    z.meta({
      description:
        'When a strategy fails, when a task is paused, when a turn is retried, how often the planner may ask without progress, when the steps of an agent are a loop, and how much is kept.',
    }),
  );
