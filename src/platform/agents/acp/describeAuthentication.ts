import type { AuthMethod } from '@agentclientprotocol/sdk';
import { truncate } from '../../../text/truncate';

/** Ways to log in that are named, and characters of each. */
const MAX_METHODS = 5;
const MAX_METHOD = 200;

/**
 * Why an agent cannot work before somebody logs in, with its own ways to do that, each on a line of its own below the
 * first.
 */
export function describeAuthentication(words: string, methods: readonly AuthMethod[]): string {
  const said = /^authentication required\b/i.test(words)
    ? words
    : `Authentication required: ${words}`;
  const ways = methods
    .slice(0, MAX_METHODS)
    .map(({ name, description }) =>
      truncate(description ? `${name} (${description})` : name, MAX_METHOD),
    );
  return [said, ...(ways.length === 0 ? [] : [`Ways to log in: ${ways.join('; ')}`])].join('\n');
}
