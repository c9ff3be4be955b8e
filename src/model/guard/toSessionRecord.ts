import type { SessionRecord } from './sessionRecord';

/** Members of each kind of record that must be texts. */
const TEXTS: Readonly<Record<SessionRecord['kind'], readonly string[]>> = {
  started: [],
  prompt: ['text'],
  call: ['tool', 'args'],
  result: ['tool', 'args', 'result'],
  stop: ['text'],
  ended: [],
  'not a loop': [],
  snoozed: ['until'],
  checkpoint: ['of', 'checkpoint', 'root'],
  rewinding: ['rewind', 'what', 'from', 'to'],
  rewound: ['rewind'],
};
/** Members of any record that are texts where they are there. */
const OPTIONAL_TEXTS = ['folder', 'call', 'thread'];
const OPTIONAL_FLAGS = ['error', 'again', 'more', 'isUndone'];

/** The record in a line of a session's file; undefined for anything else, such as half a line. Never throws. */
export function toSessionRecord(line: string): SessionRecord | undefined {
  const value = parse(line);
  if (value === undefined || !hasTexts(value, ['id', 'at', 'kind'])) return undefined;
  const texts = new Map(Object.entries(TEXTS)).get(String(value['kind']));
  const isSound =
    texts !== undefined &&
    hasTexts(value, texts) &&
    OPTIONAL_TEXTS.every((name) => isAbsentOr('string', value[name])) &&
    OPTIONAL_FLAGS.every((name) => isAbsentOr('boolean', value[name])) &&
    (value['kind'] !== 'rewinding' || isRewind(value));
  return isSound ? (value as unknown as SessionRecord) : undefined;
}

function parse(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null
      ? (value as Record<string, unknown>)
      : undefined;
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
  return (
    typeof toTurn === 'number' &&
    Array.isArray(paths) &&
    paths.every((path) => typeof path === 'string')
  );
}
