import * as z from 'zod/mini';
import { PRIORITY_RANGE } from '../../model/task/task';
import { taskLinks } from './taskLinks';
import {
  agentName,
  command,
  line,
  taskId,
  text,
  trueOrFalse,
  webLink,
  wholeNumber,
} from './valueSchemas';

// Each schema's error completes the sentence "… must be".
const TASKS = 'a list of tasks, each with id and goal';
const TASK_IDS = 'a list of task ids, such as [add-users]';

/** One entry of `tasks`. */
export const taskSchema = z
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
      priority: z.optional(wholeNumber(PRIORITY_RANGE)).check(
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
      link: z.optional(webLink).check(
        z.meta({
          description: 'Where the task comes from, such as a GitHub issue; shown with the task.',
          examples: ['https://github.com/owner/repository/issues/12'],
        }),
      ),
      roles: z.optional(trueOrFalse).check(
        z.meta({
          description:
            'false: its agent alone works on it. Otherwise the roles of the file do, where it has any.',
        }),
      ),
      review: z.optional(trueOrFalse).check(
        z.meta({
          description:
            'Whether its verified work waits for your review before it lands; the value of the file unless given.',
        }),
      ),
    },
    { error: 'a task with the keys id and goal' },
  )
  .check(z.meta({ description: 'One unit of work.' }));

/** The key `tasks`. */
export const tasksSchema = z.array(taskSchema, { error: TASKS }).check(taskLinks);
