import type { StepFormat } from '../../../../../src/model/steps/step';
import type { UsageReport } from '../../../../../src/model/usage/usage';
import { createUsageReader } from '../../../../../src/platform/agents/usage/createUsageReader';

/** What an agent said that it used, after all these lines; a text is a line of JSON as it is printed. */
export function readUsage(format: StepFormat, lines: Iterable<unknown>): UsageReport | undefined {
  const reader = createUsageReader(format);
  for (const line of lines) {
    const text = typeof line === 'string' ? line : JSON.stringify(line);
    reader.read(JSON.parse(text) as object);
  }
  return reader.report;
}

/** No number of tokens, as JSON; `1e999` becomes infinite. */
export const NO_AMOUNTS = ['-5', '10.5', '"12"', '1e300', '1e999', '[]', '{}', 'true'] as const;

/** Writes an object as a line in which `"HERE"` is replaced. */
export function lineWith(event: object, here: string): string {
  return JSON.stringify(event).replaceAll('"HERE"', here);
}

/** Tokens in the order fresh, read from the cache, put into it, written. */
export function tokens(input: number, cacheRead: number, cacheWrite: number, output: number) {
  return { input, cacheRead, cacheWrite, output };
}
