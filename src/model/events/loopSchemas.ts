import * as z from 'zod/mini';
import { LOOP_TYPES, RECOMMENDATIONS } from '../task/attempt';
import { count, counts, level, status, text, texts } from './schemaParts';

/** Fields of every attempt event. */
export const attempt = {
  number: count,
  taskId: text,
  at: text,
  status,
  blockers: texts,
  completedWork: texts,
  sessionId: text,
  agent: text,
};

/**
 * A loop proved by turns, or by steps and hops inside the last of them (docs/decisions/loop-detection-algorithm.md).
 */
export const loopOfTurns = () =>
  z.object({
    kind: z.enum(['inside_turn', 'turn_after_turn']),
    loopType: z.exactOptional(z.never()),
    level,
    detector: text,
    /** Numbers of turns, oldest first. */
    evidence: counts,
    hops: z.exactOptional(counts),
    steps: z.exactOptional(counts),
    /** Place of a loop in steps among those of its strategy: 1, or 2, at which the strategy has failed. */
    stage: z.exactOptional(count),
    edge: z.exactOptional(z.object({ name: text, count, limit: count })),
    message: text,
    /** Absent in events of earlier versions. */
    turn: z.exactOptional(count),
    agent_id: text,
    loop_count: count,
    error_signature: text,
    error_type: z.exactOptional(text),
    is_exact_match: z.boolean(),
    orchestrator_reasoning: text,
  });

/** A loop over attempts (docs/decisions/loop-recovery.md). */
export const loopOfAttempts = () =>
  z.object({
    isLooping: z.literal(true),
    loopType: z.enum(LOOP_TYPES),
    taskId: text,
    level,
    attemptCount: count,
    recommendation: z.enum(RECOMMENDATIONS),
    blockers: texts,
    tasks: texts,
    /** Attempts, oldest first. */
    evidence: z.readonly(z.array(z.object(attempt))),
    message: text,
    detector: text,
    loop_count: count,
    agent: text,
  });
