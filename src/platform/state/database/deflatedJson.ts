import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** JSON of a value, deflated: the whole file is written at each turn. */
export function deflateJson(value: unknown): Uint8Array {
  return deflateRawSync(JSON.stringify(value));
}

/** The value of deflated JSON; the caller casts it to the stored type. Throws if it is damaged. */
export function inflateJson(bytes: Uint8Array): unknown {
  return JSON.parse(inflateRawSync(bytes).toString('utf8'));
}
