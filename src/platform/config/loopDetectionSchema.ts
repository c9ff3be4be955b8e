import * as z from 'zod/mini';
import {
  DEFAULT_PRESET,
  LOOP_RANGES,
  PRESET_NAMES,
  type LoopChoice,
} from '../../model/config/loopSettings';
import { toMilliseconds } from './parseDuration';
import { durationWithin, trueOrFalse, wholeNumber } from './valueSchemas';

// Each schema's error completes the sentence "… must be".
const PRESETS = '"conservative", "recommended" or "aggressive"';
const WINDOW = 'a duration such as 1h, 90m or 24h, at least 1m and at most 720h (30 days)';

/** The key `loopDetection`; each value is checked independently. */
export const loopDetectionSchema = z
  .strictObject(
    {
      preset: z.exactOptional(z.enum(PRESET_NAMES, { error: PRESETS })).check(
        z.meta({
          description:
            'Choose the values of keys that are not set below: conservative lets tasks try longer and asks you about blockers; aggressive intervenes early.',
          default: DEFAULT_PRESET,
        }),
      ),
      maxAttempts: z.exactOptional(wholeNumber(LOOP_RANGES.maxAttempts)).check(
        z.meta({
          description: 'Suspect a loop after this many similar attempts at a task.',
        }),
      ),
      attemptWindow: z.exactOptional(durationWithin(LOOP_RANGES.attemptWindow, WINDOW)).check(
        z.meta({
          description:
            "Compare only attempts within this time, or within ten times the median duration of the task's turns if that is longer.",
          examples: ['1h', '90m'],
        }),
      ),
      enableAutoUnblock: z.exactOptional(trueOrFalse).check(
        z.meta({
          description:
            'Let an agent work around an obstacle that keeps blocking its task; if false, Devs asks you.',
        }),
      ),
      maxAttemptsBeforeForceNext: z
        .exactOptional(wholeNumber(LOOP_RANGES.maxAttemptsBeforeForceNext))
        .check(
          z.meta({
            description:
              'Leave a task and go on with the next one after this many attempts in a row without progress. Not below maxAttempts.',
          }),
        ),
    },
    { error: 'keys such as preset: recommended and maxAttempts: 3' },
  )
  .check(
    z.meta({
      description:
        'Choose when repeated attempts at a task count as a loop, and what happens then.',
    }),
  );

/** Converts the written key; durations become milliseconds. */
export function toLoopChoice({
  attemptWindow: window,
  ...others
}: z.infer<typeof loopDetectionSchema>): LoopChoice {
  if (window === undefined) return others;
  return { ...others, attemptWindow: toMilliseconds(window, LOOP_RANGES.attemptWindow) };
}
