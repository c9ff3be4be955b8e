import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod/mini';
import { GUARDED_AGENTS, type GuardedAgent } from '../../../model/guard/guardedAgent';
import { GUARD_SCOPES, type GuardScope } from '../../../model/guard/guardInstall';
import { writeDurably } from '../../state/files/durableFile';
import type { MemberPath } from './editHooks';

/** What was installed into one file: enough to give its bytes back. */
export interface InstalledFile {
  readonly agent: GuardedAgent;
  readonly scope: GuardScope;
  /** Absolute path, as the agent reads it. */
  readonly file: string;
  /** Absent where the file was there before. */
  readonly isCreated?: true | undefined;
  /** The topmost folder that was created for it; absent for none. */
  readonly folder?: string | undefined;
  /** Members that the file did not have. */
  readonly members: readonly MemberPath[];
  readonly change: TextChange;
  /** What starts the hook, before agent and event; absent where that is not in the file. */
  readonly start?: readonly string[] | undefined;
  /** Keys of the hooks that Codex was told to trust; absent for a file with hooks. */
  readonly trusts?: readonly string[] | undefined;
}

/** How to get from a text back to an earlier one, without a copy of it: settings may hold secrets. */
export interface TextChange {
  /** Hashes of both texts. */
  readonly before: string;
  readonly after: string;
  /** In the later text, from `start` on, so many characters take the place of `text`. */
  readonly start: number;
  readonly length: number;
  readonly text: string;
}

const textChange = z.object({
  ...{ before: z.string(), after: z.string(), text: z.string() },
  ...{ start: z.int(), length: z.int() },
});
const installedFile = z.object({
  agent: z.enum(GUARDED_AGENTS),
  scope: z.enum(GUARD_SCOPES),
  file: z.string(),
  isCreated: z.optional(z.literal(true)),
  folder: z.optional(z.string()),
  members: z.array(z.array(z.string())),
  change: textChange,
  start: z.optional(z.array(z.string())),
  trusts: z.optional(z.array(z.string())),
});

/** The files into which something was installed; none where the list is missing or damaged. */
export function readInstalledFiles(list: string): readonly InstalledFile[] {
  try {
    const { files } = JSON.parse(readFileSync(list, 'utf8')) as { readonly files: unknown[] };
    return files.flatMap((each) => installedFile.safeParse(each).data ?? []);
  } catch {
    return [];
  }
}

/** Throws the error of the system. */
export function writeInstalledFiles(list: string, files: readonly InstalledFile[]): void {
  if (files.length === 0) {
    rmSync(list, { force: true });
    return;
  }
  mkdirSync(dirname(list), { recursive: true, mode: 0o700 });
  writeDurably(list, Buffer.from(`${JSON.stringify({ version: 1, files }, null, 2)}\n`));
}

/** How to get from `after` back to `before`. */
export function toTextChange(before: string, after: string): TextChange {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return {
    ...{ before: hash(before), after: hash(after), start },
    length: after.length - start - end,
    text: before.slice(start, before.length - end),
  };
}

/** The earlier text; undefined where `text` is not the later one. */
export function undoChange(text: string, change: TextChange): string | undefined {
  if (hash(text) !== change.after) return undefined;
  const { start, length } = change;
  const earlier = text.slice(0, start) + change.text + text.slice(start + length);
  return hash(earlier) === change.before ? earlier : undefined;
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
