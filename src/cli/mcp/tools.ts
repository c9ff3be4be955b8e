import * as z from 'zod/mini';
import type { App } from '../../app/api/app';
import type { AgentReport } from '../../model/tools/agentReport';
import type { ToolName } from '../../model/tools/toolNames';
import { lessonsText } from '../render/lessonsText';
import { PLAIN } from '../terminal/style';

/** Whom a tool serves. */
export interface ToolContext {
  readonly app: App;
  /** The task that the agent works on; undefined where nobody named one. */
  readonly taskId: string | undefined;
  /** Id of the turn in which it was started; undefined where it is not known. */
  readonly turnId: string | undefined;
}

/** The answer to the agent. */
export interface ToolAnswer {
  readonly ok: boolean;
  readonly message: string;
}

/** A tool that an agent may call. */
export interface Tool {
  readonly name: ToolName;
  /** For the model that decides whether to call it. */
  readonly description: string;
  readonly input: z.ZodMiniObject;
  /** Absent: it only reads. */
  readonly writes?: true;
  /** Called with arguments that fit `input`. */
  readonly call: (args: unknown, context: ToolContext, signal: AbortSignal) => Promise<ToolAnswer>;
}

/** Characters of a query. */
const MAX_QUERY = 8_000;

/** Characters of a text that an agent reports. */
const MAX_TEXT = 2_000;

/** Lessons of one answer. */
const MAX_LESSONS = 20;

const NO_TASK: ToolAnswer = {
  ok: false,
  message: 'Devs does not run you on a task here, so this tool has no task.',
};

const NO_TURN: ToolAnswer = {
  ok: false,
  message:
    'Devs does not know which turn you work in: DEVS_TURN is not set. So Devs can ask nobody.',
};

/** The tools of `devs mcp`. */
export const TOOLS: readonly Tool[] = [
  toTool({
    name: 'task',
    description:
      'Read your task as Devs states it: the goal, what the last verification said, strategies that failed ' +
      'before, and the hints of the user.',
    input: z.strictObject({}),
    call: async (_, { app, taskId }) => (taskId === undefined ? NO_TASK : await app.prompt(taskId)),
  }),
  toTool({
    name: 'lessons',
    description:
      'Search what broke earlier loops and resolved earlier blockers in this workspace. Ask with the output of ' +
      'what failed, before you try the same again.',
    input: z.strictObject({
      query: z.optional(
        z.string().check(z.maxLength(MAX_QUERY), z.describe('output of what failed, or words')),
      ),
    }),
    call: async ({ query }, { app }) => {
      const answer = await app.lessons(
        query === undefined || query.trim() === '' ? undefined : query,
      );
      if (!answer.ok) return answer;
      if (answer.lessons.length === 0) return { ok: true, message: 'There is no lesson for that.' };
      return { ok: true, message: lessonsText(answer.lessons.slice(0, MAX_LESSONS), PLAIN) };
    },
  }),
  toTool({
    name: 'report_progress',
    description:
      'Show the user in one sentence how far you are, when a step of a long task is done. It is only shown.',
    input: z.strictObject({ text: reported('one sentence') }),
    writes: true,
    call: async ({ text }, context) => await report(context, 'progress', text),
  }),
  toTool({
    name: 'report_blocked',
    description:
      'Report what keeps you from completing the task and what you cannot change: a missing login, permission, ' +
      'service, program or decision. It counts as a line `BLOCKED: …` of your reply. Go on with what you can do ' +
      'without it, then end your turn.',
    input: z.strictObject({ what: reported('what is missing, one sentence') }),
    writes: true,
    call: async ({ what }, context) => await report(context, 'blocked', what),
  }),
  toTool({
    name: 'ask_human',
    description:
      'Ask the user a question that only a human can decide, and wait for the answer. State the choices and what you ' +
      'would do. It may take long. Where nobody answers, the task pauses with your question when your turn ends.',
    input: z.strictObject({
      question: reported('one question, with all that is needed to answer it'),
    }),
    writes: true,
    call: async ({ question }, { app, taskId, turnId }, signal) => {
      if (taskId === undefined) return NO_TASK;
      if (turnId === undefined) return NO_TURN;
      return await app.askHuman({ taskId, turnId, question }, signal);
    },
  }),
];

async function report(
  { app, taskId, turnId }: ToolContext,
  what: AgentReport['what'],
  text: string,
): Promise<ToolAnswer> {
  if (taskId === undefined) return NO_TASK;
  return await app.takeReport({ taskId, what, text, ...(turnId !== undefined && { turnId }) });
}

function reported(description: string) {
  return z.string().check(z.minLength(1), z.maxLength(MAX_TEXT), z.describe(description));
}

/** Types the arguments by the schema that checked them. */
function toTool<Input extends z.ZodMiniObject>(tool: {
  readonly name: ToolName;
  readonly description: string;
  readonly input: Input;
  readonly writes?: true;
  readonly call: (
    args: z.infer<Input>,
    context: ToolContext,
    signal: AbortSignal,
  ) => Promise<ToolAnswer>;
}): Tool {
  return { ...tool, call: (args, ...rest) => tool.call(tool.input.parse(args), ...rest) };
}
