import { createHash, type Hash } from 'node:crypto';
import { closeSync, createReadStream, fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { splitLines } from '../../process/lineSplitter';

const path = z.string().check(z.refine((each) => !each.split('/').some(isNoName)));
const whole = z.number().check(z.int(), z.nonnegative());

/** One thing that a setup made; paths are relative to the root of the worktree. */
const entrySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('folder'), path, mode: whole, mtimeMs: z.number() }),
  z.object({
    ...{
      kind: z.literal('file'),
      path,
      mode: whole,
      size: whole,
      mtimeMs: z.number(),
      sha256: z.string(),
    },
  }),
  z.object({ kind: z.literal('link'), path, target: z.string() }),
]);
export type KeptEntry = z.infer<typeof entrySchema>;
export type KeptFolder = Extract<KeptEntry, { readonly kind: 'folder' }>;

const beginSchema = z.object({ tops: z.array(path) });
const endSchema = z.object({ end: z.string() });

/** The file in the folder of a result that lists its entries; written last. */
const LIST = 'list.jsonl';
const FLUSH_BYTES = 64 * 1024;

function isNoName(part: string): boolean {
  return part === '' || part === '.' || part === '..';
}

/** The list in the folder of a result. */
export function listFile(folder: string): string {
  return join(folder, LIST);
}

/** The kept files in the folder of a result, at their paths in the worktree. */
export function filesFolder(folder: string): string {
  return join(folder, 'files');
}

/** Writes the list of a result, entry by entry: a folder before what is in it. */
export class ResultListWriter {
  private readonly fd: number;
  private readonly hash = createHash('sha256');
  private pending = '';

  /** `tops`: the entries that are in no other one. */
  constructor(folder: string, tops: readonly string[]) {
    this.fd = openSync(listFile(folder), 'wx', 0o600);
    this.line({ tops });
  }

  add(entry: KeptEntry): void {
    this.line(entry);
  }

  /** Ends the list; it is durable then. */
  end(): void {
    const end = this.hash.digest('hex');
    this.pending += `${JSON.stringify({ end })}\n`;
    this.flush();
    fsyncSync(this.fd);
  }

  close(): void {
    closeSync(this.fd);
  }

  private line(content: object): void {
    const line = `${JSON.stringify(content)}\n`;
    this.hash.update(line);
    this.pending += line;
    if (this.pending.length >= FLUSH_BYTES) this.flush();
  }

  private flush(): void {
    const bytes = Buffer.from(this.pending);
    for (let at = 0; at < bytes.length;) at += writeSync(this.fd, bytes, at);
    this.pending = '';
  }
}

/** A list that is being read. */
export interface ReadList {
  readonly tops: readonly string[];
  /** Throws `DamagedResult` at the end if it is not the list that was written. */
  readonly entries: AsyncIterable<KeptEntry>;
}

/** What was kept is not as it was written. */
export class DamagedResult extends Error {
  override readonly name = 'DamagedResult';
}

/** Reads a list; entries come before it is known to be whole. Throws `DamagedResult`. */
export async function readResultList(folder: string): Promise<ReadList> {
  const lines = readLines(listFile(folder));
  const hash = createHash('sha256');
  const first = await lines.next();
  const begin = first.done === true ? undefined : parse(beginSchema, first.value);
  if (first.done === true || begin === undefined) throw new DamagedResult('its list is damaged');
  hash.update(`${first.value}\n`);
  return { tops: begin.tops, entries: readEntries(lines, hash) };
}

async function* readEntries(lines: AsyncIterable<string>, hash: Hash): AsyncGenerator<KeptEntry> {
  for await (const line of lines) {
    const entry = parse(entrySchema, line);
    if (entry === undefined) {
      if (parse(endSchema, line)?.end === hash.digest('hex')) return;
      break;
    }
    hash.update(`${line}\n`);
    yield entry;
  }
  throw new DamagedResult('its list is damaged');
}

function parse<T>(schema: z.ZodMiniType<T>, line: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

async function* readLines(file: string): AsyncGenerator<string> {
  let lines: string[] = [];
  const splitter = splitLines((line) => lines.push(line));
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    splitter.push(chunk);
    yield* lines;
    lines = [];
  }
  splitter.end();
  yield* lines;
}
