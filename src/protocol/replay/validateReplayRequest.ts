import * as z from 'zod/mini';
import { LIMIT_SPECS, type LimitName } from '../../model/config/limits';
import { createRequestValidator, type ParamSchemas } from '../createRequestValidator';
import { MAX_TEXTS, type ReplayRequests } from './replayMessages';

const nothing = z.strictObject({});
const run = z.int().check(z.minimum(0), z.maximum(10_000_000));
const index = z.int().check(z.minimum(0), z.maximum(100_000_000));
const limit = (name: LimitName) =>
  z.int().check(z.minimum(LIMIT_SPECS[name].min), z.maximum(LIMIT_SPECS[name].max));

const PARAMS = {
  ready: nothing,
  setLimits: z.strictObject({
    limits: z.strictObject({
      repeatedCalls: limit('repeatedCalls'),
      similarCalls: limit('similarCalls'),
      callCycles: limit('callCycles'),
      undoneEdits: limit('undoneEdits'),
      repeatedEdits: limit('repeatedEdits'),
      failuresAfterEdits: limit('failuresAfterEdits'),
      repeatedTexts: limit('repeatedTexts'),
      stepsWithoutNews: limit('stepsWithoutNews'),
      refusedCalls: limit('refusedCalls'),
      repeatedFailures: limit('repeatedFailures'),
    }),
  }),
  addFiles: nothing,
  timeline: z.strictObject({ run }),
  texts: z.strictObject({
    run,
    from: index,
    count: z.int().check(z.minimum(1), z.maximum(MAX_TEXTS)),
  }),
  step: z.strictObject({ run, index }),
} satisfies ParamSchemas<ReplayRequests>;

/** Validates a message of the replay page as a request of its protocol. */
export const validateReplayRequest = createRequestValidator<ReplayRequests>('replay page', PARAMS);
