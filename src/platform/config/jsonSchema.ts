import * as z from 'zod/mini';
import { configSchema } from './configSchema';

/** Creates the JSON schema (draft 7) of `devs.yaml` that `media/devs.schema.json` contains. */
export function createJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(configSchema, { target: 'draft-7', io: 'input' });
}
