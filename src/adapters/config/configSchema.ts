import * as z from 'zod';
import { LIMIT_SPECS, type LimitName } from '../../domain/limits';
import { PRIORITY_RANGE } from '../../domain/task';
import { loopDetectionSchema } from './loopDetectionSchema';
import { agentName, command, duration, glob, line, taskId, text } from './valueSchemas';

/** Time limit of an agent's turn that sets none. */
export const DEFAULT_AGENT_TIMEOUT = '30m';
/** Time limit of a verification where none is set. */
export const DEFAULT_VERIFY_TIMEOUT = '10m';

// Each schema's error completes the sentence "… must be".
const AGENTS = 'one named agent or more, each with type and command';
const TASK_IDS = 'a list of task ids, such as [add-users]';
const PRIORITY = `a whole number from ${PRIORITY_RANGE.min} to ${PRIORITY_RANGE.max}`;
const REPORTS = 'a list of report files or patterns, such as [junit.xml]';

/** What `limits.<name>` must be, with its range. */
export function limitRange(name: LimitName): string {
  const { min, max } = LIMIT_SPECS[name];
  return `a whole number from ${min} to ${max}`;
}

function limit(name: LimitName, description: string) {
  const { min, max, fallback } = LIMIT_SPECS[name];
  const error = limitRange(name);
  return z
    .int({ error })
    .min(min, { error })
    .max(max, { error })
    .optional()
    .meta({ description, default: fallback });
}

const limits = z
  .strictObject(
    {
      loopThreshold: limit(
        'loopThreshold',
        'Failed turns in a row, without progress, that end a strategy.',
      ),
      maxPivots: limit('maxPivots', 'Fresh starts a task gets before it is paused.'),
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
        'Times in a row that a turn is tried again after an outage, a rate limit or a network failure; then the task is blocked.',
      ),
      retrySeconds: limit(
        'retrySeconds',
        'Seconds before the first of them. The pause doubles each time, up to 15 minutes; when the service names a time, that holds.',
      ),
      turnsPerVisit: limit(
        'turnsPerVisit',
        'Turns of one visit after which a task lets other tasks have a turn. 0 = it goes on until it ends.',
      ),
      inactiveHours: limit(
        'inactiveHours',
        'Hours without a turn or an intervention after which a finished or removed task is inactive: its history may go.',
      ),
      keepDays: limit(
        'keepDays',
        'Days that turns, transcripts and checkpoints of inactive tasks are kept. 0 = for ever.',
      ),
      keepFailures: limit(
        'keepFailures',
        'Newest failed turns of each task that stay in its history whatever their age.',
      ),
      maxStateMb: limit(
        'maxStateMb',
        'Megabytes that the state folder may have before old checkpoints and transcripts go. 0 = no limit.',
      ),
      checkpointFileMb: limit(
        'checkpointFileMb',
        'Megabytes of a file beyond which checkpoints do not keep it: a rewind cannot bring it back.',
      ),
    },
    { error: 'keys such as loopThreshold and maxPivots, each with a whole number' },
  )
  .meta({
    description:
      'When a strategy has failed, when a task is paused, when a turn is tried again, and how much is kept.',
  });

const agent = z
  .strictObject(
    {
      type: z
        .literal('command', { error: '"command", the only type' })
        .meta({ description: 'Kind of agent; "command" is the only one.' }),
      command: command.meta({
        description:
          'The program. A list is started directly (recommended), a string goes through the shell. ' +
          '{promptFile} and {systemPromptFile} stand for files that hold the texts; without ' +
          '{promptFile} the prompt comes on standard input, without {systemPromptFile} the system ' +
          'prompt heads it.',
        examples: [
          ['claude', '-p', '--append-system-prompt-file', '{systemPromptFile}'],
          'my-agent --prompt {promptFile}',
        ],
      }),
      timeout: duration.optional().meta({
        description: 'Time limit of one turn; then the agent and all it started are ended.',
        default: DEFAULT_AGENT_TIMEOUT,
        examples: ['30m', '1h30m'],
      }),
      env: z
        .record(
          z
            .string()
            .regex(/^[^=\0]+$/, { error: 'the name of an environment variable, without "="' }),
          z.string({ error: 'text' }).regex(/^[^\0]*$/, { error: 'text without NUL characters' }),
          { error: 'environment variables, such as { LANG: C }' },
        )
        .optional()
        .meta({ description: 'Environment variables added for this agent. No place for secrets.' }),
    },
    { error: 'an agent with the keys type and command' },
  )
  .meta({ description: 'One coding agent.' });

