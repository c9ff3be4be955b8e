import * as z from 'zod/mini';

const turnNumber = z.int().check(z.minimum(0));
const schema = z.object({
  folder: z.optional(z.string()),
  taskId: z.optional(z.string()),
  hint: z.optional(z.string()),
  agent: z.optional(z.string()),
  turn: z.optional(turnNumber),
  toTurn: z.optional(turnNumber),
  from: z.optional(turnNumber),
  to: z.optional(z.union([turnNumber, z.literal('now')])),
  run: z.optional(z.string()),
  line: z.optional(z.int().check(z.minimum(1))),
  quick: z.optional(z.boolean()),
  askAgents: z.optional(z.boolean()),
  files: z.optional(z.array(z.string()).check(z.maxLength(1_000))),
});

/** Argument of a command from a key binding, a menu or another extension; every field is optional. */
export interface CommandArgument {
  /** Name, path or URI of a workspace folder, or of something in it. */
  readonly folder?: string | undefined;
  readonly taskId?: string | undefined;
  readonly hint?: string | undefined;
  readonly agent?: string | undefined;
  /** Number of the turn whose work is decided about. */
  readonly turn?: number | undefined;
  /** Number of the turn to go back to; 0 = before the first. */
  readonly toTurn?: number | undefined;
  /** The moments between which changes are shown; 0 = before the first turn. */
  readonly from?: number | undefined;
  readonly to?: number | 'now' | undefined;
  /** Id of a run report or the beginning of one; `newest` for the newest. */
  readonly run?: string | undefined;
  /** Line of `devs.yaml`, 1-based. */
  readonly line?: number | undefined;
  /** Run no commands and ask no models. */
  readonly quick?: boolean | undefined;
  /** Start each agent once. */
  readonly askAgents?: boolean | undefined;
  /** Absolute paths of recordings to be replayed. */
  readonly files?: readonly string[] | undefined;
}

/** Reads a command's first argument: an object as above or a resource from a menu; anything else gives an empty argument. */
export function commandArgument(raw: unknown): CommandArgument {
  const resource = z.object({ scheme: z.string(), path: z.string() }).safeParse(raw);
  if (resource.success) return { folder: String(raw) };
  const argument = schema.safeParse(raw);
  return argument.success ? argument.data : {};
}
