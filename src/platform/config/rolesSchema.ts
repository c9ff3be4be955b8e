import * as z from 'zod/mini';
import { EXITS, type Exit } from '../../model/hops/roles';
import { agentName, text, trimmed } from './valueSchemas';

/** Default exit of a task whose planner loops. */
export const DEFAULT_EXIT: Exit = 'snitch';

// Each schema's error completes the sentence "… must be".
const ROLES = 'a mapping with planner and coder, such as { planner: claude, coder: {} }';
const ROLE =
  'the name of an agent, or a mapping with agent and instructions, such as { agent: claude } ({}: the agent of the task)';
const INSTRUCTIONS = 'text with additional instructions, not empty';
const EXIT = '"snitch", "ask_human" or "done_partial"';

/** One role, written as a mapping. */
export const roleSchema = z.strictObject(
  {
    agent: z.exactOptional(agentName).check(
      z.meta({
        description: 'Agent that has this role, by name; by default that of the task.',
      }),
    ),
    instructions: z.exactOptional(text(INSTRUCTIONS).check(trimmed)).check(
      z.meta({
        description: 'Additional instructions for this role.',
        examples: ['Read the code, change nothing.'],
      }),
    ),
  },
  { error: ROLE },
);

function role(description: string) {
  return z.union([agentName, roleSchema], { error: ROLE }).check(z.meta({ description }));
}

/** The key `roles`. */
export const rolesSchema = z
  .strictObject(
    {
      planner: role('Decides which role works next, until it says "done".'),
      researcher: z.optional(role('Answers questions of the planner; if omitted, there is none.')),
      coder: role('Changes files when the planner asks for it.'),
      verifier: z.optional(
        role('Checks whether the work is right; if omitted, the verify command does.'),
      ),
      onStuck: z.optional(z.enum(EXITS, { error: EXIT })).check(
        z.meta({
          description:
            'When the planner sends a task to the same role repeatedly without progress: snitch writes an issue file and ends the task as aborted, ask_human asks you, done_partial ends it as done in part.',
          default: DEFAULT_EXIT,
        }),
      ),
    },
    { error: ROLES },
  )
  .check(
    z.meta({
      description:
        'Who works on a task inside a turn: a planner that sends it to researcher, coder or verifier. Without it a task has one agent.',
    }),
  );
