import { LANDINGS } from '../landing/landing';
import * as z from 'zod/mini';
import { LOOP_TYPES } from '../task/attempt';
import { CONTEXT_TOPICS } from '../task/contextEntry';
import { EXTERNAL_KINDS } from '../failure/failure';
import { INTERVENTIONS } from '../task/taskEvent';
import { LOOP_BREAKERS } from '../failure/lesson';
import { PERMISSION_KINDS, PERMISSION_OUTCOMES } from '../permissions/permission';
import { QUESTION_OUTCOMES } from '../tools/agentQuestion';
import { REPORT_REASONS } from '../report/pauseReport';
import { EXITS } from '../hops/roles';
import { TURN_CONSEQUENCES, TURN_OUTCOMES } from '../turn/turn';
import { BUDGET_SCOPES } from '../usage/budget';
import { UNDECIDED_REASONS } from '../judge/judgedTurn';
import { attempt, loopOfAttempts, loopOfTurns } from './loopSchemas';
import { actor, count, status, text, texts } from './schemaParts';

const measurement = () =>
  z.object({
    passed: count,
    failed: count,
    errors: z.exactOptional(count),
    skipped: count,
    partial: z.exactOptional(z.literal(true)),
    coverage: z.exactOptional(count),
  });

const tokens = { input: count, cacheRead: count, cacheWrite: count, output: count };
const nanoUsd = z.exactOptional(count);

const prediction = () =>
  z.object({
    tasks: count,
    paused: count,
    probability: count,
    score: count,
    reasons: z.readonly(z.array(z.object({ text, points: count }))),
  });

const runEnd = () => {
  const waits = z.readonly(z.array(z.object({ taskId: text, until: text, reason: text })));
  const leftWaiting = { waits: z.exactOptional(waits) };
  const stopped = { ...leftWaiting, whileWaiting: z.exactOptional(z.literal(true)) };
  return z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('allDone') }),
    z.object({ kind: z.literal('needsHuman'), taskIds: texts, ...leftWaiting }),
    z.object({ kind: z.literal('donePartial'), taskIds: texts }),
    z.object({ kind: z.literal('waiting'), taskIds: texts }),
    z.object({ kind: z.literal('stopped'), ...stopped }),
    z.object({ kind: z.literal('cancelled'), ...stopped }),
  ]);
};

