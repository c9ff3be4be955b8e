import * as z from 'zod/mini';
import { PRIORITY_RANGE } from '../../model/task/task';
import { agentSchema } from './agentSchema';
import { limitsSchema } from './limitsSchema';
import { loopDetectionSchema } from './loopDetectionSchema';
import {
  editorJudgeSchema,
  embeddingsSchema,
  endpointJudgeSchema,
  judgeSchema,
  pricesSchema,
} from './modelSchemas';
import { roleSchema, rolesSchema } from './rolesSchema';
import { agentName, command, duration, glob, line, taskId, text } from './valueSchemas';

/** Default time limit of a verification. */
export const DEFAULT_VERIFY_TIMEOUT = '10m';

// Each schema's error completes the sentence "… must be".
const AGENTS = 'one named agent or more, each with type and command';
const TASK_IDS = 'a list of task ids, such as [add-users]';
const PRIORITY = `a whole number from ${PRIORITY_RANGE.min} to ${PRIORITY_RANGE.max}`;
const REPORTS = 'a list of report files or patterns, such as [junit.xml]';

const task = z
  .strictObject(
    {
      id: taskId.check(
        z.meta({ description: 'Short name, unique in this file; used in every command.' }),
      ),
      title: z
        .optional(line('one line of text, not empty'))
        .check(z.meta({ description: 'One line for humans; the id unless given.' })),
      goal: text('text that describes the work, not empty').check(
        z.meta({
          description: 'What the agent is asked to do.',
        }),
      ),
      verify: z
        .optional(command)
        .check(z.meta({ description: 'Command that proves this task done (exit code 0).' })),
      agent: z.optional(agentName).check(z.meta({ description: 'Agent of this task, by name.' })),
      dependsOn: z.optional(z.array(taskId, { error: TASK_IDS })).check(
        z.meta({
          description: 'Ids of tasks that must be done before.',
          examples: [['add-users']],
        }),
      ),
      priority: z
        .optional(
          z
            .int({ error: PRIORITY })
            .check(
              z.minimum(PRIORITY_RANGE.min, { error: PRIORITY }),
              z.maximum(PRIORITY_RANGE.max, { error: PRIORITY }),
            ),
        )
        .check(
          z.meta({
            description:
              'Tasks with a higher number run first. Each attempt at another task adds 1 for those that wait, so none waits forever.',
            default: 0,
          }),
        ),
      parent: z.optional(taskId).check(
        z.meta({
          description:
            'Id of the task of which this is a part. The parent runs after its subtasks, and their failures count on it.',
        }),
      ),
      roles: z.optional(z.boolean({ error: 'true or false' })).check(
        z.meta({
          description:
            'false: its agent alone works on it. Otherwise the roles of the file do, where it has any.',
        }),
      ),
    },
    { error: 'a task with the keys id and goal' },
  )
  .check(z.meta({ description: 'One unit of work.' }));

/** The shape of `devs.yaml`, without the references between its parts. */
export const configSchema = z
  .strictObject(
    {
      version: z
        .literal(1, { error: '1' })
        .check(z.meta({ description: 'Version of this format: 1.' })),
      agents: z.record(agentName, agentSchema, { error: AGENTS }).check(
        z.refine((agents) => Object.keys(agents).length > 0, { error: AGENTS }),
        z.meta({ description: 'Coding agents, by name.', minProperties: 1 }),
      ),
      agent: z
        .optional(agentName)
        .check(
          z.meta({ description: 'The default agent; may be left out when there is only one.' }),
        ),
      verify: z.optional(command).check(
        z.meta({
          description:
            'Command that proves a task done (exit code 0), for tasks without their own.',
          examples: ['npm test'],
        }),
      ),
      verifyTimeout: z.optional(duration).check(
        z.meta({
          description: 'Time limit of one verification.',
          default: DEFAULT_VERIFY_TIMEOUT,
        }),
      ),
      reports: z.optional(z.array(glob, { error: REPORTS })).check(
        z.meta({
          description:
            'Test and coverage reports (or patterns) that verify writes; they make progress ' +
            'measurable. Understood: JUnit XML, JSON of Jest, Vitest and Mocha, TAP, LCOV, ' +
            'Cobertura XML.',
          examples: [['junit.xml', 'coverage/lcov.info', 'build/**/TEST-*.xml']],
        }),
      ),
      roles: z.optional(rolesSchema),
      limits: z.optional(limitsSchema),
      loopDetection: z.optional(loopDetectionSchema),
      judge: z.optional(judgeSchema),
      embeddings: z.optional(embeddingsSchema),
      onEvent: z.optional(command).check(
        z.meta({
          description:
            'Program called when a task pauses or a run ends, with the event as one line of JSON on ' +
            'standard input, as in events.jsonl. One call at a time, in the order of the events.',
          examples: ['./notify.sh'],
        }),
      ),
      onPause: z.optional(z.enum(['stop', 'continue'], { error: '"stop" or "continue"' })).check(
        z.meta({
          description: 'After a pause: stop the run, or continue with other tasks that can run.',
          default: 'stop',
        }),
      ),
      tasks: z
        .optional(z.nullable(z.array(task, { error: 'a list of tasks, each with id and goal' })))
        .check(
          z.meta({
            description:
              'The tasks; they run in this order, dependencies and higher priorities first.',
          }),
        ),
    },
    { error: 'a mapping that begins with version: 1' },
  )
  .check(z.meta({ title: 'devs.yaml', description: 'Agents and tasks of Devs.' }));

/** `devs.yaml` as written, with a valid shape. */
export type ConfigFile = z.infer<typeof configSchema>;

/** The keys of each kind of mapping in the file. */
export const KNOWN_KEYS = {
  file: Object.keys(configSchema.shape),
  agent: Object.keys(agentSchema.shape),
  roles: Object.keys(rolesSchema.shape),
  role: Object.keys(roleSchema.shape),
  limits: Object.keys(limitsSchema.shape),
  loopDetection: Object.keys(loopDetectionSchema.shape),
  endpointJudge: Object.keys(endpointJudgeSchema.shape),
  editorJudge: Object.keys(editorJudgeSchema.shape),
  prices: Object.keys(pricesSchema.shape),
  embeddings: Object.keys(embeddingsSchema.shape),
  task: Object.keys(task.shape),
} as const;
