import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { EncodedObject } from './objectCoding';
import { encodeIndex, PACK_START, packOverhead, type PackEntry } from './packFormat';
import type { PackFile, PackFs } from './packFs';

/** A complete pack in the store. */
export interface FinishedPack {
  /** File name. */
  readonly name: string;
  readonly bytes: number;
  readonly entries: readonly PackEntry[];
}

export const PACK_SUFFIX = '.pack';
export const TEMPORARY_SUFFIX = '.tmp';

const FLUSH_BYTES = 1024 * 1024;

/**
 * Writes one pack. Readers see nothing before `finish`; end each writer with `finish` or
 * `abandon`.
 */
export class PackWriter {
  readonly #temporary: string;
  readonly #name = `${randomBytes(12).toString('hex')}${PACK_SUFFIX}`;
  readonly #entries: PackEntry[] = [];
  #file: Promise<PackFile> | undefined;
  #waiting: Uint8Array[] = [PACK_START];
  #waitingBytes = PACK_START.length;
  #offset = PACK_START.length;
  #written: Promise<void> = Promise.resolve();

  constructor(
    private readonly folder: string,
    private readonly fs: PackFs,
  ) {
    this.#temporary = join(folder, `${this.#name}${TEMPORARY_SUFFIX}`);
  }

  /** Bytes so far. */
  get size(): number {
    return this.#offset;
  }

  /** Adds an object that the pack does not contain yet. Resolves when the buffer has room. */
  async add(id: string, size: number, { bytes, coding }: EncodedObject): Promise<void> {
    this.#entries.push({ id, offset: this.#offset, length: bytes.length, size, coding });
    this.#put(bytes);
    this.#offset += bytes.length;
    if (this.#waitingBytes >= FLUSH_BYTES) await this.#flush();
  }

  /** Makes the pack durable and visible; undefined if nothing was added. */
  async finish(): Promise<FinishedPack | undefined> {
    if (this.#entries.length === 0) return undefined;
    this.#put(encodeIndex(this.#entries, this.#offset));
    await this.#flush();
    const file = await this.#open();
    await file.sync();
    this.#file = undefined;
    await file.close();
    await this.fs.rename(this.#temporary, join(this.folder, this.#name));
    await this.fs.syncFolder(this.folder);
    const bytes = this.#offset - PACK_START.length + packOverhead(this.#entries.length);
    return { name: this.#name, bytes, entries: this.#entries };
  }

  /** Leaves nothing behind. Never rejects. */
  async abandon(): Promise<void> {
    try {
      await this.#written.catch(() => undefined);
      await (await this.#file)?.close();
    } catch {
      // The original error is reported instead.
    }
    await this.fs.unlink(this.#temporary).catch(() => undefined);
  }

  #put(bytes: Uint8Array): void {
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
  }

  /** Preserves the order of concurrent `add` calls. */
  #flush(): Promise<void> {
    const bytes = Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#written = this.#written.then(async () => (await this.#open()).write(bytes));
    return this.#written;
  }

  #open(): Promise<PackFile> {
    this.#file ??= this.fs.create(this.#temporary);
    return this.#file;
  }
}
