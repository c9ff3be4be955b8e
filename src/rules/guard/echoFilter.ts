import type { SessionRecord } from '../../model/guard/sessionRecord';

/** Two hooks of one event report it within this time, in ms. */
const ECHO_MS = 2_000;

/**
 * Finds prompts, stops and ends that were reported before: an agent calls the hooks in the settings of its user, and
 * those in the project's.
 */
export class EchoFilter {
  private last: { readonly key: string; readonly at: number } | undefined;

  /** Whether a record, the next one, repeats the one before it. */
  isEcho(record: SessionRecord): boolean {
    switch (record.kind) {
      case 'started':
      case 'prompt':
      case 'stop':
      case 'ended':
        return this.repeats(keyOf(record), Date.parse(record.at));
      case 'call':
      case 'result':
        this.last = undefined;
        return false;
      case 'permission':
      case 'request':
      case 'not a loop':
      case 'snoozed':
      case 'checkpoint':
      case 'rewinding':
      case 'rewound':
        return false;
      default:
        record satisfies never;
        return false;
    }
  }

  private repeats(key: string, at: number): boolean {
    const { last } = this;
    this.last = { key, at };
    return last?.key === key && Math.abs(at - last.at) < ECHO_MS;
  }
}

function keyOf(record: SessionRecord): string {
  return record.kind === 'prompt' || record.kind === 'stop'
    ? `${record.kind} ${record.text}`
    : record.kind;
}
