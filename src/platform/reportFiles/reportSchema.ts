import * as z from 'zod/mini';
import { HOP_OUTCOMES } from '../../model/hops/hop';
import { UNDECIDED_REASONS } from '../../model/judge/judgedTurn';
import { EDGES, EXITS } from '../../model/hops/roles';
import { PERMISSION_DECIDERS } from '../../model/permissions/answeredCalls';
import { RUN_TERMINALS, type RunReport } from '../../model/run/runReport';
import { TASK_STATUSES } from '../../model/task/task';
import { INTERVENTIONS } from '../../model/task/taskEvent';
import { TURN_OUTCOMES } from '../../model/turn/turn';

const actor = z.object({
  pid: z.number(),
  who: z.enum(['window', 'terminal']),
  host: z.string(),
});

const edge = z.object({ name: z.enum(EDGES), count: z.number(), limit: z.number() });

const hop = z.object({
  number: z.number(),
  kind: z.enum(['edge', 'request']),
  from: z.string(),
  to: z.string(),
  agent: z.optional(z.string()),
  reason: z.string(),
  request: z.string(),
  outcome: z.enum(HOP_OUTCOMES),
  answer: z.string(),
  startedAt: z.string(),
  durationMs: z.optional(z.number()),
  edge: z.optional(z.extend(edge, { countedAnew: z.optional(z.literal(true)) })),
  progress: z.optional(z.string()),
  sameAs: z.optional(z.array(z.string())),
  transcript: z.string(),
});

const provingStep = z.object({
  number: z.number(),
  tool: z.string(),
  call: z.string(),
  result: z.string(),
  subject: z.optional(z.string()),
  outcome: z.optional(z.string()),
});

const judgeCost = z.object({
  calls: z.number(),
  durationMs: z.number(),
  inputTokens: z.optional(z.number()),
  outputTokens: z.optional(z.number()),
  usd: z.optional(z.number()),
});

const about = z.enum(['progress', 'cause', 'progress and cause']);

const judged = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('decided'),
    about,
    by: z.string(),
    cost: judgeCost,
    asked: z.string(),
    verdict: z.object({
      isRegressive: z.boolean(),
      noProgress: z.boolean(),
      external: z.boolean(),
      reasoning: z.string(),
    }),
    since: z.optional(z.number()),
  }),
  z.object({
    kind: z.literal('undecided'),
    about,
    by: z.string(),
    cost: judgeCost,
    why: z.enum(UNDECIDED_REASONS),
    detail: z.string(),
  }),
]);

const turn = z.object({
  taskId: z.string(),
  number: z.number(),
  agent: z.string(),
  startedAt: z.string(),
  durationMs: z.optional(z.number()),
  outcome: z.enum(TURN_OUTCOMES),
  reason: z.string(),
  pivotDirective: z.number(),
  measurement: z.optional(
    z.looseObject({ passed: z.number(), failed: z.number(), skipped: z.number() }),
  ),
  changedFiles: z.array(z.string()),
  hops: z.array(hop),
  hopCount: z.optional(z.number()),
  inTurnLoop: z.optional(
    z.looseObject({
      message: z.string(),
      edge: z.optional(edge),
      hops: z.array(z.number()),
      steps: z.optional(z.array(provingStep)),
    }),
  ),
  judged: z.optional(judged),
  exit: z.optional(
    z.looseObject({
      kind: z.enum(EXITS),
      stopReason: z.string(),
      question: z.optional(z.string()),
    }),
  ),
  session: z.optional(
    z.looseObject({
      id: z.string(),
      isContinued: z.boolean(),
      lost: z.optional(z.string()),
      open: z.optional(z.string()),
    }),
  ),
  transcripts: z.array(z.string()),
  diff: z.optional(z.string()),
});

const intervention = z.looseObject({
  at: z.string(),
  what: z.enum([...INTERVENTIONS, 'pause', 'hint']),
  who: z.optional(actor),
  atPivot: z.optional(z.number()),
  from: z.enum(TASK_STATUSES),
  to: z.enum(TASK_STATUSES),
  detail: z.string(),
});

const answeredCalls = z.object({
  action: z.string(),
  allowed: z.boolean(),
  by: z.enum(PERMISSION_DECIDERS),
  rule: z.optional(z.string()),
  count: z.number(),
  remedy: z.optional(z.string()),
});

const task = z.object({
  id: z.string(),
  title: z.string(),
  status: z.enum(TASK_STATUSES),
  statusReason: z.string(),
  loops: z.array(z.string()),
  pivots: z.number(),
  interventions: z.array(intervention),
  filesAtPivots: z.optional(z.array(z.string())),
  debugger: z.optional(z.array(z.object({ summary: z.string(), diagnosis: z.string() }))),
  permissions: z.optional(z.array(answeredCalls)),
  question: z.optional(z.string()),
});

const report = z.object({
  id: z.string(),
  startedAt: z.string(),
  endedAt: z.string(),
  by: z.optional(actor),
  selection: z.array(z.string()),
  terminalStatus: z.enum(RUN_TERMINALS),
  stopReason: z.string(),
  tasks: z.array(task),
  turns: z.array(turn),
  hopCount: z.number(),
  judge: z.optional(judgeCost),
});

/** Parses a report file; undefined if this version does not know its format. */
export function toRunReport(text: string): RunReport | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return report.safeParse(value).success ? (value as RunReport) : undefined;
  } catch {
    // Not JSON.
    return undefined;
  }
}
