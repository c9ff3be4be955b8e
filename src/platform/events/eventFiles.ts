/** The log of events, and the one before it. */
export const EVENTS_FILE = 'events.jsonl';
export const OLD_EVENTS_FILE = 'events.1.jsonl';
/** Bytes at which a new log begins. */
export const MAX_EVENTS_BYTES = 5 * 1024 * 1024;
