import * as z from 'zod/mini';
import { createRequestValidator, type ParamSchemas } from '../createRequestValidator';
import { PARAMS } from '../validateRequest';
import type { TaskPageRequests } from './taskPageMessages';
import { STEP_PARTS } from './taskPageView';

/** Maximum length of searched words, in characters. */
const MAX_WORDS = 500;

const turn = z.int().check(z.minimum(1), z.maximum(1_000_000));
const index = z.int().check(z.minimum(0), z.maximum(10_000_000));
const nothing = z.strictObject({});

const TASK_PAGE_PARAMS = {
  ...PARAMS,
  ready: nothing,
  openTurn: z.strictObject({ turn }),
  step: z.strictObject({ turn, index }),
  search: z.strictObject({ turn, text: z.string().check(z.maxLength(MAX_WORDS)) }),
  openStepText: z.strictObject({ turn, index, part: z.enum(STEP_PARTS) }),
  openTranscripts: z.strictObject({ turn }),
  copyMarkdown: nothing,
} satisfies ParamSchemas<TaskPageRequests>;

/** Validates a message of a task page as a request of its protocol. */
export const validateTaskPageRequest = createRequestValidator<TaskPageRequests>(
  'task page',
  TASK_PAGE_PARAMS,
);
