import { ON_PIVOT } from '../../model/config/config';
import { LANDINGS } from '../../model/landing/landing';
import * as z from 'zod/mini';
import { agentSchema, agentsSchema } from './agentSchema';
import { amountSchema, budgetSchema, priceListSchema, tokenPricesSchema } from './budgetSchema';
import { DEFAULT_PERMISSION_TIMEOUT, permissionsSchema } from './permissionsSchema';
import { configLinks } from './configLinks';
import { limitsSchema } from './limitsSchema';
import { loopDetectionSchema } from './loopDetectionSchema';
import {
  editorJudgeSchema,
  embeddingsSchema,
  endpointJudgeSchema,
  judgeSchema,
  pricesSchema,
} from './modelSchemas';
import { NOTIFY_KEYS, notifySchema } from './notifySchema';
import { roleSchema, rolesSchema } from './rolesSchema';
import { taskSchema, tasksSchema } from './taskSchema';
import {
  agentName,
  command,
  duration,
  glob,
  trueOrFalse,
  variableName,
  wholeNumber,
} from './valueSchemas';

/** Default time limit of a verification. */
export const DEFAULT_VERIFY_TIMEOUT = '10m';

// Each schema's error completes the sentence "… must be".
const SECRETS = 'a list of names of environment variables, such as [MY_VALUE]';
const COPY = 'a list of files, folders or patterns, such as [.env, node_modules]';
const REPORTS = 'a list of report files or patterns, such as [junit.xml]';

