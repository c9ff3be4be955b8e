import * as z from 'zod';
import { configSchema } from './configSchema';

/** The JSON schema (draft 7) of `devs.yaml`, as `media/devs.schema.json` holds it. */
export function jsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(configSchema, { target: 'draft-7', io: 'input' });
}
