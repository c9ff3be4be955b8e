import * as z from 'zod/mini';
import type { App } from '../../app/api/app';
import { lessonsText } from '../render/lessonsText';
import { PLAIN } from '../terminal/style';

/** Whom a tool serves. */
export interface ToolContext {
  readonly app: App;
  /** The task that the agent works on; undefined where nobody named one. */
  readonly taskId: string | undefined;
}

/** What the agent is told. */
export interface ToolAnswer {
  readonly ok: boolean;
  readonly message: string;
}

/** A tool that an agent may call. */
export interface Tool {
  readonly name: string;
  /** For the model that decides whether to call it. */
  readonly description: string;
  readonly input: z.ZodMiniObject;
  /** Called with arguments that fit `input`. */
  readonly call: (args: unknown, context: ToolContext) => Promise<ToolAnswer>;
}

/** Characters of a query. */
const MAX_QUERY = 8_000;

/** Lessons of one answer. */
const MAX_LESSONS = 20;

const NO_TASK: ToolAnswer = {
  ok: false,
  message: 'Devs does not run you on a task here, so there is none to speak of.',
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
];

/** Types the arguments by the schema that checked them. */
function toTool<Input extends z.ZodMiniObject>(tool: {
  readonly name: string;
  readonly description: string;
  readonly input: Input;
  readonly call: (args: z.infer<Input>, context: ToolContext) => Promise<ToolAnswer>;
}): Tool {
  return { ...tool, call: (args, context) => tool.call(tool.input.parse(args), context) };
}
