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
    'Start the agent afresh after this many failed turns in a row.',
  ),
  maxPivots: turn('maxPivots', 'Start a task afresh at most this often; then pause it for you.'),
  maxTurns: turn(
    'maxTurns',
    'Pause a task after this many turns since you last resumed it. 0 means no limit.',
  ),
  maxMinutes: turn(
    'maxMinutes',
    'Pause the running task when a run has taken this many minutes since you last resumed a task. 0 means no limit.',
  ),
  maxRetries: turn(
    'maxRetries',
    'Retry a turn at most this often in a row after an outage, a rate limit or a network failure; then block the task.',
  ),
  retrySeconds: turn(
    'retrySeconds',
    'Wait this many seconds before the first retry of a turn; the wait doubles each time, up to 15 minutes, unless the service names a time.',
  ),
  maxWait: turn(
    'maxWait',
    'Wait at most this many hours for a time that a service names, such as the reset of a weekly limit; beyond it, block the task. 0: wait no longer than 15 minutes.',
  ),
  turnsPerVisit: turn(
    'turnsPerVisit',
    'Let other tasks go on after this many turns of a task, and come back to it. 0: stay with it until it is done or needs you.',
  ),
};

/** Whether the threshold moves; not a number as all others. */
const adaptive = z.optional(z.boolean({ error: 'true or false' })).check(
  z.meta({
    description: `Turns: let Devs adapt loopThreshold to earlier tasks of this workspace, between ${ADAPTIVE_RANGE.min} and ${ADAPTIVE_RANGE.max}: higher where one more turn solved most of them, lower where the last turns solved hardly any.`,
    default: false,
  }),
);

/** How often the planner and the agents may ask. */
const roles = {
  plannerToResearcher: role(
    'plannerToResearcher',
    'Let the planner of a task with `roles` hand work to the researcher at most this often without progress.',
  ),
  plannerToCoder: role(
    'plannerToCoder',
    'Let the planner of a task with `roles` hand work to the coder at most this often without progress.',
  ),
  plannerToVerifier: role(
    'plannerToVerifier',
    'Let the planner of a task with `roles` hand work to the verifier at most this often without progress.',
  ),
  maxSteps: role(
    'maxSteps',
    'End a turn after this many calls that the planner makes to its roles, or agents make to each other.',
  ),
};

/** When the steps of an agent are a loop. */
const steps = {
  repeatedCalls: step(
    'repeatedCalls',
    'End a turn when its agent makes the same tool call with the same result this many times in a row.',
  ),
  similarCalls: step(
    'similarCalls',
    'End a turn after this many tool calls with nearly the same arguments that fail in the same way, are refused or get the same answer.',
  ),
  callCycles: step(
    'callCycles',
    'End a turn when its agent goes through the same tool calls with the same results this many times. With 3, also five calls in an earlier order.',
  ),
  undoneEdits: step(
    'undoneEdits',
    'End a turn after this many edits in one place that change nothing or restore earlier content.',
  ),
  repeatedEdits: step(
    'repeatedEdits',
    'End a turn when its agent writes the same text to the same place this many times, although it is there already.',
  ),
  failuresAfterEdits: step(
    'failuresAfterEdits',
    'End a turn when the same failure comes back after edits this many times; if all edits are in one place, 4 of 7 are enough.',
  ),
  repeatedTexts: step(
    'repeatedTexts',
    'End a turn when its agent writes the same paragraph this many times.',
  ),
  stepsWithoutNews: step(
    'stepsWithoutNews',
    'End a turn after this many tool calls in a row whose results were all seen before, with nothing changed in between.',
  ),
  refusedCalls: step(
    'refusedCalls',
    'End a turn and block the task, with a remedy, when a permission rule or the machine refuses the same tool call this many times.',
  ),
  repeatedFailures: step(
    'repeatedFailures',
    'End a turn when an action fails for the same reason this many times with nothing changed in between.',
  ),
};

/** How much is kept. */
const keeping = {
  inactiveHours: keep(
    'inactiveHours',
    'Count a finished or removed task as inactive after this many hours without a turn or a decision of yours; its history may then be deleted.',
  ),
  keepDays: keep(
    'keepDays',
    'Delete what Devs recorded of finished or removed tasks (turns, transcripts, and the checkpoints that a rewind needs) after this many days. 0: never.',
  ),
  keepFailures: keep(
    'keepFailures',
    'Keep this many of the newest failed turns of each task, however old they are.',
  ),
  maxStateMb: keep(
    'maxStateMb',
    'Delete old checkpoints and transcripts, those of finished tasks first, when the data of Devs for this workspace exceeds this many megabytes. 0 means no limit.',
  ),
  checkpointFileMb: keep(
    'checkpointFileMb',
    'Leave files of more than this many megabytes out of checkpoints: a rewind cannot restore them.',
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