/** `devs.yaml`: the shape of its parts, and the links between them. */
export const configSchema = z
  .strictObject(
    {
      version: z
        .literal(1, { error: '1' })
        .check(z.meta({ description: 'Version of this format: 1.' })),
      agents: agentsSchema,
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
      baseline: z.optional(z.boolean({ error: 'true or false' })).check(
        z.meta({
          description:
            'Whether a pass has to prove the task done: verify runs once before its first turn, and a ' +
            'pass with fewer or edited tests does not end it. false: any pass does.',
          default: true,
        }),
      ),
      roles: z.optional(rolesSchema),
      limits: z.optional(limitsSchema),
      loopDetection: z.optional(loopDetectionSchema),
      judge: z.optional(judgeSchema),
      embeddings: z.optional(embeddingsSchema),
      onDoubt: z.optional(z.enum(['retry', 'ask'], { error: '"retry" or "ask"' })).check(
        z.meta({
          description:
            'After a pass that proves nothing (tests are gone or edited, the verification changed): ' +
            'give the agent one turn to pass with the tests as they were, or ask you at once.',
          default: 'retry',
        }),
      ),
      onPivot: z.optional(z.enum(ON_PIVOT, { error: '"best", "start" or "keep"' })).check(
        z.meta({
          description:
            "At a pivot: return the task's files to its best turn (to its start without progress), " +
            'to its start, or keep them. Your own edits are kept; devs redo undoes the return.',
          default: 'best',
        }),
      ),
      debugger: z.optional(agentName).check(
        z.meta({
          description:
            'Agent that is called once before a task pauses because every strategy failed. Its diagnosis ' +
            'gives the task one more strategy. Default: no agent is called.',
        }),
      ),
      onEvent: z.optional(command).check(
        z.meta({
          description:
            'Program called when a task needs you or a run ends, with the event as one line of JSON on ' +
            'standard input, as in events.jsonl. One call at a time, in the order of the events.',
          examples: ['./notify.sh'],
        }),
      ),
      notify: z.exactOptional(notifySchema),
      secrets: z.optional(z.array(variableName, { error: SECRETS })).check(
        z.meta({
          description:
            'Environment variables whose values are masked in all that Devs writes, if they have 8 ' +
            'characters or more. Those with names such as API_KEY, TOKEN or PASSWORD are masked anyway.',
          examples: [['MY_VALUE']],
        }),
      ),
      rawTranscripts: z.optional(trueOrFalse).check(
        z.meta({
          description:
            'true: transcripts keep what agents and verifications printed, secrets included. Exports ' +
            'are masked anyway.',
          default: false,
        }),
      ),
      permissions: z.exactOptional(permissionsSchema),
      permissionTimeout: z.optional(duration).check(
        z.meta({
          description:
            'How long a permission request waits for you; then it is refused. Not counted as time of the agent.',
          default: DEFAULT_PERMISSION_TIMEOUT,
          examples: ['10m'],
        }),
      ),
      prices: z.exactOptional(priceListSchema),
      budget: z.exactOptional(budgetSchema),
      onPause: z.optional(z.enum(['stop', 'continue'], { error: '"stop" or "continue"' })).check(
        z.meta({
          description: 'After a pause: stop the run, or continue with other tasks that can run.',
          default: 'stop',
        }),
      ),
      parallel: z.optional(wholeNumber({ min: 1, max: 32 })).check(
        z.meta({
          description:
            'How many tasks work at once. With more than 1, each works in a git worktree of its own, as with isolate: true.',
          default: 1,
        }),
      ),
      isolate: z.optional(trueOrFalse).check(
        z.meta({
          description:
            'true: each task works in a git worktree of its own, made from the workspace as it is, and its verified ' +
            'work lands in the workspace. Always so where several tasks work at once.',
          default: false,
        }),
      ),
      land: z.optional(z.enum(LANDINGS, { error: '"files", "commit" or "branch"' })).check(
        z.meta({
          description:
            'How the verified work of an isolated task lands: as changed files in the workspace, as one commit there, ' +
            'or on the branch devs/<task> with the workspace untouched.',
          default: 'files',
        }),
      ),
      review: z.optional(trueOrFalse).check(
        z.meta({
          description:
            'true: the verified work of an isolated task waits for your review before it lands. Needs isolate: true, or parallel of 2 and more.',
          default: false,
        }),
      ),
      setup: z.optional(command).check(
        z.meta({
          description:
            'Command that runs once in each new worktree, before its first turn, such as the installation of dependencies.',
          examples: ['npm ci'],
        }),
      ),
      copy: z.optional(z.array(glob, { error: COPY })).check(
        z.meta({
          description:
            'Ignored files or folders of the workspace (or patterns) that each new worktree gets too.',
          examples: [['.env', 'node_modules']],
        }),
      ),
      tasks: z.optional(z.nullable(tasksSchema)).check(
        z.meta({
          description:
            'The tasks; they run in this order, dependencies and higher priorities first.',
        }),
      ),
    },
    { error: 'a mapping that begins with version: 1' },
  )
  .check(configLinks, z.meta({ title: 'devs.yaml', description: 'Agents and tasks of Devs.' }));

/** `devs.yaml` as written, with a valid shape. */
export type ConfigFile = z.infer<typeof configSchema>;

/** The keys of each kind of mapping in the file. */
export const KNOWN_KEYS = {
  file: Object.keys(configSchema.shape),
  agent: Object.keys(agentSchema.shape),
  permissions: Object.keys(permissionsSchema.shape),
  roles: Object.keys(rolesSchema.shape),
  role: Object.keys(roleSchema.shape),
  limits: Object.keys(limitsSchema.shape),
  loopDetection: Object.keys(loopDetectionSchema.shape),
  endpointJudge: Object.keys(endpointJudgeSchema.shape),
  editorJudge: Object.keys(editorJudgeSchema.shape),
  prices: Object.keys(pricesSchema.shape),
  embeddings: Object.keys(embeddingsSchema.shape),
  tokenPrices: Object.keys(tokenPricesSchema.shape),
  budget: Object.keys(budgetSchema.shape),
  amount: Object.keys(amountSchema.shape),
  notify: [...new Set(NOTIFY_KEYS.flat())],
  task: Object.keys(taskSchema.shape),
} as const;
