import * as z from 'zod/mini';
import type { ContextUsage } from '../../../model/steps/contextUsage';
import { anything, word } from './jsonText';

/** A message that an agent writes: a notification or a request (`method`), or the answer to a request. */
export const acpMessageSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.catch(z.optional(z.union([z.number(), z.string()])), undefined),
  method: word,
  params: anything,
  result: anything,
  error: anything,
});

const contentSchema = z.object({ type: word, text: word });

/** Content of a tool call: a block of any kind, a diff, or a terminal of the client. */
const callContentSchema = z.object({
  type: word,
  content: anything,
  path: word,
  oldText: word,
  newText: word,
});
export type AcpCallContent = z.infer<typeof callContentSchema>;

const locationSchema = z.object({ path: word });

const listOf = <T extends z.core.$ZodType>(item: T) =>
  z.catch(z.optional(z.array(item)), undefined);

/** The update of a session in a notification `session/update`; members of another type count as absent. */
export const acpUpdateSchema = z.object({
  sessionUpdate: z.string(),
  content: anything,
  toolCallId: word,
  title: word,
  name: word,
  kind: word,
  status: word,
  locations: listOf(locationSchema),
  rawInput: anything,
  rawOutput: anything,
  entries: listOf(z.object({ content: word, status: word })),
  messageId: word,
  used: anything,
  size: anything,
  cost: anything,
  _meta: anything,
});
export type AcpUpdate = z.infer<typeof acpUpdateSchema>;

/** The parameters of a notification `session/update`. */
export const acpUpdateParamsSchema = z.object({ update: acpUpdateSchema });

const usageSchema = z.object({
  used: z.int().check(z.minimum(0)),
  size: z.catch(z.optional(z.int().check(z.minimum(1))), undefined),
  cost: z.catch(
    z.optional(
      z.object({
        amount: z.number().check(z.minimum(0)),
        currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
      }),
    ),
    undefined,
  ),
});

const codexStatusSchema = z.object({
  codex: z.object({ threadStatus: z.object({ type: z.string() }) }),
});

/** What an update states of the agent's context; undefined if it cannot be read. */
export function readContextUsage({ used, size, cost }: AcpUpdate): ContextUsage | undefined {
  const { data } = usageSchema.safeParse({ used, size, cost });
  if (data === undefined) return undefined;
  return {
    used: data.used,
    ...(data.size !== undefined && { size: data.size }),
    ...(data.cost && { cost: data.cost }),
  };
}

/** What an update of Codex states of its thread (`active`, `idle`, `systemError` …); undefined if nothing. */
export function readCodexStatus({ _meta: meta }: AcpUpdate): string | undefined {
  return codexStatusSchema.safeParse(meta).data?.codex.threadStatus.type;
}

/** The text of a content block; '' for any other. */
export function readAcpText(content: unknown): string {
  return contentSchema.safeParse(content).data?.text ?? '';
}

/** The members of a list of contents that can be read; empty for anything else. */
export function readAcpContents(content: unknown): readonly AcpCallContent[] {
  return Array.isArray(content)
    ? content.flatMap((each) => callContentSchema.safeParse(each).data ?? [])
    : [];
}

/** Answer to `session/prompt`. */
export const acpStopSchema = z.object({ stopReason: z.string() });
/** Answer to `initialize`. */
export const acpInitializedSchema = z.object({
  protocolVersion: z.number(),
  agentInfo: z.catch(z.optional(z.object({ name: word, version: word })), undefined),
});

/** An error that answers a request. */
export const acpErrorSchema = z.object({
  code: z.catch(z.optional(z.number()), undefined),
  message: z.catch(z.string(), ''),
  data: anything,
});
