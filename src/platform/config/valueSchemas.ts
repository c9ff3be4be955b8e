import * as z from 'zod/mini';
import { isWebLink, LINK_PATTERN, MAX_LINK } from '../../model/task/webLink';
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

/** A switch. */
export const trueOrFalse = z.boolean({ error: 'true or false' });

/** Removes white space at both ends. */
export const trimmed = z.trim();

/** One line of text, trimmed; `error` says what it must be. */
export const line = (error: string) =>
  z.string({ error }).check(z.regex(/^(?=.*\S)[^\r\n\0]*$/), trimmed);

/** Text of any number of lines, not blank; `error` says what it must be. */
export const text = (error: string) => z.string({ error }).check(z.regex(/^(?=\s*\S)[^\0]*$/));

/** The id of a task. */
export const taskId = z.string({ error: ID }).check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/));

const NAME_PATTERN = /^[A-Za-z][A-Za-z0-9._-]{0,63}$/;

/** The name of an agent. */
export const agentName = z.string({ error: NAME }).check(
  // Not `z.regex`: the JSON schema of a loose record would state its pattern as `patternProperties`.
  z.refine((name) => NAME_PATTERN.test(name)),
  z.meta({ pattern: NAME_PATTERN.source }),
);

const program = text(COMMAND);

const VARIABLE = 'the name of an environment variable: letters, digits and "_"';

/** The name of an environment variable. */
export const variableName = z
  .string({ error: VARIABLE })
  .check(z.regex(/^[A-Za-z_][A-Za-z0-9_]{0,254}$/, { error: VARIABLE }));

/** A list that is started directly, or a line for the shell. */
export const command = z.union(
  [
    program,
    z.tuple([program], word.check(z.regex(/^[^\0]*$/, { error: 'text without NUL characters' }))),
  ],
  { error: COMMAND },
);

/** A duration of a certain size; `error` says what it must be. */
export const durationWithin = (range: DurationRange, error: string) =>
  z.string({ error }).check(
    z.regex(DURATION_PATTERN),
    z.refine((value) => parseDuration(value, range) !== undefined, {
      when: ({ issues }) => issues.length === 0,
    }),
  );

/** A time limit. */
export const duration = durationWithin(TIME_LIMIT_RANGE, DURATION);

/** A report file or pattern: no absolute path, drive or "..", not even inside braces or brackets. */
export const glob = z
  .string({ error: GLOB })
  .check(z.regex(/^(?!\/|~|[A-Za-z]:)(?!.*(?:^|[/{,(|])\.\.(?:[/},)|]|$))(?=.*\S)[^\\\r\n\0]+$/));

const LINK =
  'an http or https address without user, password and invisible characters, 2000 characters at most, such as https://github.com/owner/repository/issues/12';

/** An address on the web. */
export const webLink = z
  .string({ error: LINK })
  .check(z.refine(isWebLink), z.meta({ maxLength: MAX_LINK, pattern: LINK_PATTERN.source }));

/** Smallest and largest allowed number, inclusive. */
interface NumberRange {
  readonly min: number;
  readonly max: number;
}

/** Completes "… must be" with the range of a whole number. */
export function describeRange({ min, max }: NumberRange): string {
  return `a whole number from ${min} to ${max}`;
}

const isInteger = z.check<number>(({ value, issues }) => {
  if (!Number.isInteger(value)) issues.push({ code: 'custom', input: value });
});

const integerType = z.meta({ type: 'integer' });

/** A whole number. */
export const wholeNumber = (range: NumberRange) =>
  z
    .number({ error: describeRange(range) })
    .check(isInteger, z.minimum(range.min), z.maximum(range.max), integerType);
