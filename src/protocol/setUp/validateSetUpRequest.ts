import * as z from 'zod/mini';
import { createRequestValidator, type ParamSchemas } from '../createRequestValidator';
import { MAX_TEXT } from '../messages';
import { MAX_NAME } from '../validateRequest';
import type { SetUpRequests } from './setUpMessages';

const nothing = z.strictObject({});
const name = z.string().check(z.minLength(1), z.maxLength(MAX_NAME));
const text = z.string().check(z.minLength(1), z.maxLength(MAX_TEXT));
const command = z.strictObject({ command: text });

const PARAMS = {
  ready: nothing,
  create: nothing,
  checkAgain: nothing,
  chooseAgent: z.strictObject({ name }),
  tryVerify: command,
  stopTrial: nothing,
  useVerify: command,
  addTask: z.strictObject({ title: name, goal: text }),
  run: nothing,
  decide: nothing,
  openConfig: z.strictObject({ line: z.exactOptional(z.int().check(z.minimum(1))) }),
} satisfies ParamSchemas<SetUpRequests>;

/** Validates a message of the set-up page as a request of its protocol. */
export const validateSetUpRequest = createRequestValidator<SetUpRequests>('set-up page', PARAMS);
