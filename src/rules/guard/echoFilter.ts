import type { SessionRecord } from '../../model/guard/sessionRecord';

/** Two hooks of one event report it within this time, in ms. */
const ECHO_MS = 300;

/**
 * Finds prompts that were reported before: an agent calls the hooks in the settings of its user, and those in the
 * project's.
 */
export class EchoFilter {
  private last: { readonly text: string; readonly at: number } | undefined;

  /** Whether a record, the next one, repeats the one before it. */
  isEcho(record: SessionRecord): boolean {
    // It is noted whenever it is made.
    if (record.kind === 'checkpoint') return false;
    const { last } = this;
    this.last = undefined;
    if (record.kind !== 'prompt') return false;
    const [text, at] = [record.text, Date.parse(record.at)];
    this.last = { text, at };
    return last?.text === text && Math.abs(at - last.at) < ECHO_MS;
  }
}
