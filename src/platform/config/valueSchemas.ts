import * as z from 'zod/mini';
import {
  DURATION_PATTERN,
  parseDuration,
  TIME_LIMIT_RANGE,
  type DurationRange,
} from './parseDuration';

// Each schema's error completes the sentence "… must be".
const ID = 'letters, digits, ".", "_" and "-", beginning with a letter or digit, 64 at most';
const NAME = 'letters, digits, ".", "_" and "-", beginning with a letter, 64 at most';
const COMMAND =
  'a program as a list, such as [npm, test], or a line for the shell, such as npm test, and not empty';
const DURATION = 'a duration such as 30m, 45s, 500ms or 1h30m, more than 0 and at most 24h';
const GLOB =
  'a file or pattern inside the workspace, relative to it and with "/", such as build/**/TEST-*.xml';

const word = z.string({ error: 'a program or argument, as text' });
/** One line of text; `error` says what it must be. */
export const line = (error: string) =>
  z.string({ error }).check(z.regex(/^(?=.*\S)[^\r\n\0]*$/, { error }));

/** Text of any number of lines, not blank; `error` says what it must be. */
export const text = (error: string) =>
  z.string({ error }).check(z.regex(/^(?=\s*\S)[^\0]*$/, { error }));

/** The id of a task. */
export const taskId = z
  .string({ error: ID })
  .check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, { error: ID }));

/** The name of an agent. */
export const agentName = z.string({ error: NAME }).check(
  z.regex(/^[A-Za-z][A-Za-z0-9._-]{0,63}$/, {
    error: NAME,
  }),
);

/** A list that is started directly, or a line for the shell. */
export const command = z.union(
  [
    text(COMMAND),
    z.tuple(
      [text(COMMAND)],
      word.check(z.regex(/^[^\0]*$/, { error: 'text without NUL characters' })),
    ),
  ],
  { error: COMMAND },
);

/** A duration of a certain size; `error` says what it must be. */
export const durationWithin = (range: DurationRange, error: string) =>
  z.string({ error }).check(
    z.regex(DURATION_PATTERN, { error, abort: true }),
    z.refine((value) => parseDuration(value, range) !== undefined, { error }),
  );

/** A time limit. */
export const duration = durationWithin(TIME_LIMIT_RANGE, DURATION);

/** A report file or pattern: no absolute path, drive or "..", not even inside braces or brackets. */
export const glob = z.string({ error: GLOB }).check(
  z.regex(/^(?!\/|~|[A-Za-z]:)(?!.*(?:^|[/{,(|])\.\.(?:[/},)|]|$))(?=.*\S)[^\\\r\n\0]+$/, {
    error: GLOB,
  }),
);
