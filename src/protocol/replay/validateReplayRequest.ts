import * as z from 'zod';
import { LIMIT_SPECS, type LimitName } from '../../model/config/limits';
import { createRequestValidator, type ParamSchemas } from '../createRequestValidator';
import { MAX_TEXTS, type ReplayRequests } from './replayMessages';

const nothing = z.strictObject({});
const run = z.int().min(0).max(10_000_000);
const index = z.int().min(0).max(100_000_000);
const limit = (name: LimitName) => z.int().min(LIMIT_SPECS[name].min).max(LIMIT_SPECS[name].max);

const PARAMS = {
  ready: nothing,
  setLimits: z.strictObject({
    limits: z.strictObject({
      repeatedCalls: limit('repeatedCalls'),
      similarCalls: limit('similarCalls'),
      callCycles: limit('callCycles'),
      undoneEdits: limit('undoneEdits'),
      failuresAfterEdits: limit('failuresAfterEdits'),
      repeatedTexts: limit('repeatedTexts'),
      refusedCalls: limit('refusedCalls'),
    }),
  }),
  addFiles: nothing,
  timeline: z.strictObject({ run }),
  texts: z.strictObject({ run, from: index, count: z.int().min(1).max(MAX_TEXTS) }),
  step: z.strictObject({ run, index }),
} satisfies ParamSchemas<ReplayRequests>;

/** Validates a message of the replay page as a request of its protocol. */
export const validateReplayRequest = createRequestValidator<ReplayRequests>('replay page', PARAMS);