/** Schema of the facts of each task event, as this version writes them. */
export const TASK_EVENT_SCHEMAS = {
  turn_started: () =>
    z.object({
      turn: count,
      agent: text,
      pivotDirective: count,
      /** The agent at its usage limit in whose place `agent` works; absent for none. */
      inPlaceOf: z.exactOptional(text),
      /** Until when; ISO 8601, UTC; absent for none. */
      until: z.exactOptional(text),
    }),
  turn_ended: () =>
    z.object({
      turn: count,
      agent: text,
      outcome: z.enum(TURN_OUTCOMES),
      reason: text,
      entropyAfter: count,
      consequence: z.enum(TURN_CONSEQUENCES),
      external: z.exactOptional(z.enum(EXTERNAL_KINDS)),
      exit: z.exactOptional(z.enum(EXITS)),
      /** The detector that found a loop inside the turn. */
      inTurnLoop: z.exactOptional(text),
      /** Its place among the loops in steps of one strategy: 1, or 2, at which the strategy has failed; absent for other loops. */
      loopStage: z.exactOptional(count),
      /** What a human can do about that loop; absent for none and in events of earlier versions. */
      advice: z.exactOptional(text),
      /** Ids of tests with two results on the same files; empty where the runner names none; absent for none. */
      flaky_tests: z.exactOptional(texts),
      durationMs: count,
      loopThreshold: count,
      /** `limits.loopThreshold`; absent unless adaptive thresholds are on. */
      configuredThreshold: z.exactOptional(count),
      /** Why the threshold differs from it; absent if it does not. */
      thresholdReason: z.exactOptional(text),
      /** How likely the task pauses; absent before enough tasks have finished, and when the turn ended the task. */
      prediction: z.exactOptional(prediction()),
      measurement: z.nullable(measurement()),
    }),
  baseline_measured: () =>
    z.object({
      /** The verification passed before any change. */
      passed: z.boolean(),
      measurement: z.nullable(measurement()),
      /** Ids, as far as the runner names them. */
      failing_tests: texts,
      durationMs: count,
    }),
  loop_detected: () => z.union([loopOfTurns(), loopOfAttempts()]),
  pivot_issued: () => z.object({ pivotCount: count, maxPivots: count, entropyAtTrigger: count }),
  pivot_files: () => {
    /** `kept`: the first kept files, each with the reason. */
    const about = { pivotCount: count, status, kept: texts, keptCount: count };
    return z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('returned'), ...about, toTurn: count, changed: count }),
      z.object({ kind: z.literal('asTheyAre'), ...about, why: text }),
    ]);
  },
  task_landed: () =>
    z.object({
      mode: z.enum(LANDINGS),
      files: count,
      /** The first of them. */
      paths: texts,
      commit: z.exactOptional(text),
      branch: z.exactOptional(text),
    }),
  gate_triggered: () =>
    z.object({
      reason: z.enum(REPORT_REASONS),
      failureCount: count,
      /** The last counted turn; absent for none. */
      turn: z.exactOptional(count),
      agent_id: text,
      loop_count: count,
      trigger_reason: text,
      failure_history: z.readonly(
        z.array(
          z.object({
            turn: count,
            agent_id: text,
            error_signature: text,
            error_type: text,
            timestamp: text,
          }),
        ),
      ),
    }),
  loop_counter_reset: () => z.object({ reason: text, previous_count: count }),
  task_status_changed: () => z.object({ from: status, to: status, reason: text }),
  intervention: () =>
    z.object({
      what: z.enum([...INTERVENTIONS, 'pause', 'hint']),
      /** Earlier versions wrote only the kind of process, or nothing. */
      who: z.exactOptional(z.union([actor(), text])),
      from: status,
      to: status,
      detail: text,
    }),
  retry_scheduled: () =>
    z.object({
      turn: count,
      /** ISO 8601, UTC. */
      until: text,
      delayMs: count,
      reason: text,
      agent: z.exactOptional(text),
      external: z.exactOptional(z.enum(EXTERNAL_KINDS)),
      /** The agent that goes on with the task meanwhile. */
      fallback: z.exactOptional(text),
    }),
  attempt_recorded: () =>
    z.object({
      ...attempt,
      counted: z.boolean(),
      changed: z.exactOptional(z.boolean()),
      progress: z.boolean(),
      definition: text,
      turns: z.exactOptional(z.object({ first: count, last: count })),
    }),
  loop_recovery: () =>
    z.object({
      action: z.enum(['force_next', 'unblock_authority', 'escalate']),
      reason: text,
      topic: z.enum(CONTEXT_TOPICS),
      /** The directive, verbatim. */
      content: text,
      /** Absent if a human was asked without a loop; so is `attemptCount`. */
      loop_type: z.exactOptional(z.enum(LOOP_TYPES)),
      attemptCount: z.exactOptional(count),
    }),
  authority_withdrawn: () => z.object({ reason: text, blockers: texts }),
  lesson_recorded: () =>
    z.object({
      id: text,
      text,
      brokenBy: z.enum(LOOP_BREAKERS),
      helped: count,
      error_signature: text,
    }),
  permission_asked: () =>
    z.object({
      /** Unique in the run. */
      id: text,
      agent: text,
      kind: z.enum(PERMISSION_KINDS),
      /** What the agent wants to do, one line. */
      action: text,
      until: text,
    }),
  permission_answered: () =>
    z.object({
      id: text,
      agent: text,
      kind: z.enum(PERMISSION_KINDS),
      action: text,
      outcome: z.enum(PERMISSION_OUTCOMES),
      /** Absent where nobody answered. */
      by: z.exactOptional(actor()),
      /** The rule that was remembered; absent for none. */
      rule: z.exactOptional(text),
    }),
  agent_asked: () =>
    z.object({
      /** Unique in the run. */
      id: text,
      agent: text,
      question: text,
      until: text,
    }),
  agent_answered: () =>
    z.object({
      id: text,
      agent: text,
      outcome: z.enum(QUESTION_OUTCOMES),
      /** Absent unless somebody answered. */
      answer: z.exactOptional(text),
      by: z.exactOptional(actor()),
    }),
  finding_dismissed: () =>
    /** The turn that the loop in an agent's steps had ended, and the detector that had found it. */
    z.object({ turn: count, detector: text, by: actor() }),
  debugger_asked: () =>
    z.object({
      /** The turn after which it was asked. */
      turn: count,
      /** '' if no agent could be called. */
      agent: text,
      answer: z.enum(['diagnosis', 'none']),
      /** Why it gave no diagnosis. */
      reason: z.exactOptional(text),
      /** Its diagnosis, verbatim. */
      diagnosis: z.exactOptional(text),
      durationMs: count,
      /** Changed files that were undone, and those that were kept; absent for none. */
      undone_files: z.exactOptional(texts),
      kept_files: z.exactOptional(texts),
      /** File in the state folder; '' for none. */
      transcript: text,
    }),
  usage_reported: () =>
    z.object({
      turn: count,
      agent: text,
      /** Which call of the turn, as its transcript is named; absent for its only one. */
      call: z.exactOptional(text),
      /** Each model; empty if nothing or only money is known. */
      models: z.readonly(z.array(z.object({ model: z.exactOptional(text), ...tokens, nanoUsd }))),
      /** What it cost in all, in billionths of a US dollar; absent if unknown. */
      nanoUsd,
      /** The agent did not say all that it used: it was cut off, or does not count its sub-agents. */
      partial: z.exactOptional(z.literal(true)),
      /** It succeeded and did not say what tokens it used. */
      silent: z.exactOptional(z.literal(true)),
      /** The session of the agent with its sums after this call; what is absent is unknown. */
      session: z.exactOptional(
        z.object({ id: text, tokens: z.exactOptional(z.object(tokens)), nanoUsd }),
      ),
    }),
  budget_used: () =>
    z.object({
      scope: z.enum(BUDGET_SCOPES),
      /** What the budget is given in: billionths of a US dollar, or tokens. */
      unit: z.enum(['nanoUsd', 'tokens']),
      used: count,
      limit: count,
    }),
  budget_allowed: () =>
    z.object({
      nanoUsd,
      tokens: z.exactOptional(count),
      /** What the calls that ran at that time had used; absent if none ran. */
      usedBefore: z.exactOptional(z.object({ nanoUsd: count, tokens: count })),
      by: actor(),
    }),
  judge_asked: () =>
    z.object({
      turn: count,
      about: z.enum(['progress', 'cause', 'progress and cause']),
      by: text,
      /** "undecided" if rules alone decided. */
      answer: text,
      calls: count,
      durationMs: count,
      inputTokens: z.exactOptional(count),
      outputTokens: z.exactOptional(count),
      usd: z.exactOptional(count),
      /** Why the judge did not decide; `detail` likewise. */
      why: z.exactOptional(z.enum(UNDECIDED_REASONS)),
      detail: z.exactOptional(text),
      orchestrator_reasoning: z.exactOptional(text),
      /** Turn at which the same question was asked before. */
      since: z.exactOptional(count),
    }),
} as const;

/** Schema of the facts of each event about a run or the state. */
export const RUN_EVENT_SCHEMAS = {
  /** `tasks`: the requested tasks; empty for all. */
  run_started: () => z.object({ tasks: texts, by: z.exactOptional(actor()) }),
  run_ended: runEnd,
  state_recovered: () => z.object({ message: text, damagedFile: text }),
} as const;
