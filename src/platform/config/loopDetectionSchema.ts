import * as z from 'zod/mini';
import {
  DEFAULT_PRESET,
  LOOP_RANGES,
  PRESET_NAMES,
  type LoopChoice,
} from '../../model/config/loopSettings';
import { parseDuration } from './parseDuration';
import { durationWithin } from './valueSchemas';

// Each schema's error completes the sentence "… must be".
const PRESETS = '"conservative", "recommended" or "aggressive"';
const WINDOW = 'a duration such as 1h, 90m or 24h, at least 1m and at most 720h (30 days)';

function wholeNumber({ min, max }: { readonly min: number; readonly max: number }) {
  const error = `a whole number from ${min} to ${max}`;
  return z.int({ error }).check(z.minimum(min, { error }), z.maximum(max, { error }));
}

/** The key `loopDetection`; each value is checked independently. */
export const loopDetectionSchema = z
  .strictObject(
    {
      preset: z.optional(z.enum(PRESET_NAMES, { error: PRESETS })).check(
        z.meta({
          description:
            'Defaults for keys that are not set below: conservative lets tasks try longer and asks a human about blockers; aggressive intervenes early.',
          default: DEFAULT_PRESET,
        }),
      ),
      maxAttempts: z.optional(wholeNumber(LOOP_RANGES.maxAttempts)).check(
        z.meta({
          description: 'Similar attempts at a task before a loop is considered.',
        }),
      ),
      attemptWindow: z.optional(durationWithin(LOOP_RANGES.attemptWindow, WINDOW)).check(
        z.meta({
          description:
            "Time window of these attempts; ten times the task's median turn if that is longer.",
          examples: ['1h', '90m'],
        }),
      ),
      enableAutoUnblock: z.optional(z.boolean({ error: 'true or false' })).check(
        z.meta({
          description:
            'Whether an agent that is stuck at a blocker within the work may work around it. If not, a human is asked.',
        }),
      ),
      maxAttemptsBeforeForceNext: z
        .optional(wholeNumber(LOOP_RANGES.maxAttemptsBeforeForceNext))
        .check(
          z.meta({
            description:
              'Attempts in a row without progress after which the next task is forced. Not below maxAttempts.',
          }),
        ),
    },
    { error: 'keys such as preset: recommended and maxAttempts: 3' },
  )
  .check(
    z.meta({
      description: 'When consecutive attempts at a task count as a loop, and the consequence.',
    }),
  );

/** Converts the written key; durations become milliseconds. */
export function toLoopChoice(written: z.infer<typeof loopDetectionSchema>): LoopChoice {
  const { attemptWindow, ...others } = written;
  const window =
    attemptWindow === undefined
      ? undefined
      : parseDuration(attemptWindow, LOOP_RANGES.attemptWindow);
  const choice = { ...others, attemptWindow: window };
  return Object.fromEntries(Object.entries(choice).filter(([, value]) => value !== undefined));
}
