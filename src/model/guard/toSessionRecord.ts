import type { SessionRecord } from './sessionRecord';

/** Members of each kind of record that must be texts. */
const TEXTS: Readonly<Record<SessionRecord['kind'], readonly string[]>> = {
  started: [],
  prompt: ['text'],
  call: ['tool', 'args'],
  permission: [],
  result: ['tool', 'args', 'result'],
  request: [],
  stop: ['text'],
  ended: [],
  seen: [],
  'not a loop': [],
  snoozed: ['until'],
  checkpoint: ['of', 'checkpoint', 'root'],
  interrupted: ['of'],
  rewinding: ['rewind', 'what', 'from', 'to'],
  rewound: ['rewind'],
};
/** Members of any record that are texts where they are there. */
const OPTIONAL_TEXTS = ['folder', 'call', 'thread', 'endedAt', 'recording'];
const OPTIONAL_FLAGS = ['error', 'again', 'more', 'isUndone', 'compacted', 'notice'];

/** The record in a line of a session's file; undefined for anything else, such as half a line. Never throws. */
export function toSessionRecord(line: string): SessionRecord | undefined {
  const value = parse(line);
  return isSessionRecord(value) ? value : undefined;
}

/** Whether a value is a record of a session. */
export function isSessionRecord(value: unknown): value is SessionRecord {
  if (!isObject(value) || !hasTexts(value, ['id', 'at', 'kind'])) return false;
  const texts = new Map(Object.entries(TEXTS)).get(String(value['kind']));
  return (
    texts !== undefined &&
    hasTexts(value, texts) &&
    OPTIONAL_TEXTS.every((name) => isAbsentOr('string', value[name])) &&
    OPTIONAL_FLAGS.every((name) => isAbsentOr('boolean', value[name])) &&
    (value['late'] === undefined || isTexts(value['late'])) &&
    (value['kind'] !== 'rewinding' || isRewind(value))
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function hasTexts(value: Record<string, unknown>, names: readonly string[]): boolean {
  return names.every((name) => typeof value[name] === 'string');
}

function isAbsentOr(type: 'string' | 'boolean', value: unknown): boolean {
  return value === undefined || typeof value === type;
}

function isRewind({ toTurn, paths }: Record<string, unknown>): boolean {
  return typeof toTurn === 'number' && isTexts(paths);
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