const task = z
  .strictObject(
    {
      id: taskId.meta({ description: 'Short name, unique in this file; used in every command.' }),
      title: line('one line of text, not empty')
        .optional()
        .meta({ description: 'One line for humans; the id unless given.' }),
      goal: text('text that says what is to be done, not empty').meta({
        description: 'What the agent is asked to do.',
      }),
      verify: command
        .optional()
        .meta({ description: 'Command that proves this task done (exit code 0).' }),
      agent: agentName.optional().meta({ description: 'Agent of this task, by name.' }),
      dependsOn: z
        .array(taskId, { error: TASK_IDS })
        .optional()
        .meta({ description: 'Ids of tasks that must be done before.', examples: [['add-users']] }),
      priority: z
        .int({ error: PRIORITY })
        .min(PRIORITY_RANGE.min, { error: PRIORITY })
        .max(PRIORITY_RANGE.max, { error: PRIORITY })
        .optional()
        .meta({
          description:
            'Higher ones come first among tasks that can run. Each visit of another task adds 1 for those that wait, so none waits for ever.',
          default: 0,
        }),
      parent: taskId.optional().meta({
        description:
          'Id of the task of which this is a part. The parent runs after its subtasks, and their failures count on it.',
      }),
    },
    { error: 'a task with the keys id and goal' },
  )
  .meta({ description: 'One unit of work.' });

/** The shape of `devs.yaml`: everything but how its parts refer to each other. */
export const configSchema = z
  .strictObject(
    {
      version: z.literal(1, { error: '1' }).meta({ description: 'Version of this format: 1.' }),
      agents: z
        .record(agentName, agent, { error: AGENTS })
        .refine((agents) => Object.keys(agents).length > 0, { error: AGENTS })
        .meta({ description: 'Coding agents, by name.', minProperties: 1 }),
      agent: agentName
        .optional()
        .meta({ description: 'The default agent; may be left out when there is only one.' }),
      verify: command.optional().meta({
        description: 'Command that proves a task done (exit code 0), for tasks without their own.',
        examples: ['npm test'],
      }),
      verifyTimeout: duration
        .optional()
        .meta({ description: 'Time limit of one verification.', default: DEFAULT_VERIFY_TIMEOUT }),
      reports: z
        .array(glob, { error: REPORTS })
        .optional()
        .meta({
          description:
            'Test and coverage reports (or patterns) that verify writes; they make progress ' +
            'measurable. Understood: JUnit XML, JSON of Jest, Vitest and Mocha, TAP, LCOV, ' +
            'Cobertura XML.',
          examples: [['junit.xml', 'coverage/lcov.info', 'build/**/TEST-*.xml']],
        }),
      limits: limits.optional(),
      loopDetection: loopDetectionSchema.optional(),
      onEvent: command.optional().meta({
        description: 'Program told as JSON on standard input when a task pauses or a run ends.',
        examples: ['./notify.sh'],
      }),
      onPause: z.enum(['stop', 'continue'], { error: '"stop" or "continue"' }).optional().meta({
        description: 'After a pause: stop the run, or continue with other tasks that can run.',
        default: 'stop',
      }),
      tasks: z
        .array(task, { error: 'a list of tasks, each with id and goal' })
        .nullable()
        .optional()
        .meta({
          description:
            'The tasks; they run in this order, dependencies and higher priorities first.',
        }),
    },
    { error: 'a mapping that begins with version: 1' },
  )
  .meta({ title: 'devs.yaml', description: 'Agents and tasks of Devs.' });

/** `devs.yaml` as written, its shape checked. */
export type ConfigFile = z.infer<typeof configSchema>;

/** The keys of each kind of mapping in the file. */
export const KNOWN_KEYS = {
  file: Object.keys(configSchema.shape),
  agent: Object.keys(agent.shape),
  limits: Object.keys(limits.shape),
  loopDetection: Object.keys(loopDetectionSchema.shape),
  task: Object.keys(task.shape),
} as const;
